import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { within } from '../../../core/deadline.js';
import { atEndOfProcess } from '../../processes/end-of-process.js';

/** The name of the variable by which everything that runs on a desktop can be told, whoever started it. */
export const markName = 'HANDRAIL_DESKTOP';

/**
 * Waits until its input ends, which it does however the process at the other end dies. Then everything with the mark is asked to end, after
 * half a second made to; and the lock and the socket of a display that had no time to remove them go (without its lock, the number may be
 * another display's already), and the folder. Programs that forked away or began a session of their own carry the mark as well.
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
  if read -r owner 2>/dev/null <"$lock" && test "$owner" -eq "$server"; then
    if ! grep -q "$socket\\$" /proc/net/unix; then rm -f "$socket"; fi
    rm -f "$lock"
  fi
fi
rm -rf -- "$folder"
if test "$ending" = killed && test $# -gt 0; then exec "$@"; fi
`;

const endMs = 8_000;

/** Ends all that runs on a desktop, whichever way this process ends: by itself, by a signal, by SIGKILL. */
export interface Guardian {
  /** To be in the environment of everything that is started. */
  mark: string;
  /** Ends everything and removes the folder. Again and again is the same. */
  end(): Promise<void>;
}

/** Sets a guardian over `folder` and everything that is going to carry its mark. `afterwards` is run when we could not clear away ourselves. */
export function startGuardian(folder: string, afterwards: readonly string[] = []): Guardian {
  const mark = randomBytes(12).toString('hex');
  const parameters = ['-c', script, 'handrail-guardian', `${markName}=${mark}`, folder];
  // Its own programs are those of the system, wherever the caller's are.
  const env = { PATH: [process.env.PATH, '/usr/bin', '/bin'].filter(Boolean).join(':') };
  const options = { env, cwd: '/', detached: true };
  const child = spawn('/bin/sh', [...parameters, ...afterwards], { stdio: ['pipe', 'ignore', 'ignore'], ...options });
  const exit = once(child, 'exit');
  exit.catch(() => undefined); // asked for again in end()
  child.stdin.on('error', () => undefined); // it was killed: end() runs the script once more
  const now = () => {
    spawnSync('/bin/sh', parameters, { stdio: 'ignore', env, cwd: '/', timeout: endMs });
  };
  const forget = atEndOfProcess(now);
  let ending: Promise<void> | undefined;
  const end = async () => {
    child.stdin.end('closed\n');
    const [code] = await within(endMs, 'Ending the desktop', exit);
    if (code !== 0) now();
    forget();
  };
  return {
    mark,
    end() {
      ending ??= end();
      return ending;
    },
  };
}
