import { HandrailError } from '../../../core/errors.js';

// biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes start with this character
const colour = /\u001b\[\d+m/g;
const logPrefix = /^\[[\d:/.]+:(?:ERROR|FATAL|WARNING)[^\]]*\] /;
const decisive = /shared librar|cannot open|X server|display|sandbox|not found|fatal|permission|exec format/i;
/** Browsers that work print these lines, too. */
const harmless = /dbus|the bus|unexpected operator|Gtk-WARNING|vaapi|gpu/i;

/** Why a browser did not start: its decisive error line, or how it ended. Undefined for other errors. */
export function describeStartFailure(error: unknown): string | undefined {
  if (!(error instanceof HandrailError) || error.code !== 'browser_died' || !(error.cause instanceof Error)) return;
  const log = error.cause.message.replace(colour, '');
  const lines = [...log.matchAll(/\[err\] (.*)/g)].map(([, line = '']) => line.replace(logPrefix, '').trim());
  const line =
    lines.find((one) => decisive.test(one) && !harmless.test(one)) ?? lines.find((one) => one && !harmless.test(one));
  if (line) return `it does not start: ${line.slice(0, 200)}`;
  if (/Timeout \d+ms exceeded/.test(log)) return 'it starts but does not respond';
  const [, code, signal] = /did exit: exitCode=(\w+), signal=(\w+)/.exec(log) ?? [];
  return code === undefined
    ? undefined
    : `it does not start: it exits at once with ${signal === 'null' ? `code ${code}` : signal}`;
}
