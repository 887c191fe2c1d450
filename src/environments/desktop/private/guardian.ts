import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { withTimeout } from '../../../core/deadline.js';
import { onProcessExit } from '../../processes/on-process-exit.js';

/** The environment variable that marks all processes of a desktop. */
export const markName = 'HANDRAIL_DESKTOP';

/**
 * Waits until its input ends, which happens however the other process dies. Then it terminates all processes with the mark and kills them after
 * half a second. Processes that forked or started a new session carry the mark, too. It removes the folder, and the lock and the socket of a
 * display that could not do it. A lock of another process means that another display has the number now. Some versions of Xvfb create no lock;
 * then a socket without a listener is removed.
 */
const script = `
trap '' HUP INT TERM PIPE
mark=$1 folder=$2 ending=killed
shift 2
while read -r line; do ending=$line; done
marked() { grep -lzxF -e "$mark" /proc/[0-9]*/environ 2>/dev/null | tr -dc '0-9\\n'; }
round=0
while pids=$(marked); test -n "$pids"; do
  if test $round -eq 0; then kill -TERM $pids; elif test $round -ge 10; then kill -KILL $pids; fi 2>/dev/null
  test $round -ge 100 && break
  round=$((round + 1))
  sleep 0.05
done
if read -r number server 2>/dev/null <"$folder/display"; then
  lock=/tmp/.X$number-lock socket=/tmp/.X11-unix/X$number
  owner=$server
  { read -r owner <"$lock"; } 2>/dev/null
  if test "$owner" -eq "$server"; then
    if ! grep -q "$socket\\$" /proc/net/unix; then rm -f "$socket"; fi
    rm -f "$lock"
  fi
fi
rm -rf -- "$folder"
if test "$ending" = killed && test $# -gt 0; then exec "$@"; fi
`;

const maxEndMs = 8_000;

/** Ends all processes of a desktop when this process ends, even by SIGKILL. */
export interface Guardian {
  /** The value of the marker variable for all processes of the desktop. */
  mark: string;
  /** Ends all processes and removes the folder. Can be called several times. */
  end(): Promise<void>;
}

/** Starts a guardian for `folder` and all processes with its mark. It runs `cleanupCommand` after this process was killed. */
export function startGuardian(folder: string, cleanupCommand: readonly string[] = []): Guardian {
  const mark = randomBytes(12).toString('hex');
  const parameters = ['-c', script, 'handrail-guardian', `${markName}=${mark}`, folder];
  // The script needs the system's programs, whatever the caller's PATH is.
  const env = { PATH: [process.env.PATH, '/usr/bin', '/bin'].filter(Boolean).join(':') };
  const options = { env, cwd: '/', detached: true };
  const child = spawn('/bin/sh', [...parameters, ...cleanupCommand], {
    stdio: ['pipe', 'ignore', 'ignore'],
    ...options,
  });
  const exit = once(child, 'exit');
  exit.catch(() => undefined); // awaited in end()
  child.stdin.on('error', () => undefined); // the guardian was killed: end() runs the script again
  const runScript = () => {
    spawnSync('/bin/sh', parameters, { stdio: 'ignore', env, cwd: '/', timeout: maxEndMs });
  };
  const removeExitHandler = onProcessExit(runScript);
  let ending: Promise<void> | undefined;
  const end = async () => {
    child.stdin.end('closed\n');
    const [code] = await withTimeout(maxEndMs, 'Closing the desktop', exit);
    if (code !== 0) runScript();
    removeExitHandler();
  };
  return {
    mark,
    end() {
      ending ??= end();
      return ending;
    },
  };
}
