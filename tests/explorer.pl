# The tests of tests/explorer.t: usage perl -Itests tests/explorer.pl FOLDER. The folder has
# pages, and for each its trace (TSV) and the record of its check (JSON).
use strict;
use utf8;
use warnings;
use Compress::Zlib ();
use JSON::PP;
use MIME::Base64;
use Test::More;
use browser;

binmode Test::More->builder->$_, ':utf8' for qw(output failure_output todo_output);
our $folder = shift;
require './tests/explorer_trace.pl';
require './tests/explorer_panes.pl';

our $web = browser->new;
$web->size(1400, 900);
sub open_page {
    my ($name, $hash) = @_;
    $web->go('about:blank');
    $web->go("file://$folder/$name.html" . ($hash // '#panes')); # story.pl tests the story
    return $web->wait_for('return document.documentElement.dataset.ready', 20);
}

# ---- Every page of a right kernel.

my @right = map { m,.*/(.*)\.html, } sort glob "$folder/right-*.html";
is scalar @right, 8, 'a page for each lab';
for my $name (@right) {
    my $t = trace($name);
    my $rows = $t->{sorted};
    my $page = slurp("$folder/$name.html");
    ok length($page) < 2_000_000, "$name: " . length($page) . ' bytes, less than 2 MB';
    unlike $page =~ s/<script type="application.*?<\/script>//sr,
        qr{(?:src|href|url\(|import|fetch\()\s*=?\s*["']?\s*(?:https?:)?//}, '... nothing from elsewhere';
    ok open_page($name), '... is shown';
    is $web->run('return trace.n'), scalar @$rows, '... has every row';
    panes_at($_, $t) for 0, int(@$rows / 3), int(@$rows / 2), $#$rows;
    is_deeply $web->run(<<'JS'), [], '... wavefronts: the rule of the page gives every cost';
const wrong = [];
for (let i = 0; i < trace.n && wrong.length < 5; i++)
    if (isAccess(i) && arrayOf(i).space === "shared" &&
        banksWavefronts(offsetsOf(i), placeOf(i).size, arrayOf(i).base) !== trace.cost[i])
        wrong.push(i);
return wrong;
JS
    lines_of($t);
    touched_of($t);
    elements_of($name);
    is_deeply [$web->console], [], '... nothing in the console';
}

# ---- Kernels with a fault.

for (['race', 'RACE'], ['race2', 'RACE'], ['outside', 'OUT_OF_BOUNDS'], ['barrier', 'BARRIER']) {
    my ($name, $verdict) = @$_;
    my $record = decode_json(slurp("$folder/$name.check.json"));
    is $record->{verdict}, $verdict, "$name: its verdict";
    ok open_page($name), '... is shown';
    is text('#fault-verdict'), $verdict, '... says it';
    my $row = trace($name)->{sorted}[moment()];
    is $row->{line}, $record->{line}, '... opens at the line';
    like $row->{op}, $verdict eq 'RACE' ? qr/^(?:load|store)$/ : qr/^fault$/, '... at the request itself, if there is one';
    is $row->{warp}, $web->run('return trace.warp[page.trace.fault]'), '... in the warp';
    my $places = $web->run('return [...document.querySelectorAll("#fault-places button")].map(x => x.textContent)');
    is scalar @$places, $verdict eq 'OUT_OF_BOUNDS' ? 1 : 2, '... with its sides';
    like $places->[0], qr/^the fault: warp $row->{warp}, line $record->{line}/, '... the fault';
    if ($verdict eq 'RACE') {
        my ($line) = $record->{what} =~ /(?:read|wrote) it on line (\d+)/;
        like $places->[1], qr/^the other side: warp \d+, line $line (?:reads|writes) [AB]s/, '... the other side';
        $web->run('document.querySelectorAll("#fault-places button")[1].click()');
        $web->wait_for('return main.moment === page.trace.other', 5);
        is trace($name)->{sorted}[moment()]{line}, $line, '... a click goes there';
    }
    is_deeply [$web->console], [], '... nothing in the console';
}

# ---- Wrong results: the history of the first wrong element.

ok open_page('wrong'), 'a tile that is copied transposed: is shown';
like text('#element-said'), qr/Of its \d+ k, \d+ are (?:mismatched|missing)\./, '... products that do not belong together';
ok open_page('shifted'), 'a thread that reads the columns of another one: is shown';
like text('#element-said'), qr/The thread stores rows 0–7 and columns 8–15 of C\. It reads rows 0–7 of A and columns 1–8 of B: these do not match, see line 66\. /,
    '... its columns of C and of B';
my $t = trace('tail');
my ($K) = join(' ', @{$t->{comment}}) =~ / K=(\d+)/;
ok open_page('tail'), 'a rest of K that is ignored: is shown';
my $missing = $K % 32;
like text('#element-said'), qr/Of its $K k, $missing are missing\./, "... $missing of $K products are missing";
is $web->run('return document.querySelectorAll("#element-body tr.wrong").length'), $missing, '... and marked';
is $web->run('return document.querySelector("#element-body tr.wrong td").textContent'), $K - $missing,
    '... from the first of them on';

# Each product's elements were copied before they were read, by some line of the kernel.
open_page('right-03_smem', '#element=C[200][260]');
my $history = $web->run('return [...document.querySelectorAll("#element-body tr")].slice(1).map(r => [...r.children].map(c => c.textContent))');
is scalar @$history, 128, 'the history of an element of lab 03: each k';
my ($store_a, $store_b, $load) = map { my $p = $_; (map { $_->{line} } grep { $p->($_) } @{trace('right-03_smem')->{row}})[0] }
    sub { $_[0]{op} eq 'store' && $_[0]{array} eq 'As' }, sub { $_[0]{op} eq 'store' && $_[0]{array} eq 'Bs' },
    sub { $_[0]{op} eq 'load' && $_[0]{array} eq 'As' };
my @odd = grep {
    my ($k, $ca, $ra, $cb, $rb, $fault) = @$_;
    my ($when_ca, $when_ra) = map { /cycle ([\d,]+)$/ ? $1 =~ s/,//gr : -1 } $ca, $ra;
    !($ca =~ /^line $store_a, / && $cb =~ /^line $store_b, / && $ra =~ /^line $load, / && $rb =~ /^line $load, / && $when_ca < $when_ra && $fault eq '')
} @$history;
is_deeply \@odd, [], '... copied by one line, and read later by another';
is_deeply [$web->console], [], '... nothing in the console';

# ---- More than a page has room for.

cmp_ok -s "$folder/gather.html", '<', 10_000_000, 'addresses that never repeat: ' . (-s "$folder/gather.html") . ' bytes';
ok open_page('gather'), '... is shown';
my $all = @{trace('gather')->{row}};
my $left = $web->run('return page.left_out[0]');
is $web->run('return trace.n') + $left, $all, "... with $left of $all requests left out";
like text('#about'), qr/\b$left further requests are left out\./, '... which it says';
is_deeply [$web->console], [], '... nothing in the console';

# ---- What if: the page's count is the emulator's of a kernel that is so.

sub wavefronts { my ($t, $array) = @_; my $n = 0; $n += $_->{cost} for grep { $_->{array} eq $array && accesses($_) } @{$t->{row}}; $n }
ok open_page('flat'), 'what if: is shown';
my $now = commas(wavefronts(trace('flat'), 'As'));
my $then = commas(wavefronts(trace('right-06_vector'), 'As'));
isnt $now, $then, '... padding makes a difference';
$web->run('const pad = byId("layout-pad"); byId("layout-array").value = "As"; pad.value = 4; pad.dispatchEvent(new Event("input"))');
like text('#layout-sum'), qr/^All wavefronts of As: $now now, $then with this layout/, '... the one that the emulator counts';
$web->run('const pad = byId("layout-pad"); pad.value = 1; pad.dispatchEvent(new Event("input"))');
like text('#layout-sum'), qr/^A lane's words would not be neighbours/, '... a float4 needs aligned rows';
open_page('right-06_vector');
my $rows = $web->run('return [...document.querySelectorAll("#order-body tr")].map(r => [...r.children].map(c => c.textContent))');
# Blocks of 128 x 128 in a grid of 32 x 32. 132 SMs hold two each by nvcc's registers, or one by
# the estimate where there is no nvcc: 264 or 132. Row by row 9 or 5 rows of tiles and all 32 columns.
my $two = $web->run('return page.resident') == 2;
is $web->run('return page.sms * page.resident'), $two ? 264 : 132, 'what if: blocks at a time';
is_deeply [@{$rows->[0]}[0 .. 2]], ['row by row', $two ? 9 : 5, 32], '... row by row';
is $rows->[0][3], $two ? '82.0 MiB' : '74.0 MiB', '... (9 + 32) * 128 * 4096 * 4 bytes';
is_deeply [@{$rows->[5]}[0 .. 2]], ['groups of 16 rows', 16, $two ? 17 : 9], '... groups of 16 rows';

# ---- What if a tile were otherwise: what the model said.

sub tiles { my ($head, @rows) = grep { !/^#/ } split /\n/, slurp("$folder/$_[0].tiles.tsv"); my @names = split /\t/, $head; map { my %r; @r{@names} = split /\t/, $_, -1; \%r } @rows }
open_page('right-05_tile2d');
my @tiles = tiles('right-05_tile2d');
cmp_ok scalar @tiles, '>', 4, 'what if: tiles of other sizes';
is_deeply $web->run('return [...document.querySelectorAll("#whatif-tiles-body tr")].map(r => [...r.children].map(c => c.textContent.replaceAll(",", "")))'),
    [map { my $r = $_; my $faster = $r->{gflops} > $tiles[0]{gflops} ? '▲ ' : ''; [map { s/,//gr } $r->{change}, "$faster$r->{gflops}", @$r{qw(ops_per_byte threads shared registers blocks limit bottleneck)}] } @tiles],
    '... as the model has them';
my ($bench) = map { (split /\t/)[10] } grep { /M=2048,N=2048,K=2048/ && !/^#/ } split /\n/, slurp("$folder/bench.tsv");
cmp_ok abs($tiles[0]{gflops} / $bench - 1), '<', 1e-4, "... $bench GFLOP/s as in the benchmark";

# ---- Predictions.

open_page('right-02_coalesce');
my $asked = $web->run('return predict.questions.map(q => [q.id, q.answer, q.pane])');
cmp_ok scalar @$asked, '>=', 3, 'predictions: questions';
is $web->run('return getComputedStyle(byId("request-canvas")).visibility'), 'visible', '... which cover nothing';
my @request = grep { $_->[2] eq 'request' } @$asked;
for my $q (@request) {
    $web->run('const q = predict.questions.find(q => q.id === arguments[0]); q.input.value = "many"; q.form.requestSubmit()', $q->[0]);
    like $web->run('return predict.questions.find(q => q.id === arguments[0]).said.textContent', $q->[0]),
        qr/^Type a number/, '... a word is no number';
    my $typed = $q eq $request[0] ? $q->[1] : $q->[1] * 2 + 1;
    $web->run('const q = predict.questions.find(q => q.id === arguments[0]); q.input.value = arguments[1]; q.form.requestSubmit()', $q->[0], "$typed");
    like $web->run('return predict.questions.find(q => q.id === arguments[0]).said.textContent', $q->[0]),
        $q eq $request[0] ? qr/^Right: the count is $q->[1]\./ : qr/^Not right: the count is $q->[1]\./, "... $typed";
}
$web->run('localStorage.clear()');
# The rule of the terminal, view/predict/judge.awk.
for (['4', 4, 1], ['4.0', 4, 1], ['4.03', 4, 0], ['1/8', 0.125, 1], ['.13', 0.125, 1], ['.1', 0.125, 0],
    ['1,024', 1024, 1], ['1.3', 1.3333, 1], ['1', 1.3333, 0], ['99', 99.6, 0], ['100', 99.6, 1]) {
    my ($typed, $expected, $met) = @$_;
    my $said = `printf '%s\n' '$typed' | awk -v expected=$expected -f view/predict/judge.awk`;
    is $said, $met ? "met\n" : "not met\n", "$typed for $expected, in the terminal";
    is $web->run('return predictMet(arguments[0], arguments[1])', $typed, $expected) ? 1 : 0, $met, '... and in the page';
}
is $web->run('return page.questions'), undef, 'a kernel with a fault is shown without questions'
    if open_page('race');

# ---- Tiles of the copy engine.

require './tests/explorer_tiles.pl';
for my $name ('tma', 'stores') {
    ok open_page($name), "$name: is shown";
    cmp_ok -s "$folder/$name.html", '<', 2_000_000, '... ' . (-s "$folder/$name.html") . ' bytes, less than 2 MB';
    tiles_of($web, trace($name), $name eq 'stores');
    is_deeply [$web->console], [], '... nothing in the console';
}
ok open_page('more'), 'a phase that expects too many bytes: is shown';
is text('#fault-verdict'), 'BARRIER', '... its verdict';
$web->run('main.moment = trace.n - 3; show()');
my @missing = @{$web->run('return [...byId("tiles-barriers").children[0].children].map(c => c.textContent)')};
is_deeply [@missing[0 .. 3]], ['mbarrier 0', '0', '0', '16'], '... 16 bytes are missing';
like $missing[4], qr/7$/, '... and warps wait for them';
open_page('race');
is $web->run('return byId("pane-tiles").hidden'), JSON::PP::true, 'a kernel without a copy engine has no such pane';

my %used;
$used{$_}++ for slurp('view/explorer/page/page.html') =~ /id="([a-z-]+)"/g;
is join(' ', grep { $used{$_} > 1 } sort keys %used), '', 'each id of the page is used once';

# ---- Keys, links.

open_page('right-03_smem');
my $list = $web->run('return trace.ofWarp[0].slice(0, 3)');
$web->run('document.body.focus()');
$web->key("\x{E014}");
is $web->wait_for('return main.moment === 1', 5), JSON::PP::true, 'right arrow: the next request';
$web->key(']');
ok $web->wait_for('return main.moment > 10', 5), 'the next barrier: the last warp arrives';
my $arrived = trace('right-03_smem')->{sorted}[moment()];
is $arrived->{op}, 'barrier', '... which is at a barrier';
is_deeply [grep { $_->{op} eq 'barrier' && $_->{end} == $arrived->{end} && $_->{begin} > $arrived->{begin} } @{trace('right-03_smem')->{row}}],
    [], '... after all others';
$web->run('go(trace.n - 1)');
$web->key('[');
ok $web->wait_for('return main.moment === main.arrivals[main.arrivals.length - 1]', 5), 'the barrier before';
$web->run('go(0)');
$web->wait_for('return main.moment === 0', 5);
$web->key('k');
ok $web->wait_for('return main.moment > 3', 5), 'k: it plays';
$web->key('k');
my $at = moment();
select undef, undef, undef, 0.3;
is moment(), $at, '... and stops';
open_page('right-03_smem', '#moment=500&element=C[192][256]');
is moment(), 499, 'a link opens at its moment';
like text('#element-said'), qr/^C\[192\]\[256\] is stored by thread/, '... and with its element';
open_page('right-05_tile2d');
$web->run('const s = byId("layout-swizzle"); byId("layout-array").value = "Bs"; s.value = "4 column"; s.dispatchEvent(new Event("input")); go(banksFind()[0])');
$web->wait_for('return main.moment === banksFind()[0]', 5);
like text('#request-said'), qr/in 4 wavefronts, no bank conflict\. 8 lanes are served at a time\. This is with the layout of What if\./, 'another layout: the request has it';
is $web->run('return byId("layout-badge").hidden'), JSON::PP::false, '... and the page says so';
$web->run('byId("layout-reset").click()');
like text('#request-said'), qr/in 8 wavefronts, 4 without bank conflicts\./, '... until it is reset';
is $web->run('return byId("layout-badge").hidden'), JSON::PP::true, '... then no more';

# ---- Narrow and dark; names for a screen reader.

$web->size(400, 800);
for my $name (@right, 'race', 'tma') {
    open_page($name);
    cmp_ok $web->run('return document.documentElement.scrollWidth'), '<=', 400, "$name: 400 pixels are enough";
}
is $web->run(<<'JS'), '', 'each control has a name';
return [...document.querySelectorAll("input, select, button, canvas")].filter(x =>
    !(x.labels && x.labels.length) && !x.getAttribute("aria-label") && !x.textContent.trim())
    .map(x => x.outerHTML).join();
JS
$web->close;
$web = browser->new(dark => 1);
open_page('right-05_tile2d');
is $web->run('return getComputedStyle(document.body).color'), 'rgb(228, 231, 234)', 'dark colours';
$web->run('byId("colours").click()');
is $web->run('return getComputedStyle(document.body).color'), 'rgb(27, 31, 35)', '... and light ones, at a click';
is_deeply [$web->console], [], '... nothing in the console';
$web->close;

# ---- What is withheld.

sub source {
    my ($data) = slurp("$folder/$_[0].html") =~ /id="data">\s*(.*?)\s*<\/script>/s;
    return decode_json(Compress::Zlib::memGunzip(decode_base64($data)))->{source}{lines};
}
my @withheld = grep { !defined } @{source('withheld')};
cmp_ok scalar @withheld, '>', 8, 'the reference: ' . @withheld . ' lines are withheld';
unlike join("\n", map { $_ // '' } @{source('withheld')}), qr/acc \+=/, '... what a learner writes among them';
is scalar(grep { !defined } @{source('open')}), 0, '... none once the lab passes';
like slurp("$folder/99.txt"), qr/there is no explore99: the labs are 00 /, 'a lab that there is not';
like slurp("$folder/skeleton.txt"), qr/^(?:plot|explorer): the kernel never touches memory: is a STEP still empty\?$/m,
    'a skeleton';
done_testing;
