# The tests of tests/site.t: usage perl -Itests tests/site.pl FOLDER, the site's. Each link is
# followed in the files; each page is loaded in a browser, on a telephone and on a desk.
use strict;
use warnings;
use Compress::Zlib ();
use File::Find;
use JSON::PP;
use MIME::Base64;
use Test::More;
use browser;

my $site = shift;
my (@pages, $bytes);
find({no_chdir => 1, wanted => sub { $bytes += -s if -f; push @pages, $_ if /\.html$/ }}, $site);
@pages = sort @pages;
cmp_ok scalar @pages, '>', 150, 'more than 150 pages';
cmp_ok $bytes, '<', 20e6, 'under 20 MB, with the explorers of two labs';

# --- Links: each leads to a file, and to an id of it; nothing is fetched from elsewhere

my (%text, %id);
for my $page (@pages) {
    open my $in, '<', $page or die "$page: $!\n";
    local $/;
    $text{$page} = <$in>;
    $id{$page}{$1} = 1 while $text{$page} =~ /\bid="([^"]+)"/g;
}
sub file_of { # a page, a link: the file that it leads to
    my @path;
    for my $part (split m{/}, ($_[0] =~ s{[^/]*$}{}r) . $_[1]) {
        $part eq '..' ? pop @path : $part eq '.' ? () : push @path, $part;
    }
    return join '/', @path;
}
sub escaped { $_[0] =~ s/&/&amp;/gr =~ s/</&lt;/gr =~ s/>/&gt;/gr =~ s/"/&quot;/gr }
my (@dead, @fetched, $links);
for my $page (grep { !m{/labs/.*explorer\.html$} } @pages) {
    my $shown = $text{$page};
    while ($shown =~ /\b(href|src)="([^"]*)"/g) {
        my ($kind, $link) = ($1, $2);
        $links++;
        next if $link eq 'data:,';
        if ($link =~ m{^[a-z]+:}) {
            push @fetched, "$page: $link" if $kind eq 'src' || $link !~ /^https?:/;
            next;
        }
        my ($path, $at) = split /#/, $link;
        my $file = $path eq '' ? $page : file_of($page, $path);
        push @dead, "$page: $link" if !-f $file || (defined $at && !$id{$file}{$at});
    }
}
cmp_ok $links, '>', 5000, 'there are links';
is "@dead", '', 'each leads to a file and to an id';
is "@fetched", '', 'no picture, style or script is fetched from elsewhere';
is join(' ', grep { $text{$_} =~ m{<(script|link|img|iframe)[^>]*(https?:)?//}i } grep { !m{/labs/.*explorer\.html$} } @pages), '',
    '... by no element';

# --- The answers are not there: a learner's lines, in this or that page or in an explorer's
# data. Files of labs are not searched, since one lab gives what an earlier one asks for; nor
# deeper pages, which quote single lines.

my @told;
my @shown = grep { !m{/labs/[^/]*/(deeper|explorer|[^/]*\.cuh?)\.html$} } @pages;
for my $page (grep { m{/labs/.*explorer\.html$} } @pages) {
    my ($data) = $text{$page} =~ m{<script type="application/octet-stream" id="data">\n(.*?)</script>}s;
    my $json = Compress::Zlib::memGunzip(decode_base64($data));
    $text{$page} = join "\n", map { escaped($_) } map { $_ // "" } @{decode_json($json)->{source}{lines}};
    like $text{$page}, qr/STEP 1/, "$page: its source is there";
}
for my $lab (map { m{([^/]*)$} } glob 'labs/[0-9][0-9]_*') {
    next unless -f "solutions/$lab/kernel.cu";
    my ($inside, %given, @own) = 0;
    for my $file ("labs/$lab/kernel.cu", "solutions/$lab/kernel.cu") {
        open my $in, '<', $file or die "$file: $!\n";
        my ($step, $comment) = (0, 0);
        while (<$in>) {
            chomp;
            s/^\s+//;
            if (m{// STEP}) { ($step, $comment) = (1, 1); next }
            if (m{// END}) { $step = 0; next }
            next if $step && $comment && m{^//};
            $comment = 0;
            if ($file =~ /^labs/ || !$step) { $given{$_} = 1 }
            elsif (length > 40) { push @own, $_ }
        }
    }
    for my $line (grep { !$given{$_} } @own) {
        my $html = escaped($line);
        push @told, map { "$_: $line" } grep { index($text{$_}, $html) >= 0 }
            @shown, grep { m{/labs/$lab/explorer\.html$} } @pages;
    }
}
is join("\n", @told), '', 'no page has a line that a learner writes';

# --- In a browser: pages of text and explorers; with ALL=1 also those that show a file

my @looked = grep { $ENV{ALL} || !m{\.[a-z]+\.html$} } @pages;
exit(done_testing() ? 0 : 1) if browser::missing();
my $web = browser->new;
for my $size ([400, 800], [1400, 900]) {
    my (@wide, @said);
    $web->size(@$size);
    for my $page (@looked) {
        $web->go("file://$page");
        my $width = $web->run('return document.documentElement.scrollWidth');
        push @wide, "$page: $width" if $width > $size->[0] && $page !~ m{/labs/.*explorer\.html$};
        push @said, map { "$page: $_" } $web->console;
    }
    is "@wide", '', "at $size->[0] pixels: no page is wider";
    is "@said", '', '... and none prints an error';
}

# The search finds a section, and leads there by keyboard alone.
sub shown { $web->run('return getComputedStyle(document.querySelector(arguments[0])).display', $_[0]) }
$web->go("file://$site/labs/03_smem/index.html");
$web->key('/');
$web->key('bank conflict');
ok $web->wait_for('return document.querySelectorAll("#found li").length > 2', 20), 'search: / and two words';
my $first = $web->run('return document.querySelector("#found a").href');
like $first, qr{^file://\Q$site\E/.*\.html}, '... has links';
$web->key("\x{E007}");
ok $web->wait_for("return location.href === '$first'", 10), '... Enter opens the first';
$web->go("file://$site/index.html");
$web->key('/');
$web->key('nosuchwordanywhere');
ok $web->wait_for('return document.querySelector("#found").textContent === "nothing found"', 20),
    '... what is nowhere is not found';

# Contents: behind a button on a telephone, beside the text on a desk.
$web->go("file://$site/docs/gpu.html");
isnt shown('#contents'), 'none', 'a desk shows the contents';
is $web->run('return document.querySelector("#contents [aria-current]").textContent'),
    $web->run('return document.querySelector("h1").textContent'), '... and where one is';
$web->size(400, 800);
is shown('#contents'), 'none', 'a telephone hides them';
$web->run('document.querySelector("#menu").click()');
isnt shown('#contents'), 'none', '... until the button';
is $web->run('return document.querySelector("#menu").getAttribute("aria-expanded")'), 'true', '... which says so';

# Light and dark: the button changes it, and the next page keeps it.
my $colour = 'return getComputedStyle(document.body).backgroundColor';
my $light = $web->run($colour);
$web->run('document.querySelector("#theme").click()');
isnt $web->run($colour), $light, 'the button makes it dark';
$web->go("file://$site/index.html");
isnt $web->run($colour), $light, '... on the next page, too';

# What a screen reader goes by.
is $web->run('return document.documentElement.lang'), 'en', 'the language';
is $web->run('return document.querySelectorAll("main, nav[aria-label], [role=search]").length >= 3'), 1,
    'landmarks';
is $web->run('return [...document.querySelectorAll("img")].filter((i) => !i.alt).length'), 0, 'pictures have a text';
$web->close;
done_testing();
