# What each caption of a step should say of what a kernel does, for tests/story.pl: of threads,
# warps, blocks and banks.
use strict;
use utf8;
use warnings;
use List::Util qw(max min sum0 uniq);

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
1;
