import { HandrailError, toFault } from '../../../core/errors.js';
import type { Observation } from '../../../core/observation.js';
import { openSession, type SessionOptions } from '../../../session/open-session.js';
import type { BrowserProbe } from './messages.js';
import { requireOk, runProbeProcess, send, startStep } from './probe-process.js';

function find({ elements }: Observation, role: string): `el_${number}` {
  const element = elements.find((one) => one.role === role);
  if (!element) throw new HandrailError('not_found', `The page shows no ${role}.`);
  return element.id;
}

/** Light (1) or dark (0) for red, green and blue, in the bottom right corner, which shows only the background. */
async function cornerColour(bytes: Buffer): Promise<string> {
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const corner = ((info.height - 4) * info.width + info.width - 4) * info.channels;
  return [0, 1, 2].map((channel) => ((data[corner + channel] ?? 0) > 128 ? '1' : '0')).join('');
}

async function run({ executable, headless, url, text }: BrowserProbe): Promise<void> {
  const options: SessionOptions = {
    executable,
    headless,
    viewport: { width: 640, height: 480 },
    note: () => undefined,
  };
  startStep('start');
  const session = await openSession(options);
  try {
    startStep('open');
    requireOk(await session.perform({ type: 'navigate', url }));
    startStep('click');
    const observation = await session.observe();
    requireOk(await session.perform({ type: 'click', target: { element: find(observation, 'Button') } }));
    startStep('type');
    requireOk(await session.perform({ type: 'type', text, target: { element: find(observation, 'TextInput') } }));
    startStep('picture');
    const plain = await session.observe({ picture: 'plain' });
    const marked = await session.observe({ picture: 'marks' });
    if (!plain.image || !marked.image) throw new HandrailError('internal', 'The observation has no picture.');
    const hasMarks = !plain.image.bytes.equals(marked.image.bytes);
    send({ colour: await cornerColour(marked.image.bytes), hasMarks });
    startStep('close');
  } finally {
    await session.close();
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes start with this character
const colour = /\u001b\[\d+m/g;
const logPrefix = /^\[[\d:/.]+:(?:ERROR|FATAL|WARNING)[^\]]*\] /;
const decisive = /shared librar|cannot open|X server|display|sandbox|not found|fatal|permission|exec format/i;
/** Browsers that work print these lines, too. */
const harmless = /dbus|the bus|unexpected operator|Gtk-WARNING|vaapi|gpu/i;

/** Why a browser did not start: its decisive error line, or how it ended. Undefined for other errors. */
function describeStartFailure(error: unknown): string | undefined {
  if (!(error instanceof HandrailError) || error.code !== 'browser_died' || !(error.cause instanceof Error)) return;
  const log = error.cause.message.replace(colour, '');
  const lines = [...log.matchAll(/\[err\] (.*)/g)].map(([, line = '']) => line.replace(logPrefix, '').trim());
  const line =
    lines.find((one) => decisive.test(one) && !harmless.test(one)) ?? lines.find((one) => one && !harmless.test(one));
  if (line) return `it does not start: ${line.slice(0, 200)}`;
  if (/^Starting the browser took more than/.test(log)) return 'it starts but does not respond';
  const [, ending] = /^The process ended with (.*)\.$/m.exec(log) ?? [];
  return ending && `it does not start: it exits at once with ${ending}`;
}

await runProbeProcess(run, (error) => {
  const fault = toFault(error);
  return { ...fault, message: describeStartFailure(error) ?? fault.message };
});
