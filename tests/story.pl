# The tests of tests/story.t: usage perl -Itests tests/story.pl FOLDER. The folder has pages, and
# of each the trace, the model and the record that it was made from.
use strict;
use utf8;
use warnings;
use JSON::PP;
use List::Util qw(max min sum0 uniq);
use Test::More;
use browser;

binmode Test::More->builder->$_, ':utf8' for qw(output failure_output todo_output);
my $folder = shift;

sub slurp {
    open my $in, '<:raw', $_[0] or return '';
    local $/;
    return scalar <$in>;
}

# ---- A trace, and what it says of a kernel.

# {row => [...] in the order of time, mark => [[name, first, rows, columns, bytes]], problem}.
sub trace {
    my %t = (mark => []);
    my @names;
    for (split /\n/, slurp("$folder/$_[0].life.tsv")) {
        push @{$t{mark}}, [split / /, $1] if /^# mark (.*)/;
        $t{threads} = [split / /, $1] if /^# threads: (.*)/;
        $t{problem} = $1 if /^# problem: (.*)/;
        next if /^#/;
        my @cells = split /\t/, $_, -1;
        if (!@names) { @names = @cells; next }
        my %r;
        @r{@names} = @cells;
        $r{n} = @{$t{row} // []};
        $r{lanes} = [map { $_ eq '-' ? undef : $_ } split /,/, $r{offset}];
        $r{about} = {map { split /=/, $_, 2 } grep { /=/ } split / /, $r{async} // ''};
        push @{$t{row}}, \%r;
    }
    # Each launch begins at 0 of its own: they follow one another.
    my $past = 0;
    for my $launch (sort { $a <=> $b } uniq(map { $_->{launch} } @{$t{row}})) {
        my @of = grep { $_->{launch} == $launch } @{$t{row}};
        for (@of) { $_->{begin} += $past; $_->{end} += $past }
        $past = max($past, map { $_->{end} } @of);
    }
    $t{row} = [sort { $a->{begin} <=> $b->{begin} || $a->{n} <=> $b->{n} } @{$t{row}}];
    ($t{A}, $t{B}) = @{$t{mark}};
    my @others = @{$t{mark}}[2 .. $#{$t{mark}}];
    my ($m, $k) = @{$t{A}}[2, 3];
    # An array of A's height is the result if its width is B's, or B's height: then B is N x K.
    for my $c (grep { $m > 1 && $_->[2] == $m } @others) {
        my $turned = $k == $t{B}[3] && $t{B}[2] == $c->[3] && !($t{B}[2] == $k && $t{B}[3] == $c->[3]);
        next unless $turned || $t{B}[3] == $c->[3];
        @t{'C', 'turned', 'product'} = ($c, $turned, 1);
        last;
    }
    @t{'turned', 'product'} = (1, 1)
        if !$t{product} && $t{B} && $m > 1 && $t{B}[2] > 1 && $k == $t{B}[3];
    return \%t;
}

sub access { $_[0]{op} =~ /^(load|store|atomic)$/ }
sub global { access($_[0]) && $_[0]{space} eq 'global' }
sub active { grep { defined $_[0]{lanes}[$_] } 0 .. 31 }

# The words that a request's lanes access, one for each lane and word.
sub words { my ($r) = @_; map { my $at = $_; map { $at / 4 + $_ } 0 .. max(1, $r->{size} / 4) - 1 } map { $r->{lanes}[$_] } active($r) }

# The k of a word of A or B, in elements.
sub k_of {
    my ($t, $name, $word) = @_;
    my ($m) = grep { $_->[0] eq $name } @{$t->{mark}} or return;
    my $per = 4 / $m->[4];
    my $cols = $m->[3] / $per;
    return if $t->{C} && $name eq $t->{C}[0];
    return int($word / $cols) if $name eq $t->{B}[0] && !$t->{turned};
    return $m->[3] == $t->{A}[3] ? $word % $cols * $per : undef;
}

# A number without the commas of thousands.
sub number { my ($text) = @_; $text =~ s/,(?=\d{3})//g; return $text }
sub plain { my ($n) = @_; my $digits = $n < 10 ? 2 : $n < 100 ? 1 : 0; my $text = sprintf "%.${digits}f", $n + 1e-9; $text =~ s/\.?0+$// if $text =~ /\./; return $text }
sub often { $_[0] eq '1' ? 'once' : "$_[0] times" }

# ---- What each caption should say.

# The words of the result that each lane of a warp stores.
sub results {
    my ($t, $warp) = @_;
    my @of = map { {} } 0 .. 31;
    for my $r (grep { $_->{warp} == $warp && $_->{op} eq 'store' && $_->{space} eq 'global' && $_->{array} eq $t->{C}[0] } @{$t->{row}}) {
        for my $lane (active($r)) {
            $of[$lane]{$r->{lanes}[$lane] / 4 + $_} = 1 for 0 .. $r->{size} / 4 - 1;
        }
    }
    return @of;
}

sub says_thread {
    my ($t, $said, $step) = @_;
    if (!$t->{product}) {
        my ($lane, $list) = $said =~ /^Lane (\d+), thread \(\S+\), loads (.*)\.$/ or return "of another form";
        my (%first, @want);
        for my $r (grep { $_->{warp} == 0 && global($_) && defined $_->{lanes}[$lane] } @{$t->{row}}) {
            push @want, [$r->{op}, "$r->{array}\[" . $r->{lanes}[$lane] / 4 . ']'] unless $first{"$r->{op} $r->{array}"}++;
        }
        my $join = sub { join ' and ', map { $_->[1] } grep { $_->[0] eq $_[0] } @want };
        return "Lane $lane, thread ($lane,0), loads " . $join->('load') . ', and stores ' . $join->('store') . '.';
    }
    my @of = results($t, $step->{warp});
    my ($lane) = grep { %{$of[$_]} } 5, 0;
    my $cols = $t->{C}[3] * $t->{C}[4] / 4;
    my $n = keys %{$of[$lane]};
    my $reads = uniq(map { int($_ / $cols) } keys %{$of[$lane]}) + uniq(map { $_ % $cols } keys %{$of[$lane]});
    my $s = $n == 1 ? '' : 's';
    return "This thread computes $n element$s of $t->{C}[0]. For each k it needs $reads numbers, for $n product$s.";
}

sub says_fragments {
    my ($t, $said, $step) = @_;
    my ($lane) = $said =~ /^Lane (\d+) /;
    my @of = results($t, $step->{warp});
    my $per = 4 / $t->{C}[4];
    my $n = keys(%{$of[$lane]}) * $per;
    my $rows = uniq(map { int($_ * $per / $t->{C}[3]) } keys %{$of[$lane]});
    return "Lane $lane of warp $step->{warp} holds $n elements of $t->{C}[0], in $rows row" . ($rows == 1 ? '.' : 's.');
}

# The loads of a warp for 32 k from `from` on: how many, and their sectors.
sub warp_loads {
    my ($t, $warp, $from) = @_;
    my @rows = grep {
        my $r = $_;
        my $k = min(grep { defined } map { k_of($t, $r->{array}, $_) } words($r));
        defined $k && $k >= $from && $k < $from + 32;
    } grep { $_->{warp} == $warp && $_->{op} eq 'load' && $_->{space} eq 'global' && $_->{rows} ne '-' } @{$t->{row}};
    return (scalar @rows, sum0(map { $_->{cost} } @rows));
}

sub widest { my ($t, $warp) = @_; return max(map { $_->{size} } grep { $_->{warp} == $warp && $_->{op} eq 'load' && $_->{space} eq 'global' && $_->{rows} ne '-' && !($t->{C} && $_->{array} eq $t->{C}[0]) } @{$t->{row}}) }
sub warp_products { my ($t, $warp) = @_; return sum0(map { scalar keys %$_ } results($t, $warp)) * 4 / $t->{C}[4] }

sub says_warp {
    my ($t, $said, $step, $before) = @_;
    if (!$t->{product}) {
        my @rows = grep { $_->{warp} == $step->{warp} && global($_) && $_->{rows} ne '-' } @{$t->{row}};
        splice @rows, 8 if @rows > 8;
        my ($moved, $used) = (sum0(map { $_->{cost} } @rows), sum0(map { scalar uniq(words($_)) } @rows));
        return "Warp $step->{warp} makes " . @rows . " requests: $moved sectors move, and $used of their " . 8 * $moved . ' words are used.';
    }
    my ($loads, $sectors) = warp_loads($t, $step->{warp}, $step->{from});
    if (!$before || $said !~ /lab \d/) {
        my $each = $said =~ /^For each k/ ? 32 : 1;
        ($loads, $sectors) = map { plain($_ / $each) } $loads, $sectors;
        return 'For ' . ($each > 1 ? 'each k' : "k = $step->{from} to " . ($step->{from} + 31)) . ", warp $step->{warp} makes $loads load" . ($loads eq 1 ? '' : 's') . ": $sectors sector" . ($sectors eq 1 ? '' : 's') . '.';
    }
    my ($lab) = $before =~ /-(\d\d)_/;
    my $old = trace($before);
    my ($made, $moved) = warp_loads($old, $step->{otherWarp}, $step->{from});
    my ($mine, $theirs) = (warp_products($t, $step->{warp}), warp_products($old, $step->{otherWarp}));
    return "For 32 steps of k, a warp made $made loads in lab $lab. Here $loads: " . widest($t, $step->{warp}) . ' bytes per lane.'
        if $said =~ /^For 32 steps/ && $mine == $theirs && abs($sectors / $moved - 1) < 0.2;
    my $unit = $mine == $theirs ? 'k' : '1024 products';
    my $per = sub { my ($sectors, $products) = @_; plain($mine == $theirs ? $sectors / 32 : $sectors / ($products * 32) * 1024) };
    my $was = $per->($moved, $theirs);
    return "For each $unit, a warp moved $was sector" . ($was eq '1' ? '' : 's') . " in lab $lab. Here it moves " . $per->($sectors, $mine) . '.';
}

# How often words of each matrix are read from shared memory, or asked for.
sub says_block {
    my ($t, $said) = @_;
    my (%stored, %loaded, %asked, %seen, @order, %known);
    my @starts = sort { $b->[1] <=> $a->[1] } @{$t->{mark}};
    my $of = sub { my ($o) = @_; return unless $o =~ /^\d+$/; my ($m) = grep { $o >= $_->[1] } @starts; return $m && $m->[0] };
    my %copies = map { $_->{line} => 1 } grep { $_->{op} eq 'land' } @{$t->{row}};
    for my $r (grep { access($_) || $_->{op} eq 'land' } @{$t->{row}}) {
        my $note = sub { push @order, $_[0] unless $known{$_[0]}++ };
        if ($r->{space} eq 'shared') {
            next if $r->{op} eq 'store' && $copies{$r->{line}}; # what was there before
            my @o = split /,/, $r->{origin};
            for my $name (grep { defined } map { $of->($_) } map { split m,/,, $o[$_] // '' } active($r)) {
                $note->($name);
                ($r->{op} eq 'load' ? \%loaded : \%stored)->{$name}++;
            }
        } elsif ($r->{op} eq 'load' && $r->{rows} ne '-' && !($t->{C} && $r->{array} eq $t->{C}[0])) {
            $note->($r->{array});
            for (words($r)) { $asked{$r->{array}}++; $seen{$r->{array}}{$_} = 1 }
        }
    }
    my @in = grep { $stored{$_} && $loaded{$_} } @order;
    my @list = @in ? map { "$_ " . often(plain($loaded{$_} / $stored{$_})) } @in
        : map { "$_ " . often(plain($asked{$_} / keys %{$seen{$_}})) } grep { $seen{$_} } @order;
    my $end = pop @list;
    my $list = @list ? join(', ', @list) . " and $end" : $end;
    return @in ? "Tiles enter shared memory. Lanes read each word of $list."
        : "Without shared memory, lanes load each word of $list from global memory.";
}

# The request with the most wavefronts that it need not have; what another layout would give is
# the page's own count, which explorer.pl compares with the emulator's.
sub says_banks {
    my ($t, $said, $step) = @_;
    my $r = $t->{row}[$step->{i}];
    my $name = $r->{array} =~ /^\w+$/ ? $r->{array} : 'shared memory';
    my ($rest) = $said =~ /wavefronts?(.*)$/;
    return 'the fewest is wrong' if $rest =~ /the fewest: (\d+) lanes of (\d+) bytes/ && ($r->{size} != $2 || $r->{cost} > 32 / $1);
    my $verb = $r->{op} eq 'load' ? 'reads' : 'writes';
    return 'without a layout, or its count' unless $rest =~ /^(?:, the fewest: \d+ lanes of \d+ bytes at a time\.|; \d+ would do\.|\. With .* it would need \d+\.)$/;
    return "Warp $r->{warp} $verb $name in $r->{cost} wavefront" . ($r->{cost} == 1 ? '' : 's') . $rest;
}

sub says_index {
    my ($t, $said, $step, $before) = @_;
    my ($lab) = $before =~ /-(\d\d)_/;
    my $way = sub {
        my ($t) = @_;
        my ($warp) = grep { my $w = $_; %{(results($t, $w))[0]} } 0 .. 31;
        my ($first, $next) = map { (keys %$_)[0] } results($t, $warp);
        return $next - $first == 1 ? 'row' : $next - $first == $t->{C}[3] ? 'column' : 'line';
    };
    return "In lab $lab, neighbouring lanes went along a " . $way->(trace($before)) . ' of C. Here they go along a ' . $way->($t) . '.';
}

my %why = (memory => 'global memory', pipe => 'the memory pipe', arithmetic => 'FMA units',
    barrier => 'a barrier', mbarrier => 'an mbarrier', tensor => 'tensor cores');

# Shares of the warps' time between two cycles.
sub says_time {
    my ($t, $said, $step) = @_;
    my ($from, $to) = @$step{'windowFrom', 'windowTo'};
    my (%of, %line, %warps);
    $warps{$_->{warp}}++ for @{$t->{row}};
    my $most = max(values %warps);
    delete $warps{$_} for grep { $warps{$_} <= $most / 20 } keys %warps;
    for my $r (grep { $_->{waited} && $warps{$_->{warp}} } @{$t->{row}}) {
        my ($first, $last) = $r->{op} eq 'barrier' ? ($r->{begin}, $r->{begin} + $r->{waited}) : ($r->{begin} - $r->{waited}, $r->{begin});
        my $cycles = min($to, $last) - max($from, $first);
        next if $cycles <= 0;
        $of{$r->{why}} += $cycles;
        $line{$r->{why}}{$r->{line}} += $cycles;
    }
    my ($top) = sort { $of{$b} <=> $of{$a} } keys %of;
    my ($line) = sort { $line{$top}{$b} <=> $line{$top}{$a} || $a <=> $b } keys %{$line{$top}};
    my $share = sub { int(100 * $_[0] / ($to - $from) / keys(%warps) + 0.5) };
    return 'Here warps wait ' . $share->(sum0(values %of)) . ' % of the time; ' . $share->($of{$top}) . " % for $why{$top}, mostly " . ($top eq 'barrier' ? 'at' : 'before') . " line $line.";
}

sub model { my ($head, $row) = grep { !/^#/ } split /\n/, slurp("$folder/$_[0].model.tsv"); return unless $row; my %m; @m{split /\t/, $head} = split /\t/, $row; return \%m }
sub flops { my ($g) = @_; my $text = sprintf $g >= 1000 ? '%.1f' : '%.0f', $g >= 1000 ? $g / 1000 : $g; $text =~ s/\.0$//; return $text . ($g >= 1000 ? ' TFLOP/s' : ' GFLOP/s') }

sub says_bill {
    my ($t, $said, $step, $before, $name) = @_;
    my $m = model($name);
    if ($m && $said =~ /^Modelled/) {
        my $old = $before && $said =~ /lab \d\d:/ ? model($before) : undef;
        my ($lab) = ($before // '') =~ /-(\d\d)_/;
        my ($limit) = split /:/, $m->{bottleneck};
        return 'Modelled: ' . flops($m->{gflops}) . ($old ? " (lab $lab: " . flops($old->{gflops}) . ')' : '') . ". The limit now: $limit.";
    }
    my $kib = sub { $_[0] < 10000 ? "$_[0] B" : (sprintf '%.1f', $_[0] / 1024 + 1e-9) =~ s/\.0$//r . ' KiB' };
    my $bill = bill($t);
    return $kib->($bill->{moved}) . ' move to the SM, ' . $kib->($bill->{served}) . ' to registers.'
        if $said !~ /1000 products/;
    my $each = sub { number(plain(1000 * $_[0] / $bill->{products})) . ' bytes' };
    return $each->($bill->{moved}) . ' move to the SM, ' . $each->($bill->{served}) . ' to registers, per 1000 products.';
}

# What a block moves. A wgmma of a warpgroup reads 16 k of 2 bytes from each row of its operands.
sub bill {
    my ($t) = @_;
    my %sum = (moved => 0, served => 0);
    my %result;
    my ($K) = $t->{problem} =~ /\bK=(\d+)/;
    my %copies = map { $_->{line} => 1 } grep { $_->{op} eq 'land' } @{$t->{row}};
    for my $r (@{$t->{row}}) {
        my $c = $t->{C} && ($r->{array} eq $t->{C}[0] || ($r->{about}{array} // '') eq $t->{C}[0]);
        if ($c && global($r)) { $result{$_} = 1 for words($r) }
        elsif ($c && $r->{op} eq 'copy') {
            my ($wide, $high) = split /,/, $r->{about}{box};
            my ($x, $y) = split /,/, $r->{about}{at};
            my $cols = $t->{C}[3] / 2;
            for my $row ($y .. min($y + $high, $t->{C}[2]) - 1) { $result{$row * $cols + $_} = 1 for $x / 2 .. min($x + $wide, $t->{C}[3]) / 2 - 1 }
        }
        $sum{served} += 32 * sum0(map { (split /,/)[1] } grep { defined && /,/ } @{$r->{about}}{'a', 'b'}) if $r->{op} eq 'product' && $r->{warp} % 4 == 0;
        $sum{moved} += $r->{about}{bytes} - ($r->{about}{outside} // 0) if $r->{op} eq 'copy';
        next unless access($r);
        $sum{moved} += 32 * $r->{cost} if $r->{space} eq 'global';
        $sum{served} += 128 * $r->{cost} if $r->{space} eq 'shared';
        $sum{served} += active($r) * $r->{size} if $r->{space} eq 'global' && !$copies{$r->{line}};
    }
    $sum{products} = keys(%result) * 4 / $t->{C}[4] * $K if $t->{C} && $K;
    return \%sum;
}

# Tiles of k: by the phases of mbarriers, or by copies of `deep` k.
sub stages {
    my ($t, $deep) = @_;
    my (%tile, %slot);
    for my $r (grep { $_->{op} eq 'copy' && defined $_->{about}{to} && defined $_->{about}{barrier} } @{$t->{row}}) {
        my ($k, $row) = split /,/, $r->{about}{at};
        my $x = $tile{"$r->{about}{barrier} $r->{about}{phase}"} //= {slot => $r->{about}{barrier}, k => $k, row => $row, array => $r->{about}{array}, issue => $r->{begin}, done => 0};
        $x->{done} = max($x->{done}, $r->{end});
        $x->{k} = min($x->{k}, $k);
    }
    if (%tile) {
        # Of a ring: a place that one tile alone has, such as Q's in attention, is none.
        $slot{$_->{slot}}++ for values %tile;
        my @ring = grep { $slot{$_->{slot}} > 1 } values %tile;
        my %k = map { $_->{k} => 1 } @ring;
        # Tiles that all begin at one k go along rows.
        keys %k > 1 or $_->{k} = $_->{row} for @ring;
        return (scalar(grep { $_ > 1 } values %slot), @ring);
    }
    my %last;
    for my $r (@{$t->{row}}) {
        my $from = $last{$r->{warp}};
        $last{$r->{warp}} = $r;
        next unless $r->{op} eq 'store' && $r->{space} eq 'shared' && $from && $from->{op} eq 'load' && $from->{space} eq 'global' && $from->{line} == $r->{line};
        my $n = int(min(map { k_of($t, $from->{array}, $_) } words($from)) / $deep);
        my $x = $tile{$n} //= {k => $n * $deep, issue => $r->{begin}, done => 0, word => 1e9};
        $x->{issue} = min($x->{issue}, $r->{begin});
        $x->{done} = max($x->{done}, $r->{end});
        $x->{word} = min($x->{word}, words($r));
    }
    $slot{$_->{word}} = 1 for values %tile;
    return (scalar keys %slot, values %tile);
}

# The page's reads are those of the trace; here only what comes, and when, is counted.
sub says_ring {
    my ($t, $said, $step) = @_;
    my ($all, $read, $flying, $complete, $free) = $said =~ /^Of (\d+) stages, (\d+) (?:is|are) being read, (\d+) in flight, (\d+) complete, (\d+) free\.$/ or return 'of another form';
    return 'they are not all' if $read + $flying + $complete + $free != $all;
    my ($slots, @tiles) = stages($t, $step->{deep});
    my $now = $step->{now};
    my $flight = grep { $_->{issue} <= $now && $now < $_->{done} } @tiles;
    my ($is) = grep { $_->{k} == $step->{k} && ($step->{of} eq 'k' || $_->{array} eq $step->{of}) } @tiles or return "no tile begins at $step->{of} $step->{k}";
    return 'it has not come yet' if $is->{done} > $now || !$read;
    my $come = grep { $_->{done} <= $now } @tiles;
    return "at most $come have come" if $complete + $read > $come;
    return $said =~ s/^Of \d+/Of $slots/r =~ s/\d+ in flight/$flight in flight/r;
}

sub says_map {
    my ($t) = @_;
    my ($r) = grep { $_->{op} eq 'copy' && defined $_->{about}{to} && $_->{about}{box} } @{$t->{row}};
    my ($wide, $high) = split /,/, $r->{about}{box};
    return "One instruction copies $high x $wide elements of $r->{about}{array}: $r->{about}{bytes} bytes" .
        ($r->{about}{swizzle} ? '. The swizzle spreads a column over the banks.' : ', without a swizzle.');
}

# The line, the threads and the elements that the check has named.
sub says_fault {
    my ($t, $said, $step, $before, $name) = @_;
    my $record = decode_json(slurp("$folder/$name.check.json"));
    my $known = "$record->{what} $record->{line} " . join ' ', map { ref $_ ? @$_ : $_ } grep { defined } @$record{'indices', 'got', 'expected'};
    $known .= ' ' . sprintf '%.6g %.6g', $record->{got}, $record->{expected} if $record->{verdict} eq 'WRONG';
    my %known = map { $_ => 1 } $known =~ /-?\d+(?:\.\d+)?/g;
    $known{$_->{line}} = 1 for grep { $record->{verdict} eq 'WRONG' && $_->{op} eq 'store' } @{$t->{row}};
    $known{$_ % $t->{threads}[0]} = 1 for map { my $r = $_; map { $r->{warp} * 32 + $_ } active($r) } grep { $_->{op} =~ /^(fault|other)$/ } @{$t->{row}};
    my @strange = grep { !$known{$_} } $said =~ /-?\d+(?:\.\d+)?/g;
    return "of its numbers, the check has not said: @strange" if @strange;
    return $said =~ /line \Q$record->{line}\E\b/ || $record->{verdict} eq 'WRONG' ? $said : "no line $record->{line}";
}

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
