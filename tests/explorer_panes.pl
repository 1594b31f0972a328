# The panes, for tests/explorer.pl: what they show at a moment, and of a whole kernel, against the
# trace.
use strict;
use utf8;
use warnings;
use Test::More;

our $web;
my $ZERO = -1000000001;
my $COMPUTED = -1000000002;
my $UNSET = -1000000003;

sub text { $web->run('return document.querySelector(arguments[0]).textContent', $_[0]) }
sub moment { $web->run('return main.moment') }

# The number that the page has for the origin of a word.
sub origin_number {
    return $_[0] eq 'z' ? $ZERO : $_[0] eq 'c' ? $COMPUTED : 0 + $_[0];
}

# The panes at a moment.
sub panes_at {
    my ($i, $t) = @_;
    my $row = $t->{sorted}[$i];
    $web->run('main.moment = arguments[0]; show()', $i);
    my $said = text('#request-said');
    like $said, qr/^warp $row->{warp}, line $row->{line}:/, "... moment $i: warp and line";
    is $web->run('return document.querySelector("tr.now td").textContent'), $row->{line},
        '... the source has it';
    if (accesses($row)) {
        my ($cost) = $said =~ /([\d,]+) (?:sector|wavefront)/;
        is $cost, $row->{cost}, '... what it costs';
        my $lanes = grep { defined } @{$row->{lanes}};
        like $said, qr/ $lanes lanes?, /, '... its lanes';
    }
    my $cycle = commas($row->{begin});
    like text('#moment'), qr/^cycle $cycle of /, '... its time';
    is_deeply $web->run('return trace.shared.map((a, n) => [...replay.now.shared[n].origin])'),
        shared_at($t, $i), '... shared memory, word by word';
    my %at;
    for my $r (@{$t->{sorted}}[0 .. $i]) { $at{$r->{warp}} = $r->{line} }
    my %on;
    $on{$_}++ for values %at;
    my $shown = $web->run(<<'JS');
return Object.fromEntries([...source.rows.entries()].filter(([, r]) => r && r.children[1].textContent)
    .map(([line, r]) => [line, Number(r.children[1].textContent)]));
JS
    is_deeply $shown, \%on, '... the warps on each line';
}

sub commas { 1 while $_[0] =~ s/^(\d+)(\d{3})/$1,$2/; $_[0] }

# The origins in each shared array after row i, in the order of time.
sub shared_at {
    my ($t, $i) = @_;
    my (@names, %words, %of);
    for my $r (@{$t->{row}}) {
        next unless $r->{space} eq 'shared' && $r->{op} ne 'fault' && $r->{op} ne 'other';
        push @names, $r->{array} unless exists $words{$r->{array}};
        $words{$r->{array}} //= 0;
        for (grep { defined } @{$r->{lanes}}) {
            my $end = ($_ + $r->{size}) / 4;
            $words{$r->{array}} = $end if $end > $words{$r->{array}};
        }
    }
    for (@{$t->{comment}}) {
        my ($name, @size) = /^shared (\S+) (.*)/ ? ($1, split / /, $2) : next;
        my $words = 1 / 4;
        $words *= $_ for @size;
        $words{$name} = $words if $words > $words{$name};
    }
    # The page lists arrays in the order of time.
    my %seen;
    @names = grep { !$seen{$_}++ } map { $_->{array} } grep { $_->{space} eq 'shared' } @{$t->{sorted}};
    $of{$_} = [($UNSET) x $words{$_}] for @names;
    for my $r (@{$t->{sorted}}[0 .. $i]) {
        next unless $r->{space} eq 'shared' && $r->{op} eq 'store';
        my @origin = split /,/, $r->{origin};
        for my $lane (grep { defined $r->{lanes}[$_] } 0 .. 31) {
            my $k = 0;
            $of{$r->{array}}[$r->{lanes}[$lane] / 4 + $k++] = origin_number($_)
                for split m,/,, $origin[$lane];
        }
    }
    return [map { $of{$_} } @names];
}

# The margin of the source, and the table of waits.
sub lines_of {
    my ($t) = @_;
    my (%requests, %cost, %waits, $all);
    for my $r (@{$t->{row}}) {
        if ($r->{waited}) {
            $waits{"$r->{line} $r->{why}"} += $r->{waited};
            $all += $r->{waited};
        }
        next unless accesses($r);
        $requests{$r->{line}}++;
        my $c = $cost{$r->{line}}{$r->{array}} //= [0, 0, $r->{space}];
        $c->[0] += $r->{cost};
        $c->[1]++;
    }
    my $shown = $web->run(<<'JS');
return Object.fromEntries([...source.rows.entries()].filter(([, r]) => r && r.children[2].textContent)
    .map(([line, r]) => [line, [r.children[2].textContent, r.children[3].textContent]]));
JS
    my %want;
    for my $line (keys %requests) {
        my %c = %{$cost{$line}};
        my %each = map { $_ => sprintf('%.2f', $c{$_}[0] / $c{$_}[1]) =~ s/\.?0+$//r } keys %c;
        my @order = split /, /, $shown->{$line}[1] // '';
        is_deeply [sort @order],
            [sort map { "$_ $each{$_} " . ($c{$_}[2] eq 'shared' ? 'w' : 's') } keys %c],
            "... line $line: what each request costs";
        is $shown->{$line}[0], $requests{$line}, '... its requests';
    }
    is scalar keys %$shown, scalar keys %requests, '... no other line has requests';
    my @longest = sort { $waits{$b} <=> $waits{$a} } keys %waits;
    my ($line) = @longest ? split / /, $longest[0] : ();
    is text('#gaps-body button'), "line $line", '... the longest waits' if @longest;
    my $share = @longest ? sprintf '%.0f', 100 * $waits{$longest[0]} / $all : 0;
    like text('#gaps-body tr'), qr/$share %/, '... their share' if @longest;
}

# How often each element of a matrix was touched, at the end.
sub touched_of {
    my ($t) = @_;
    my %times;
    for my $r (@{$t->{row}}) {
        next unless $r->{space} eq 'global' && accesses($r);
        my %words;
        for my $at (grep { defined } @{$r->{lanes}}) {
            $words{$at / 4 + $_} = 1 for 0 .. $r->{size} / 4 - 1;
        }
        $times{$r->{array}} += keys %words;
    }
    my $shown = $web->run(<<'JS');
replaySeek(trace.n - 1);
return Object.fromEntries(trace.matrices.map((a, n) =>
    [a.name, replay.now.touched[n].times.reduce((x, y) => x + y, 0)]));
JS
    is_deeply $shown, \%times, '... requests for each element, in all';
}

# Each product of an element is loaded once; or who reads an element of a vector.
sub elements_of {
    my ($name) = @_;
    return unless $web->run('return trace.matrices.some(a => a.name === "C")');
    my $said = $web->run(<<'JS');
const C = trace.matrices.find(a => a.name === "C"), said = [];
for (const [row, col] of [[C.box.top, C.box.left], [C.box.bottom, C.box.right],
    [C.box.top + 5, C.box.left + 7]]) {
    elementShow(C, row * C.cols + col);
    said.push(document.getElementById("element-said").textContent);
}
return said;
JS
    like $_, qr/(?:The thread stores rows (\S+(?:, \S+)*) and columns (\S+(?:, \S+)*) of C\. It reads rows \g1 of A and columns \g2 of B\. )?It reads A\[\d+\]\[k\] and B\[k\]\[\d+\] once for each k, in the same order\.$/, "... the history of an element: $_" for @$said;
}
1;
