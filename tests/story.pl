# The tests of tests/story.t: usage perl -Itests tests/story.pl FOLDER. The folder has pages, and
# of each the trace, the model and the record that it was made from.
use strict;
use utf8;
use warnings;
use JSON::PP;
use Test::More;
use browser;

binmode Test::More->builder->$_, ':utf8' for qw(output failure_output todo_output);
our $folder = shift;
require './tests/story_trace.pl';
require './tests/story_says.pl';
require './tests/story_costs.pl';

# ---- Every page, every step.

my %says = (thread => \&says_thread, index => \&says_index, fragments => \&says_fragments, warp => \&says_warp, block => \&says_block,
    banks => \&says_banks, time => \&says_time, bill => \&says_bill, ring => \&says_ring, map => \&says_map, fault => \&says_fault);
my %has = ('00_saxpy' => 'thread warp block time bill', '01_naive' => 'thread warp block time bill',
    '02_coalesce' => 'index thread warp block time bill', '03_smem' => 'thread warp block banks time bill',
    '08_pipeline' => 'thread warp ring banks time bill', '13_tensor' => 'fragments warp ring banks time bill',
    '14_tma' => 'fragments map ring time bill', '15_persistent' => 'map ring banks time bill', '16_latent' => 'map ring banks time bill',
    '17_attention' => 'block banks time bill', '18_hopper_attention' => 'map ring banks time bill', '19_fp8' => 'map ring banks time bill');
my $web = browser->new;
my @pages = map { m,.*/(.*)\.html, } sort glob "$folder/*.html";
my %before;
my @labs = grep { /^right-/ } @pages;
$before{$labs[$_]} = $labs[$_ - 1] for 1 .. $#labs;

sub open_page {
    my ($name, $hash) = @_;
    $web->go('about:blank');
    $web->go("file://$folder/$name.html" . ($hash // ''));
    return $web->wait_for('return document.documentElement.dataset.ready', 20);
}

# What is drawn beyond the stage, or over another text.
my $drawn = <<'JS';
const W = story.canvas.clientWidth, H = parseFloat(story.canvas.style.height), found = [];
const T = stage.texts.filter(t => t.text.trim());
for (const t of T)
    if (t.x < -1 || t.y < -1 || t.x + t.w > W + 1 || t.y + t.h > H + 1)
        found.push(`clipped: ${t.text}`);
T.forEach((p, n) => T.slice(n + 1).forEach(q => {
    if (p.x + 1 < q.x + q.w && q.x + 1 < p.x + p.w && p.y + 2 < q.y + q.h && q.y + 2 < p.y + p.h)
        found.push(`${p.text} over ${q.text}`);
}));
if (document.documentElement.scrollWidth > document.documentElement.clientWidth)
    found.push("wider than the page");
return found.slice(0, 5);
JS

for my $name (@pages) {
    my $t = trace($name);
    my ($lab) = $name =~ /^[a-z]+-(\d\d_[a-z0-9]+)/;
    my $before = $before{"right-$lab"};
    $web->size(1400, 900);
    ok open_page($name), "$name: is shown";
    my $ids = $web->run('return story.steps.map(s => s.id)');
    is "@$ids", $has{$lab}, '... its steps' if $name =~ /^right/ && $has{$lab};
    cmp_ok scalar @$ids, '<=', 6, '... six at most';
    is $ids->[0], 'fault', '... the fault is the first' if $name =~ /^wrong/;
    is $web->run('return byId("story").hidden'), JSON::PP::false, '... the page opens on them';
    for my $n (0 .. $#$ids) {
        my ($said, $step) = @{$web->run(<<'JS', $n)};
const s = story.steps[arguments[0]];
if (s.question)
    s.question.skipped = true;
storyGo(arguments[0]);
return [byId("caption").textContent, {warp: s.numbers.warp ?? s.warp, i: s.numbers.i,
    from: s.found?.from, windowFrom: s.numbers.from, windowTo: s.numbers.to, otherWarp: s.other?.warp,
    now: s.numbers.now ? s.numbers.now(story.beat) : null,
    k: s.numbers.shown?.[story.beat].k, of: s.numbers.shown?.[story.beat].of, deep: s.numbers.shown ? s.numbers.shown[story.beat].last - s.numbers.shown[story.beat].k + 1 : 0, beats: s.beats}];
JS
        is number($said), number($says{$ids->[$n]}->($t, number($said), $step, $before, $name)), "... $ids->[$n]: $said";
        my $long = () = $said =~ /\S+/g;
        cmp_ok $long, '<=', 20, '... twenty words at most';
        # Each beat: something is drawn, and is said.
        is $web->run('const s = story.steps[story.at]; for (let b = 0; b < s.beats; b++) { storyBeat(b); if (!byId("caption").textContent || s.moment(b) === undefined) return b } return -1'),
            -1, '... every moment';
        $web->run('storyBeat(story.steps[story.at].rest)');
    }
    for my $width (1400, 1000, 400) {
        $web->size($width, 900);
        for my $n (0 .. $#$ids) {
            $web->run('storyGo(arguments[0])', $n);
            is_deeply $web->run($drawn), [], "... $ids->[$n]: nothing is clipped at $width pixels";
        }
    }
    is_deeply [$web->console], [], '... nothing in the console';
}

# ---- Questions, keys, pointing.

$web->size(1400, 900);
ok open_page('right-03_smem', '#step=banks'), 'a question: its step is shown';
is $web->run('return byId("ask").hidden'), JSON::PP::false, '... it asks';
is $web->run('return story.beat'), 0, '... before the picture shows the answer';
is $web->run('return stage.texts.filter(t => /^[1-9]\d* wavefront/.test(t.text)).length'), 0, '... which is not there yet';
my ($id, $answer) = @{$web->run('const q = story.steps[story.at].question; return [q.id, q.answer]')};
$web->run('byId("ask-number").value = "many"; byId("ask").requestSubmit()');
like $web->run('return byId("ask-said").textContent'), qr/^Type a number/, '... a word is no number';
$web->run('byId("ask-number").value = arguments[0]; byId("ask").requestSubmit()', "$answer");
is $web->run('return byId("ask").hidden'), JSON::PP::true, "... answered with $answer";
like $web->run('return byId("ask-reply").textContent'), qr/^Right: the count is $answer\./, '... right';
cmp_ok $web->run('return story.beat'), '>', 0, '... then the picture shows it';
open_page('right-03_smem', '#step=banks');
is $web->run('return byId("ask").hidden'), JSON::PP::true, '... and it is not asked again';
$web->run('localStorage.clear()');
open_page('right-03_smem', '#step=block');
$web->run('byId("ask-skip").click()');
is $web->run('return byId("ask").hidden'), JSON::PP::true, 'a question that is skipped';
like $web->run('return byId("ask-reply").textContent'), qr/^Here the count is \d/, '... is answered by the picture';
is $web->run('return page.questions'), undef, 'a kernel with a fault is shown without questions' if open_page('wrong-03_smem-RACE-missing-first-barrier');

open_page('right-02_coalesce', '#step=warp');
$web->run('const q = story.steps[story.at].question; if (q) q.skipped = true; storyBeat(3)');
$web->run('document.body.focus()');
$web->key("\x{E014}");
is $web->wait_for('return story.beat === 4', 5), JSON::PP::true, 'right arrow: the next moment';
$web->key(']');
is $web->wait_for('return story.steps[story.at].id === "block"', 5), JSON::PP::true, ']: the next step';
$web->key('[');
$web->wait_for('return story.steps[story.at].id === "warp"', 5);
$web->key('k');
is $web->wait_for('return story.playing && story.beat > 2 && story.beat < 30', 8), JSON::PP::true, 'k: it plays from the first moment';
$web->key('k');
is $web->run('return story.playing'), JSON::PP::false, '... and stops';
$web->run('storyBeat(20); const h = stage.hits.find(b => b.lane === 7), e = story.canvas.getBoundingClientRect(); story.canvas.dispatchEvent(new PointerEvent("pointermove", {clientX: e.left + h.x + h.w / 2, clientY: e.top + h.y + h.h / 2}))');
is $web->run('return stage.lane'), 7, 'pointing at a lane: it is followed';
is $web->run('return byId("story-source").classList.contains("lit")'), JSON::PP::true, '... its operands in the source, too';
$web->run('byId("to-panes").click()');
is $web->run('return byId("story").hidden && !byId("panes").hidden'), JSON::PP::true, 'all panes are behind a button';
$web->run('byId("to-panes").click()');
is $web->run('return byId("panes").hidden && !byId("story").hidden'), JSON::PP::true, '... and the story again';
is_deeply [$web->console], [], '... nothing in the console';

# 60 frames per second: while a step plays, no frame takes longer than the next one's time.
open_page('right-08_pipeline', '#step=ring');
$web->run(<<'JS');
window.frames_ = [];
storyPlay(true);
const frame = time => { window.frames_.push(time); if (window.frames_.length < 120) requestAnimationFrame(frame) };
requestAnimationFrame(frame);
JS
ok $web->wait_for('return window.frames_.length >= 120', 10), 'a step plays: 120 frames';
$web->close;
done_testing;
