import { HandrailError } from '../../../core/errors.js';

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with this character
const colour = /\u001b\[\d+m/g;
const place = /^\[[\d:/.]+:(?:ERROR|FATAL|WARNING)[^\]]*\] /;
const decisive = /shared librar|cannot open|X server|display|sandbox|not found|fatal|permission|exec format/i;
/** Said by browsers that work, too. */
const idle = /dbus|the bus|unexpected operator|Gtk-WARNING|vaapi|gpu/i;

/** What a browser that did not start said about it, or how it ended; nothing when the error is of another kind. */
export function startComplaint(error: unknown): string | undefined {
  if (!(error instanceof HandrailError) || error.code !== 'browser_died' || !(error.cause instanceof Error)) return;
  const log = error.cause.message.replace(colour, '');
  const said = [...log.matchAll(/\[err\] (.*)/g)].map(([, line = '']) => line.replace(place, '').trim());
  const line = said.find((one) => decisive.test(one) && !idle.test(one)) ?? said.find((one) => one && !idle.test(one));
  if (line) return `it does not start: ${line.slice(0, 200)}`;
  const [, code, signal] = /did exit: exitCode=(\w+), signal=(\w+)/.exec(log) ?? [];
  if (/Timeout \d+ms exceeded/.test(log)) return 'it starts, but does not answer';
  return code === undefined
    ? undefined
    : `it does not start: it ends at once with ${signal === 'null' ? `code ${code}` : signal}`;
}
