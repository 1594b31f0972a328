# A browser for tests: Chromium without a window, driven over HTTP by chromedriver (the
# WebDriver protocol). Core modules of Perl alone.
#
#   browser::missing()             what is missing here: "Chromium", "chromedriver"; else ""
#   my $b = browser->new(dark => 1)    start one, with a profile of its own in a temporary
#                                  folder; dark: the page is asked for its dark colours
#   $b->size(WIDTH, HEIGHT)        of the page, in pixels
#   $b->go(ADDRESS)                load a page
#   $b->run(SCRIPT, ARGUMENT...)   run JavaScript, return what it returns
#   $b->wait_for(SCRIPT, SECONDS)  run it until it returns something true, and return that;
#                                  undef if it did not in that time
#   $b->key(TEXT)                  type into what has the focus; "\x{E004}" is Tab
#   $b->screenshot(FILE)           what is seen, as PNG
#   $b->console                    the lines of its console since the last call
#   $b->close                      end it, and chromedriver; also done at the end
#
# What fails dies with a line. The browser and its files are gone after close().
package browser;
use strict;
use warnings;
use File::Path 'remove_tree';
use File::Temp 'tempdir';
use HTTP::Tiny;
use IO::Socket::INET;
use JSON::PP;
use MIME::Base64;
use Time::HiRes qw(sleep time);

my %program = (Chromium => '/usr/bin/chromium', chromedriver => '/usr/bin/chromedriver');
sub missing { join ', ', grep { !-x $program{$_} } sort keys %program }

sub new {
    my ($class, %want) = @_;
    my $port = IO::Socket::INET->new(LocalAddr => '127.0.0.1', Listen => 1)->sockport;
    my $self = bless {
        folder => tempdir(), http => HTTP::Tiny->new(timeout => 60), owner => $$,
        base   => "http://127.0.0.1:$port",
    }, $class;
    $self->{pid} = fork // die "browser: $!\n";
    if (!$self->{pid}) {
        setpgrp;
        $ENV{TMPDIR} = $ENV{HOME} = $ENV{XDG_CONFIG_HOME} = $self->{folder};
        open STDIN, '<', '/dev/null';
        open $_, '>', '/dev/null' for *STDOUT, *STDERR;
        exec $program{chromedriver}, "--port=$port" or exit 2;
    }
    for (my $end = time + 30; !$self->{http}->get("$self->{base}/status")->{success}; sleep 0.05) {
        die "browser: chromedriver does not answer\n" if time > $end;
    }
    my @flags = qw(--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run);
    push @flags, "--user-data-dir=$self->{folder}/profile";
    push @flags, '--force-dark-mode', '--blink-settings=preferredColorScheme=0' if $want{dark};
    my $session = $self->ask(POST => '/session', {capabilities => {alwaysMatch => {
        'goog:chromeOptions' => {binary => $program{Chromium}, args => \@flags},
        'goog:loggingPrefs'  => {browser => 'ALL'},
    }}});
    $self->{session} = "/session/$session->{sessionId}";
    return $self;
}

# One command of the protocol: what it returns.
sub ask {
    my ($self, $method, $path, $content) = @_;
    my $answer = $self->{http}->request($method, $self->{base} . ($self->{session} // '') . $path,
        {headers => {'Content-Type' => 'application/json'},
            $content ? (content => encode_json($content)) : ()});
    my $value = eval { decode_json($answer->{content})->{value} };
    die "browser: $method $path: " . ($value->{message} // $answer->{content}) . "\n"
        unless $answer->{success};
    return $value;
}

sub size {
    my ($self, $width, $height) = @_;
    $self->ask(POST => '/goog/cdp/execute', {cmd => 'Emulation.setDeviceMetricsOverride',
        params => {width => 0 + $width, height => 0 + $height, deviceScaleFactor => 1, mobile => JSON::PP::false}});
}
sub go { $_[0]->ask(POST => '/url', {url => $_[1]}) }
sub run { my ($self, $script, @with) = @_; $self->ask(POST => '/execute/sync', {script => $script, args => \@with}) }
sub console { map { $_->{message} } @{$_[0]->ask(POST => '/se/log', {type => 'browser'})} }

sub wait_for {
    my ($self, $script, $seconds) = @_;
    for (my $end = time + $seconds; time < $end; sleep 0.05) {
        my $value = $self->run($script);
        return $value if $value;
    }
    return undef;
}

sub key {
    my ($self, $text) = @_;
    my @keys = map { ({type => 'keyDown', value => $_}, {type => 'keyUp', value => $_}) } split //, $text;
    $self->ask(POST => '/actions', {actions => [{type => 'key', id => 'keys', actions => \@keys}]});
}

sub screenshot {
    my ($self, $file) = @_;
    open my $out, '>:raw', $file or die "browser: '$file': $!\n";
    print $out decode_base64($self->ask(GET => '/screenshot'));
    close $out or die "browser: '$file': $!\n";
}

sub close {
    my ($self) = @_;
    my $pid = delete $self->{pid} or return;
    return if $$ != $self->{owner};
    eval { $self->ask(DELETE => '') } if $self->{session};
    kill TERM => -$pid;
    waitpid $pid, 0;
    kill KILL => -$pid;
    for (1 .. 20) { # the browser writes its profile until it is gone
        remove_tree($self->{folder}, {error => \my $failed});
        last unless -e $self->{folder};
        sleep 0.1;
    }
}
sub DESTROY { local $?; $_[0]->close }
1;
