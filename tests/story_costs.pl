# What each caption of a step should say of time, bytes, stages and faults, for tests/story.pl.
use strict;
use utf8;
use warnings;
use JSON::PP;
use List::Util qw(max min sum0);

our $folder;

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
1;
