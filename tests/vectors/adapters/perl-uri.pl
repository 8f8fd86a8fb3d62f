#!/usr/bin/perl
# SPDX-License-Identifier: CC0-1.0
# perl-uri.pl OPERATION: the operations of Perl's URI, line by line, for run.py. It checks no grammar.
use strict;
use warnings;
use URI;
use URI::Split ();

binmode STDIN, ':utf8';
binmode STDOUT, ':utf8';
my $operation = shift;
my %operations = (
    uri => sub { URI->new($_[0])->as_string },
    iri => sub { URI->new($_[0])->as_iri },
    normalize => sub { URI->new($_[0])->canonical->as_iri },
    compare => sub {
        my ($x, $y) = split /\t/, $_[0];
        URI->new($x)->eq(URI->new($y)) ? 'equivalent' : 'different';
    },
    resolve => sub {
        my ($base, $reference) = split /\t/, $_[0], -1;
        URI->new_abs($reference, $base)->as_iri;
    },
    split => sub {
        my ($scheme, $authority, $path, $query, $fragment) = URI::Split::uri_split($_[0]);
        my ($userinfo, $host, $port) = defined $authority ? $authority =~ /^(?:([^@]*)@)?(.*?)(?::(\d*))?$/ : ();
        join "\t", map { $_ // '^' } $scheme, $userinfo, $host, $port, $path, $query, $fragment;
    },
);
my $function = $operations{$operation} or die "no operation $operation\n";
while (my $line = <STDIN>) {
    chomp $line;
    my $result = eval { $function->($line) } // '';
    $result =~ s/[\r\n]//g;
    print "$result\n";
}
