#!/usr/bin/perl
# SPDX-License-Identifier: CC0-1.0
# perl-iri.pl OPERATION: the operations of Perl's IRI, line by line, for run.py.
use strict;
use warnings;
use IRI;

binmode STDIN, ':utf8';
binmode STDOUT, ':utf8';
my $operation = shift;
my %operations = (
    valid => sub { IRI->new($_[0])->as_string; 'valid' },
    resolve => sub {
        my ($base, $reference) = split /\t/, $_[0], -1;
        IRI->new(value => $reference, base => IRI->new($base))->abs;
    },
    split => sub {
        my $iri = IRI->new($_[0]);
        join "\t", map { $_ // '^' } $iri->scheme, $iri->user, $iri->host, $iri->port, $iri->path // '', $iri->query,
            $iri->fragment;
    },
);
my $function = $operations{$operation} or die "no operation $operation\n";
while (my $line = <STDIN>) {
    chomp $line;
    my $result = eval { $function->($line) } // '';
    $result =~ s/[\r\n]//g;
    print "$result\n";
}
