# The pane of tiles, for tests/explorer.pl: what it shows at each of many moments, against the
# trace.
use strict;
use utf8;
use warnings;
use Test::More;

sub words_of { my %w = map { /(.*?)=(.*)/ } split / /, $_[0]{async}; return \%w }

# The tables of the pane: rows of cells.
sub cells { $_[0]->run('return [...byId(arguments[0]).children].map(r => [...r.children].map(c => c.textContent))', $_[1]) }

# What each phase waits for, by "barrier phase": {bytes, over}.
sub phases {
    my %phase;
    for my $r (@{$_[0]{sorted}}) {
        next unless $r->{op} =~ /^(arrive|copy)$/;
        my $a = words_of($r);
        my $p = $phase{"$a->{barrier} $a->{phase}"} //= {over => 0, copies => []};
        $p->{bytes} = $a->{bytes} if $r->{op} eq 'arrive';
        push @{$p->{copies}}, {end => $r->{end}, bytes => $a->{bytes}} if $r->{op} eq 'copy';
        my $end = $r->{op} eq 'copy' ? $r->{end} : $r->{begin};
        $p->{over} = $end if $end > $p->{over};
    }
    return \%phase;
}

# The tile whose bytes begin at $to, after the i-th row: a word that its state must have.
sub tile_state {
    my ($t, $phase, $to, $bytes, $i) = @_;
    my ($now, $copy, @reading) = ($t->{sorted}[$i]{begin});
    for my $r (@{$t->{sorted}}[0 .. $i]) {
        my $a = words_of($r);
        $copy = $a if $r->{op} eq 'copy' && $a->{to} == $to;
        my ($group, $warps) = ($a->{group}, int($r->{warp} / 4));
        push @reading, [$group, $warps] if $r->{op} eq 'product' &&
            grep { my ($at) = split /,/, $a->{$_}; $at >= $to && $at < $to + $bytes } 'a', 'b';
        @reading = grep { $_->[1] != $warps || $_->[0] > $group } @reading if $r->{op} eq 'multiplied';
    }
    return 'nothing yet' unless $copy;
    return 'read by wgmma' if @reading;
    return $phase->{"$copy->{barrier} $copy->{phase}"}{over} <= $now ? 'complete' : 'in flight';
}

sub commas_of { my ($n) = @_; 1 while $n =~ s/^(\d+)(\d{3})/$1,$2/; return $n }

sub tiles_of {
    my ($web, $t, $stores) = @_;
    my $rows = $t->{sorted};
    my $phase = phases($t);
    my (%bytes, @bad, %seen, @moments);
    for (@$rows) {
        my $a = words_of($_);
        $bytes{$a->{to}} = $a->{bytes} if $_->{op} eq 'copy';
    }
    my @tiles = sort { $a <=> $b } keys %bytes;
    is scalar @{cells($web, 'tiles-body')}, @tiles, '... a tile for each place that is copied to: ' . @tiles;

    # One moment of each operation and warp in every fifth of the trace.
    for my $i (0 .. $#$rows) { push @moments, $i unless $seen{"$rows->[$i]{op} $rows->[$i]{warp} " . int(5 * $i / @$rows)}++ }
    my %states;
    for my $i (@moments) {
        $web->run('main.moment = arguments[0]; show()', $i);
        my $shown = cells($web, 'tiles-body');
        for my $n (0 .. $#tiles) {
            my $want = tile_state($t, $phase, $tiles[$n], $bytes{$tiles[$n]}, $i);
            $states{$want}++;
            push @bad, "moment $i, tile $n: got '$shown->[$n][2]', expected '$want'"
                unless $shown->[$n][2] =~ /\b$want\b/ || $stores && $shown->[$n][2] =~ /stored/;
        }
    }
    is_deeply [@bad[0 .. ($#bad < 3 ? $#bad : 3)]], [], '... the state of each tile, at ' . @moments . ' moments';
    is_deeply [sort keys %states], ['complete', 'in flight', 'nothing yet', 'read by wgmma'], '... all states occur';

    # The first wgmma reads 64 x 16 of A and 256 x 16 of B: 128 and 512 pieces.
    my ($first) = grep { $rows->[$_]{op} eq 'product' } 0 .. $#$rows;
    $web->run('main.moment = arguments[0]; show()', $first);
    like cells($web, 'tiles-body')->[0][2], qr/^128 of 1,024 pieces read by wgmma, 896 complete$/, '... pieces of A that one wgmma reads';
    like cells($web, 'tiles-body')->[1][2], qr/^512 of 2,048 pieces read by wgmma/, '... and of B';

    # An mbarrier: after the first copies have begun, all their bytes are missing.
    my ($copy) = grep { $rows->[$_]{op} eq 'wait' } 0 .. $#$rows;
    my ($begun) = grep { $rows->[$_]{op} eq 'barrier' && $rows->[$_]{warp} == 0 } 0 .. $#$rows;
    $web->run('main.moment = arguments[0]; show()', $begun);
    my $a = words_of($rows->[$copy]);
    is_deeply [@{cells($web, 'tiles-barriers')->[0]}[0 .. 3]],
        ['mbarrier 0', 0, 0, commas_of($phase->{"$a->{barrier} 0"}{bytes})], '... an mbarrier that waits for bytes';
    $web->run('main.moment = arguments[0]; show()', $copy);
    is cells($web, 'tiles-barriers')->[0][1], 1, '... whose next phase has begun when a warp has seen the end of it';
    $web->run('[...document.querySelectorAll("#tiles-body button")][0].click()');
    like $web->wait_for("return main.moment > $copy && placeOf(main.moment).op", 5) // '', qr/^(?:copy|product)$/,
        '... a click goes to what the tile is next used for' if !$stores;
    return unless $stores;
    my ($stored) = grep { $rows->[$_]{op} eq 'store' && $rows->[$_]{size} == 2 && $rows->[$_]{space} eq 'shared' } 0 .. $#$rows;
    $web->run('main.moment = arguments[0]; show()', $stored);
    like cells($web, 'tiles-body')->[0][2], qr/^4 of 1,024 pieces stored, not fenced, /, '... 32 elements that a warp stores are not fenced';
    my ($fence) = grep { $rows->[$_]{op} eq 'fence' && $rows->[$_]{warp} == $rows->[$stored]{warp} && $_ > $stored } 0 .. $#$rows;
    $web->run('main.moment = arguments[0]; show()', $fence);
    unlike cells($web, 'tiles-body')->[0][2], qr/^8 of .*stored/, '... until its fence';
}
1;
