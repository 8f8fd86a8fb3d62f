# SPDX-License-Identifier: ISC
# Oracle for links in AsciiDoc, for documents.bats.
#
# asciidoc.rb generate SEED COUNT FOLDER: writes COUNT documents with random links to the folder.
#
# asciidoc.rb links RATE: reads the names of documents from standard input. irigrep must find the links that Asciidoctor
# finds, with references to attributes left in place and both branches of conditions. Then irised replaces each link by
# another one, and Asciidoctor must find the new ones. irised may refuse one document in RATE. Prints each difference as
# "FILE: TEXT", and the counts.
#
# Limits: Asciidoctor gives no places, so links are counted. It makes links of e-mail addresses, which irigrep finds
# with --bare, and it knows only the last definition of an attribute.
require 'asciidoctor'
require 'cgi'
require 'json'
require 'open3'
require 'tmpdir'

# Records the documents that a document includes.
class Included < Asciidoctor::Extensions::IncludeProcessor
  attr_reader :targets

  def initialize(*)
    super
    @targets = []
  end

  def process(_document, _reader, target, _attributes)
    @targets << target
  end
end

BUILT_IN = Asciidoctor.load('').attributes.keys

# Returns a reference as both sides give it: Asciidoctor completes the name of another document, and encodes spaces.
def plain(reference)
  reference.gsub('%20', ' ').sub(/\.adoc(?=#|\z)/, '')
end

# Returns the reference that Asciidoctor was given.
def given(text)
  text = text.gsub('&#8230;&#8203;', '...').gsub('&#8212;&#8203;', '--').gsub('&#8217;', "'").gsub('{zz-', '{')
  plain(CGI.unescapeHTML(text))
end

# Returns the links of a document: in Asciidoctor's HTML, of include::, and in definitions.
def asciidoctor(text)
  text = text.gsub(/^(?:(?:ifdef|ifndef|endif)::\S*?\[\]|ifeval::\[.*\])$/, '')
  text = text.gsub(/^(?:ifdef|ifndef)::\S*?\[(.+)\]$/, '\1').gsub(/\{(\w[\w-]*)\}/, '{zz-\1}')
  included = Included.new
  registry = Asciidoctor::Extensions.create { include_processor included }
  document = Asciidoctor.load(text, safe: :server, extension_registry: registry, logger: false,
                              attributes: { 'relfilesuffix' => '.adoc', 'imagesdir' => '', 'toc!' => '',
                                            'allow-uri-read' => '' })
  links = document.convert.scan(/<(?:a|img|video|audio)\s[^>]*?(?:href|src)="([^"]*)"/m).flatten
  links = links.grep_v(/\A#|\Amailto:|\A\z/)
  # Where the attribute is used, Asciidoctor removes a backslash before "--", and restores character references.
  defined = document.attributes.reject { |name, _| BUILT_IN.include?(name) }.values
                    .map { |value| value.to_s.gsub(/\\(--|\.\.\.|')/, '\1').gsub(/&amp;(#?\w+;)/, '&\1') }
  links += defined.grep(%r{\A(?:https?|ftp|irc|file)://[^\s\[\]]+\z})
  # In the target of include::, nothing is replaced.
  links.map { |link| given(link) } + included.targets.map { |target| plain(target.gsub('{zz-', '{')) }
end

# Returns the links of each file in the current folder.
def irigrep(files)
  out, = Open3.capture2('irigrep', '--json', '--from=asciidoc', '--', *files)
  links = out.lines.map { |line| JSON.parse(line) }.group_by { |link| link['file'] }
  files.to_h { |file| [file, links.fetch(file, [])] }
end

def references(found)
  found.map { |link| plain(link['reference']) }.grep_v(/\Amailto:/)
end

# Reports what one of two lists has more than the other.
def compare(name, want, got, counts)
  { 'missing' => [want, got], 'surplus' => [got, want] }.each do |word, (left, right)|
    tally = right.tally
    left.each do |link|
      tally[link] = tally.fetch(link, 0) - 1
      next unless tally[link].negative?

      counts[word] += 1
      puts "#{name}: #{word} #{link}"
    end
  end
end

# A link that can replace this one; Asciidoctor would change many of these without an escape.
def other(link, number)
  ends = ['', '/_a_', '--b', '/it\'s', '#_c', '/d*e*', '...f', '/~g~h', '?i=j@k.example']
  ends += ['?n&lt;o', '&amp;p&q'] if link['reference'].include?('&')
  ends += [' l', '[m]'] if %w[inline text].include?(link['kind'])
  return link['reference'] if link['reference'].start_with?('mailto:')
  return "https://new.example/#{number}#{ends[number % ends.size]}" if link['reference'].include?('://')

  "new#{number}.adoc#{'#b' if link['reference'].include?('#')}"
end

# Replaces the links of each file in the current folder. Returns the new ones, and the files that irised refuses.
def rewrite(found)
  wanted = found.transform_values { |links| links.each_with_index.map { |link, number| other(link, number) } }
  wanted.each { |file, links| File.write("#{file}.new", links.map { |link| "#{link}\n" }.join) }
  _, messages, = Open3.capture3('irised', '-i', '--from=asciidoc', 'exec cat "$IRISED_FILE.new"', '--', *found.keys)
  [wanted, messages.scan(/^irised: ([^:]*):/).flatten]
end

# Random documents
class Documents
  TEXTS = ['https://a.example/b[c]', 'link:d/e.html[f g]', '`h`', '+https://i.example+', 'image:j.png[k]', '_l_',
           '*https://m.example/n*', '(https://o.example/p).', 'xref:q.adoc#r[s]', '<<t.adoc#u,v>>',
           '\\https://w.example', 'pass:[link:x[y]]', 'link:++z a++[b]', 'https://c.example/d?e&f=g,',
           '`https://h.example/i`', 'j', 'https://k.example[image:l.png[m]]', '<https://n.example/>', "q\nr",
           'https://s.example/t--u[v]',
           '{w}[x]', 'link:{y}/z[a]', 'footnote:[https://b.example/c]', '<<d>>', '++https://e.example++', 'f + g',
           'https://c.example/d?e&amp;f=&#91;g[h]', 'link:i&gt;j[k]', '&lt;https://l.example/?m&amp;n&gt;',
           'link:++o&amp;++[p]',
           'image:h.png[i,link=https://j.example/k]', "\n// https://l.example\n", 'mailto:m@n.example[o]'].freeze

  def initialize(seed)
    @random = Random.new(seed)
  end

  def text
    Array.new(1 + @random.rand(4)) { TEXTS.sample(random: @random) }.join(' ')
  end

  def line
    text.tr("\n", ' ')
  end

  def block(depth)
    inner = depth < 2 ? blocks(depth + 1) : text
    case @random.rand(16)
    when 0 then "----\n#{text}\n----"
    when 1 then "....\n#{text}\n...."
    when 2 then "////\n#{text}\n////"
    when 3 then "#{'=' * (4 + depth)}\n#{inner}\n#{'=' * (4 + depth)}"
    when 4 then "* #{line}\n* #{line}"
    when 5 then "|===\n|#{line} |#{line}\n\n|#{line}\n|#{line}\n|==="
    when 6 then "[source]\na #{text}"
    when 7 then " #{line}"
    when 8 then "a:: #{line}\nb::\n  #{line}"
    when 9 then "image::a#{@random.rand(9)}.png[b,link=https://c.example/]"
    when 10 then "include::a#{@random.rand(9)}&amp;b.adoc[]"
    when 11 then ".#{line}\nNOTE: #{text}"
    when 12 then "```\n#{text}\n```"
    else "a #{text}"
    end
  end

  def blocks(depth)
    Array.new(1 + @random.rand(4)) { block(depth) }.join("\n\n")
  end

  def document
    "= Title\n:a-#{@random.rand(99)}: https://a.example/b\n\n#{blocks(0)}\n"
  end
end

if ARGV[0] == 'generate'
  documents = Documents.new(ARGV[1].to_i)
  ARGV[2].to_i.times { |number| File.write(format('%s/%05d.adoc', ARGV[3], number), documents.document) }
  exit
end
counts = Hash.new(0)
texts = $stdin.each_line(chomp: true).to_h { |name| [name, File.read(name, encoding: 'utf-8')] }
              .select { |_, text| text.valid_encoding? }
counts['documents'] = texts.size
Dir.mktmpdir do |folder|
  Dir.chdir(folder)
  files = texts.keys.each_with_index.to_h { |name, number| ["#{number}.adoc", name] }
  files.each { |file, name| File.write(file, texts[name]) }
  found = irigrep(files.keys)
  wanted, refused = rewrite(found)
  counts['refused'] = refused.uniq.size
  files.each do |file, name|
    counts['links'] += found[file].size
    compare(name, asciidoctor(texts[name]), references(found[file]), counts)
    next if refused.include?(file)

    compare("#{name}, after irised", wanted[file].grep_v(/\Amailto:/).map { |link| plain(link) },
            asciidoctor(File.read(file, encoding: 'utf-8')), counts)
  end
  Dir.chdir('/')
end
puts %w[documents links refused missing surplus].map { |key| "#{counts[key]} #{key}" }.join(', ')
exit 1 if counts['links'].zero? || counts['refused'] * ARGV[1].to_i > counts['documents'] ||
          counts['missing'] + counts['surplus'] > 0
