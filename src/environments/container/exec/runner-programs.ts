/**
 * The program that runs in the container for the whole session and starts commands there without a shell. It reads request frames from standard
 * input (length; id, kind, input length, input, NUL-separated arguments) and writes reply frames (length; id, exit code, length of standard
 * output, standard output, standard error). Kinds: 1 run, 2 start detached, 3 kill the command with that id, 4 set the command to run at exit,
 * 5 read the exit code of a detached program. When standard input ends, it kills all running commands and exits.
 */
export const perlRunner = String.raw`
use strict; use POSIX ();
binmode STDIN; binmode STDOUT; $SIG{CHLD} = sub {}; $SIG{PIPE} = 'IGNORE';
my (%jobs, %left, %gone, @last, $in); $in = '';
sub answer { my ($id, $code, $out, $err) = @_;
  my $body = pack('NNN', $id, $code, length $out) . $out . $err;
  my $frame = pack('N', length $body) . $body; my $at = 0;
  while ($at < length $frame) { my $n = syswrite(STDOUT, $frame, length($frame) - $at, $at); exit 1 unless defined $n; $at += $n; } }
sub begin { my ($id, $kind, $input, @args) = @_;
  my ($ri, $wi, $ro, $wo, $re, $we);
  pipe($ri, $wi); pipe($ro, $wo); pipe($re, $we);
  my $pid = fork();
  return answer($id, 126, '', "fork: $!") unless defined $pid;
  if (!$pid) {
    if ($kind == 2) { POSIX::setsid(); delete $ENV{HANDRAIL_EXEC}; open(STDIN, '<', '/dev/null'); open(STDOUT, '>', '/dev/null'); open(STDERR, '>', '/dev/null'); }
    else { setpgrp(0, 0); open(STDIN, '<&', $ri); open(STDOUT, '>&', $wo); open(STDERR, '>&', $we); }
    $SIG{PIPE} = 'DEFAULT';
    no warnings; exec { $args[0] } @args;
    syswrite($we, "$args[0]: $!"); POSIX::_exit(127);
  }
  close $ri; close $wo; close $we;
  if ($kind == 2) { my $said = ''; sysread($re, $said, 4096); return answer($id, length $said ? 127 : 0, $pid, $said); }
  setpgrp($pid, $pid);
  if (length $input) {
    my $feeder = fork();
    if (defined $feeder && !$feeder) { setpgrp(0, $pid); close $ro; close $re; my $at = 0;
      while ($at < length $input) { my $n = syswrite($wi, $input, length($input) - $at, $at); last unless defined $n; $at += $n; } POSIX::_exit(0); }
  }
  close $wi;
  $jobs{$pid} = { id => $id, out => '', err => '', ro => $ro, re => $re };
}
sub reap {
  while ((my $pid = waitpid(-1, 1)) > 0) { my $status = $?; my $code = $status & 127 ? 128 + ($status & 127) : $status >> 8;
    my $job = delete $jobs{$pid} or do { $gone{$pid} = $code; next };
    for my $pair (['ro', 'out'], ['re', 'err']) { while ($job->{$pair->[0]} && ready($job->{$pair->[0]})) { drain($job, @$pair); } $left{$pid} = 1 if $job->{$pair->[0]}; }
    answer($job->{id}, $code, $job->{out}, $job->{err}); }
}
sub take { my ($frame) = @_;
  my ($id, $kind, $size) = unpack('NCN', $frame);
  if ($kind == 3) { for my $pid (keys %jobs) { kill('KILL', -$pid) if $jobs{$pid}{id} == $id; } return; }
  if ($kind == 4) { @last = split(/\0/, substr($frame, 9 + $size), -1); return answer($id, 0, '', ''); }
  if ($kind == 5) { reap(); my $pid = substr($frame, 9 + $size); return answer($id, 0, defined $gone{$pid} ? $gone{$pid} : '', ''); }
  begin($id, $kind, substr($frame, 9, $size), split(/\0/, substr($frame, 9 + $size), -1));
}
sub drain { my ($job, $fd, $to) = @_; return unless $job->{$fd};
  my $n = sysread($job->{$fd}, my $part, 262144);
  if (!defined $n || $n == 0) { close $job->{$fd}; $job->{$fd} = undef; return 0; }
  $job->{$to} .= $part; return 1; }
sub ready { my ($fd) = @_; my $bits = ''; vec($bits, fileno($fd), 1) = 1; return select($bits, undef, undef, 0) > 0; }
while (1) {
  my $bits = ''; vec($bits, 0, 1) = 1; my $hurry = 0;
  for my $job (values %jobs) { $hurry = 1 if !$job->{ro} && !$job->{re};
    for my $fd ('ro', 're') { vec($bits, fileno($job->{$fd}), 1) = 1 if $job->{$fd}; } }
  my $found = select(my $now = $bits, undef, undef, $hurry ? 0.002 : %jobs ? 0.05 : undef);
  if ($found > 0) {
    for my $job (values %jobs) { for my $pair (['ro', 'out'], ['re', 'err']) {
      drain($job, @$pair) if $job->{$pair->[0]} && vec($now, fileno($job->{$pair->[0]}), 1); } }
    if (vec($now, 0, 1)) { my $n = sysread(STDIN, $in, 262144, length $in); last if !defined $n || $n == 0;
      while (length $in >= 4) { my $size = unpack('N', $in); last if length $in < 4 + $size;
        my $frame = substr($in, 4, $size); substr($in, 0, 4 + $size) = ''; take($frame); } }
  }
  reap();
}
kill('KILL', -$_) for keys %jobs, keys %left;
if (@last) { no warnings; exec { $last[0] } @last; }
`;

/** The same program for Python. */
export const pythonRunner = String.raw`
import os, select, signal, struct, subprocess, sys
jobs, left, last, data = {}, [], [], b''
def answer(id, code, out, err):
    body = struct.pack('>III', id, code & 0xffffffff, len(out)) + out + err
    frame = memoryview(struct.pack('>I', len(body)) + body)
    while frame: frame = frame[os.write(1, frame):]
def end(pid):
    try: os.killpg(pid, signal.SIGKILL)
    except OSError: pass
def begin(id, kind, given, args):
    try:
        if kind == 2:
            clean = {k: v for k, v in os.environ.items() if k != 'HANDRAIL_EXEC'}
            child = subprocess.Popen(args, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True, env=clean)
            left_alone[str(child.pid).encode()] = child
            return answer(id, 0, str(child.pid).encode(), b'')
        job = subprocess.Popen(args, stdin=subprocess.PIPE if given else subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    except OSError as error:
        return answer(id, 127, b'', ('%s: %s' % (os.fsdecode(args[0]), error.strerror)).encode())
    if given:
        feeder = os.fork()
        if feeder == 0:
            try: job.stdin.write(given); job.stdin.close()
            except OSError: pass
            os._exit(0)
        feeders.append(feeder); os.close(job.stdin.fileno()); job.stdin = None
    jobs[job.pid] = (id, job, {job.stdout.fileno(): [], job.stderr.fileno(): []}, (job.stdout.fileno(), job.stderr.fileno()), {})
feeders, left_alone = [], {}
while True:
    fds = [0] + [fd for job in jobs.values() for fd in job[2] if fd not in job[4]]
    hurry = any(len(job[4]) == 2 for job in jobs.values())
    now = select.select(fds, [], [], 0.002 if hurry else 0.05 if jobs else None)[0]
    for job in jobs.values():
        for fd in job[2]:
            if fd in now:
                part = os.read(fd, 262144)
                if part: job[2][fd].append(part)
                else: job[4][fd] = True
    if 0 in now:
        part = os.read(0, 262144)
        if not part: break
        data += part
        while len(data) >= 4:
            size = struct.unpack('>I', data[:4])[0]
            if len(data) < 4 + size: break
            frame, data = data[4:4 + size], data[4 + size:]
            id, kind, length = struct.unpack('>IBI', frame[:9])
            if kind == 3: [end(pid) for pid, job in jobs.items() if job[0] == id]
            elif kind == 5:
                code = left_alone[frame[9 + length:]].poll()
                answer(id, 0, b'' if code is None else str(code if code >= 0 else 128 - code).encode(), b'')
            elif kind == 4: last = [word for word in frame[9 + length:].split(b'\0') if word]; answer(id, 0, b'', b'')
            else: begin(id, kind, frame[9:9 + length], frame[9 + length:].split(b'\0'))
    for pid in list(jobs):
        id, job, parts, order, closed = jobs[pid]
        code = job.poll()
        if code is None: continue
        for fd in order:
            while fd not in closed and select.select([fd], [], [], 0)[0]:
                part = os.read(fd, 262144)
                if part: parts[fd].append(part)
                else: closed[fd] = True
            if fd not in closed: left.append(pid)
        del jobs[pid]
        job.stdout.close(); job.stderr.close()
        answer(id, code if code >= 0 else 128 - code, b''.join(parts[order[0]]), b''.join(parts[order[1]]))
    for job in left_alone.values(): job.poll()
    for pid in list(feeders):
        if os.waitpid(pid, os.WNOHANG)[0]: feeders.remove(pid)
for pid in list(jobs) + left: end(pid)
if last: os.execvp(last[0], last)
os._exit(0)
`;
