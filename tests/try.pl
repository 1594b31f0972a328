# The tests of tests/try.t: usage perl -Itests tests/try.pl SITE [full].
use strict;
use utf8;
use warnings;
use File::Spec;
use IO::Socket::INET;
use Test::More;
use Time::HiRes qw(sleep time);
use browser;

binmode Test::More->builder->$_, ':utf8' for qw(output failure_output todo_output);
my ($site, $full) = @ARGV;

sub slurp {
    open my $in, '<:utf8', $_[0] or die "$_[0]: $!\n";
    local $/;
    return scalar <$in>;
}

# A static server of the site, which sends nothing but files.
my $port = IO::Socket::INET->new(LocalAddr => '127.0.0.1', Listen => 1)->sockport;
my $server = fork // die "$!\n";
if (!$server) {
    open $_, '>', '/dev/null' for *STDOUT, *STDERR;
    exec 'python3', '-m', 'http.server', '-b', '127.0.0.1', '-d', $site, $port or exit 2;
}
sub stop_server {
    kill TERM => $server if $server;
    waitpid $server, 0 if $server;
    $server = 0;
}
END { local $?; stop_server() }
my $page = "http://127.0.0.1:$port/try/index.html";
for (1 .. 100) {
    last if IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $port);
    sleep 0.1;
}

my $b = browser->new;
$b->size(1400, 900);
sub opened {
    $b->go($page);
    return $b->wait_for('return !document.getElementById("run").disabled', 120);
}
sub choose { # a lab, with this text or what is kept
    my ($lab, $text) = @_;
    $b->run('if (arguments[1] !== null) localStorage.setItem("kernel:" + arguments[0], JSON.stringify(arguments[1]));
        location.hash = "#lab=" + arguments[0]', $lab, $text);
    $b->wait_for("return document.getElementById('lab').value === '$lab' && !location.hash", 10);
}
my $SAID = 'const w = document.querySelector("#said .word"); return w && !/checking/.test(w.textContent) && document.getElementById("run").textContent === "Run"
    && w.textContent.replace(/^\W+/, "")';
my $took;
sub verdict { # of Run
    my $from = time;
    $b->run('document.getElementById("run").click()');
    $b->wait_for('const w = document.querySelector("#said .word"); return w && !/checking/.test(w.textContent)', 120);
    $took = time - $from;
    return $b->wait_for($SAID, 120) // 'none';
}
sub place { $b->run('const p = document.querySelector("#said .place"); return p ? p.textContent : ""') }

ok opened(), 'the compiler is loaded';
like $b->wait_for('const h = document.querySelector("#text h1"); return h && h.textContent', 10), qr/Lab 00/, "the lab's text is there";

choose('00_saxpy', undef);
is verdict(), 'INCOMPLETE', 'a skeleton is INCOMPLETE';
like place(), qr{^labs/00_saxpy/kernel\.cu:\d+$}, '... at a line';
ok $b->run('return !!document.querySelector(".cm-lint-marker-error")'), '... which the editor marks';

choose('03_smem', slurp('solutions/03_smem/kernel.cu'));
is verdict(), 'PASS', "lab 03's reference kernel passes";
is $b->run('return document.querySelectorAll("#rules tbody tr").length'), 3, '... with its counts';
like $b->run('return document.getElementById("speed").textContent'), qr/your kernel/, '... and its speed';
$b->run('document.querySelector("#sides [data-side=story]").click()');
ok $b->wait_for('return document.querySelector("#story iframe")?.contentDocument?.documentElement?.dataset.ready', 20), '... and its story';
is $b->run('return document.querySelector(".cm-lint-marker-error")'), undef, '... and no line is marked';

(my $racy = slurp('solutions/03_smem/kernel.cu')) =~ s/__syncthreads\(\);([^\n]*\n\s+for \(int k)/$1/ or die;
choose('03_smem', $racy);
is verdict(), 'RACE', 'without a barrier it is a RACE';
choose('03_smem', slurp('solutions/03_smem/kernel.cu') =~ s/__shared__ float As/__shared__ flaot As/r);
is verdict(), 'COMPILE_ERROR', 'a wrong word is a COMPILE_ERROR';
choose('01_naive', slurp('solutions/01_naive/kernel.cu') =~ s/(void sgemm\([^{]*\{)/$1\n    for (volatile int i = 0; i < 1; i += 0)\n        ;/r);
is verdict(), 'TIMEOUT', 'a loop of host code that does not end is a TIMEOUT';
choose('00_saxpy', slurp('solutions/00_saxpy/kernel.cu'));
is verdict(), 'PASS', 'and the next kernel is checked as before';

choose('07_autotune', slurp('solutions/07_autotune/kernel.cu'));
is verdict(), 'PASS', 'a lab with tiles passes';

# Any CUDA program.
choose('program', undef);
$b->run('document.getElementById("run").click()');
like $b->wait_for('const r = document.getElementById("report").textContent; return /exit status/.test(r) && r', 60), qr/sum 499500, expected 499500/, 'any program runs';

# A link, and the work as a file.
choose('02_coalesce', slurp('solutions/02_coalesce/kernel.cu'));
$b->run('navigator.clipboard.writeText = async (text) => { window.copied = text }; document.getElementById("link").click()');
my $link = $b->wait_for('return window.copied', 10);
like $link, qr/#lab=02_coalesce&kernel=[\w-]+$/, 'a link has the kernel in its fragment';
$b->run('localStorage.removeItem("kernel:02_coalesce"); location.hash = "#lab=01_naive"');
$b->wait_for('return document.getElementById("lab").value === "01_naive"', 10);
$b->run('location.hash = new URL(arguments[0]).hash', $link);
$b->wait_for('return document.getElementById("lab").value === "02_coalesce"', 10);
is $b->run('return JSON.parse(localStorage.getItem("kernel:02_coalesce"))'), slurp('solutions/02_coalesce/kernel.cu'), '... and brings it';
$b->run('URL.createObjectURL = (blob) => { blob.arrayBuffer().then((x) => { window.saved = [...new Uint8Array(x)] }); return "#" }; document.getElementById("export").click()');
my $saved = $b->wait_for('return window.saved', 10);
my $zip = File::Spec->catfile(File::Spec->tmpdir, "try-$$.zip");
open my $out, '>:raw', $zip or die;
print $out pack 'C*', @$saved;
close $out;
SKIP: {
    skip 'no unzip', 1 if system 'command -v unzip >/dev/null';
    is qx(unzip -p '$zip' labs/02_coalesce/kernel.cu), qx(cat solutions/02_coalesce/kernel.cu), 'the work as a file is what make submit packs';
}
unlink $zip;
$b->run('localStorage.removeItem("kernel:02_coalesce"); const given = new DataTransfer(), input = document.getElementById("import");
    given.items.add(new File([new Uint8Array(window.saved)], "submission.zip")); input.files = given.files; input.dispatchEvent(new Event("change"))');
is $b->wait_for('return JSON.parse(localStorage.getItem("kernel:02_coalesce"))', 10), slurp('solutions/02_coalesce/kernel.cu'), '... and comes back';
$b->run('const given = new DataTransfer(), input = document.getElementById("import"); given.items.add(new File(["text"], "a.txt")); input.files = given.files; input.dispatchEvent(new Event("change"))');
like $b->wait_for('return !document.getElementById("notice").hidden && document.getElementById("notice").textContent', 10), qr/^a\.txt: this is no zip file/, 'another file gets a line';

# Nothing gets out.
my $asked = $b->run('return performance.getEntriesByType("resource").map((e) => e.name).filter((name) => !name.startsWith(location.origin))');
is_deeply $asked, [], 'the page asks no other host';
my $refused = $b->ask(POST => '/execute/async', {script => 'const done = arguments[0];
    document.addEventListener("securitypolicyviolation", (e) => done(e.effectiveDirective)); fetch("http://127.0.0.2:9/").catch(() => setTimeout(done, 1000, "no violation"))', args => []});
is $refused, 'connect-src', '... and its policy refuses one';

# Twenty runs in a row.
sub memory { # of the page's processes, in MB
    my $all = 0;
    for my $status (glob '/proc/[0-9]*/status') {
        my $command = eval { slurp($status =~ s/status$/cmdline/r) } // next;
        next unless $command =~ /type=renderer/ && $command =~ /\Q$b->{folder}\E/;
        $all += $1 / 1024 if (eval { slurp($status) } // '') =~ /VmRSS:\s+(\d+)/;
    }
    return $all;
}
choose('01_naive', slurp('solutions/01_naive/kernel.cu'));
my $runs = $full ? 20 : 5;
verdict() for 1 .. 3;
my $before = memory();
verdict() for 1 .. $runs;
my $after = memory();
cmp_ok $before, '>', 50, "the page's memory is measured";
cmp_ok $after, '<', 1.25 * $before + 100, sprintf "%d runs do not grow it: %.0f MB, then %.0f", $runs, $before, $after;

# Labs 00 to 03 by typing, each with three mistakes.
sub typed { # a reference kernel's lines in place of the skeleton's TODO lines, by keys
    my ($lab) = @_;
    $b->run('localStorage.removeItem("kernel:" + arguments[0])', $lab);
    choose('04_tile1d', undef);
    choose($lab, undef);
    my (%lines, $step);
    for (split /\n/, slurp("solutions/$lab/kernel.cu")) {
        if (m{// STEP (\d+)}) { $step = $1 }
        elsif (m{// END}) { $step = undef }
        elsif (defined $step) { push @{$lines{$step}}, $_ }
    }
    return %lines;
}
sub type_at { # in place of the TODO line of a STEP
    my ($step, @lines) = @_;
    $b->run('const doc = [...document.querySelectorAll(".cm-line")], at = doc.findIndex((l) => l.textContent.includes("// STEP " + arguments[0] + ":"));
        const todo = doc.slice(at).find((l) => l.textContent.includes("// TODO")), range = document.createRange();
        range.selectNodeContents(todo); const s = getSelection(); s.removeAllRanges(); s.addRange(range); document.querySelector(".cm-content").focus()', $step);
    sleep 0.2;
    for my $i (0 .. $#lines) {
        $b->key("\x{E007}") if $i; # Enter; the editor indents, so the line begins again
        $b->key("\x{E011}\x{E011}") if $i;
        $b->key($lines[$i]);
    }
}
if ($full) {
    my %mistakes = (
        '00_saxpy' => [[qr/i < n/, 'i <= n', 'OUT_OF_BOUNDS'], [qr/a \* x\[i\]/, 'x[i]', 'WRONG'], [qr/;/, '', 'COMPILE_ERROR']],
        '01_naive' => [[qr/k < K/, 'k <= K', 'OUT_OF_BOUNDS'], [qr/alpha \* /, '', 'WRONG'], [qr/;/, '', 'COMPILE_ERROR']],
        '02_coalesce' => [[qr/threadIdx\.x/, 'threadIdx.y', 'WRONG|OUT_OF_BOUNDS|TECHNIQUE|RACE'], [qr/threadIdx\.y/, 'threadIdx.x', 'WRONG|OUT_OF_BOUNDS|TECHNIQUE|RACE'], [qr/;/, '', 'COMPILE_ERROR']],
        '03_smem' => [[qr/__syncthreads\(\);/, '', 'RACE'], [qr/acc \+=/, "acc =", "WRONG"], [qr/__shared__ /, '', 'WRONG|UNINITIALIZED|COMPILE_ERROR|TECHNIQUE']],
    );
    for my $lab (sort keys %mistakes) {
        for my $mistake (@{$mistakes{$lab}}) {
            my ($from, $to, $want) = @$mistake;
            my %lines = typed($lab);
            my $done = 0;
            for my $step (sort keys %lines) {
                for (@{$lines{$step}}) { $done ||= s/$from/$to/ }
                type_at($step, @{$lines{$step}});
            }
            like verdict(), qr/^(?:$want)$/, sprintf "%s typed with a mistake (%s): %s, %.1f s", $lab, $to || 'left out', place(), $took;
        }
        my %lines = typed($lab);
        type_at($_, @{$lines{$_}}) for sort keys %lines;
        is verdict(), 'PASS', sprintf "%s typed: %.1f s", $lab, $took;
    }
}

# Without a network.
ok $b->wait_for('return navigator.serviceWorker.controller !== null', 20), 'a service worker keeps the page';
stop_server();
ok opened(), 'offline the page opens, with the compiler';
like $b->wait_for('const h = document.querySelector("#text h1"); return h && /Lab/.test(h.textContent) && h.textContent', 10) // '', qr/Lab/, "... with the lab's text";
choose('03_smem', $racy);
is verdict(), 'RACE', '... and checks';

my @errors = grep { !/favicon|127\.0\.0\.2|net::ERR_(?:CONNECTION|FAILED)/ } $b->console;
is_deeply \@errors, [], 'the console has no errors';
$b->close;
done_testing;
