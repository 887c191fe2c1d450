import { execFile } from 'node:child_process';
import { toCancelledError } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';

const maxOutputBytes = 65_536;
/** Some programs ask the user to unlock them. */
const maxWaitMs = 120_000;

/** What programs of secrets need to run and to reach their stores. */
const inherited =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TERM|TMPDIR|TEMP|TMP|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|DBUS_SESSION_BUS_ADDRESS|XDG_\w+|SSH_AUTH_SOCK|GNUPGHOME|GPG_TTY|PASSWORD_STORE_DIR|SYSTEMROOT|WINDIR|COMSPEC|PATHEXT|USERPROFILE|APPDATA|LOCALAPPDATA|PROGRAMDATA)$/i;

/** Runs a program and returns what it prints, without the final line break. Its output is never part of an error. */
export function runProgram(
  [program = '', ...parameters]: readonly string[],
  own: RegExp,
  signal?: AbortSignal,
): Promise<string> {
  const variables = Object.entries(process.env).filter(([name]) => inherited.test(name) || own.test(name));
  const options = {
    env: Object.fromEntries(variables),
    timeout: maxWaitMs,
    maxBuffer: maxOutputBytes,
    windowsHide: true,
    signal,
  };
  return new Promise((resolve, reject) => {
    const child = execFile(program, parameters, options, (error, output) => {
      if (!error) resolve(output.replace(/\r?\n$/, ''));
      else reject(signal?.aborted ? toCancelledError(signal) : toProgramError(program, error));
    });
    child.stdin?.end();
  });
}

function toProgramError(program: string, { code, killed }: { code?: string | number | null; killed?: boolean }): Error {
  const isMissing = code === 'ENOENT';
  const problem = isMissing ? 'is not installed' : killed ? 'did not answer in time' : `ended with code ${code}`;
  return new HandrailError(
    'secret_unavailable',
    `The program ${program} ${problem}.`,
    isMissing ? `Install ${program}, or use another source.` : `Run it in a terminal to see why, and unlock its store.`,
  );
}
