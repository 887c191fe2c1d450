import { Duplex } from 'node:stream';
import { withTimeout } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import { demultiplex } from '../engine/demultiplex.js';
import { type ExecTarget, type RunningExec, startExec } from './exec.js';

/** A program that connects its standard streams to a socket in the container. */
export type BridgeProgram = 'perl' | 'python3' | 'socat' | 'nc';

/** A connection to a socket in the container. */
export type Bridge = Duplex & {
  /** After its end: true when the bridge process was killed, so the socket itself may be fine. */
  wasKilled(): Promise<boolean>;
};

/** The perl and python programs write this to standard error. */
const connectedMessage = 'joined\n';
const maxConnectMs = 5_000;
const maxExitCodeMs = 1_000;
const maxErrorCharacters = 500;
/** A higher exit code means that a signal ended the process. */
const maxNormalExitCode = 128;

const perlBridge = String.raw`
use Socket; my $path = shift; $path =~ s/^@/\0/; binmode STDIN; binmode STDOUT; my $s;
socket($s, AF_UNIX, SOCK_STREAM, 0) && connect($s, pack('S a*', AF_UNIX, $path . (ord $path ? "\0" : ''))) or do { print STDERR "$!\n"; exit 1 };
syswrite(STDERR, "joined\n"); $SIG{PIPE} = 'IGNORE';
sub pour { my ($from, $to) = @_; my $n = sysread($from, my $part, 262144); exit 0 unless $n; my $at = 0;
  while ($at < $n) { my $w = syswrite($to, $part, $n - $at, $at); exit 0 unless defined $w; $at += $w; } }
while (1) { my $bits = ''; vec($bits, 0, 1) = 1; vec($bits, fileno($s), 1) = 1; select($bits, undef, undef, undef);
  pour($s, \*STDOUT) if vec($bits, fileno($s), 1); pour(\*STDIN, $s) if vec($bits, 0, 1); }
`;

const pythonBridge = String.raw`
import os, select, socket, sys
path = sys.argv[1]; s = socket.socket(socket.AF_UNIX)
try: s.connect('\0' + path[1:] if path[0] == '@' else path)
except OSError as error: sys.exit(error.strerror)
os.write(2, b'joined\n')
def pour(source, target):
    try: part = memoryview(os.read(source, 262144))
    except OSError: os._exit(0)
    if not part: os._exit(0)
    while part: part = part[os.write(target, part):]
while True:
    for fd in select.select([0, s.fileno()], [], [])[0]: pour(fd, s.fileno() if fd == 0 else 1)
`;

function toArguments(program: BridgeProgram, socket: string): string[] {
  switch (program) {
    case 'perl':
      return ['perl', '-e', perlBridge, socket];
    case 'python3':
      return ['python3', '-c', pythonBridge, socket];
    case 'socat':
      return ['socat', '-', socket.startsWith('@') ? `ABSTRACT-CONNECT:${socket.slice(1)}` : `UNIX-CONNECT:${socket}`];
    case 'nc':
      return ['nc', '-U', socket];
  }
}

/** Connects to a unix socket in a container. A leading '@' means an abstract socket. */
export async function openBridge(
  target: ExecTarget,
  program: BridgeProgram,
  socket: string,
  signal?: AbortSignal,
): Promise<Bridge> {
  const running = await startExec(target, toArguments(program, socket), signal);
  const inner = running.socket;
  const duplex = new Duplex({
    read: () => inner.resume(),
    write: (chunk, _encoding, done) => void inner.write(chunk, done),
    final: (done) => void inner.end(done),
    destroy(error, done) {
      inner.destroy();
      done(error);
    },
  });
  try {
    await connect(duplex, inner, program, socket);
    return Object.assign(duplex, { wasKilled: () => wasKilled(running) });
  } catch (error) {
    duplex.destroy();
    throw error;
  }
}

/** Pipes the output into `duplex`. Resolves when the program is connected. */
function connect(duplex: Duplex, inner: Duplex, program: BridgeProgram, socket: string): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    let errorOutput = '';
    const fail = (reason: string) => {
      clearTimeout(timer);
      const line = reason.trim().split('\n').at(-1) || 'the bridge ended at once';
      reject(new HandrailError('display_died', `No process responds at ${socket} in the container: ${line}.`));
    };
    const succeed = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => fail('it did not respond in time'), maxConnectMs);
    if (program === 'socat' || program === 'nc') succeed(); // they do not report the connection
    const onData = demultiplex((stream, bytes) => {
      if (stream === 'out') {
        if (!duplex.push(bytes)) inner.pause();
        return;
      }
      errorOutput = `${errorOutput}${bytes.toString('utf8')}`.slice(-maxErrorCharacters);
      if (errorOutput.startsWith(connectedMessage)) succeed();
    });
    inner.on('data', onData);
    inner.on('end', () => {
      fail(errorOutput);
      duplex.push(null);
    });
    inner.on('close', () => {
      fail(errorOutput);
      duplex.destroy();
    });
    inner.on('error', (error) => {
      fail(error.message);
      duplex.destroy(error);
    });
  });
}

async function wasKilled(running: RunningExec): Promise<boolean> {
  try {
    return (await withTimeout(maxExitCodeMs, 'Reading how the bridge ended', running.ended())) > maxNormalExitCode;
  } catch {
    return false; // an engine that does not answer is reported elsewhere
  }
}
