import { HandrailError, toFault } from '../../../core/errors.js';
import type { Observation } from '../../../core/observation.js';
import { openSession, type SessionOptions } from '../../../session/open-session.js';
import type { Probe } from '../probe.js';
import { begin, must, runErrandHere, tell } from '../probe-process.js';
import { startComplaint } from './start-complaint.js';

function find({ elements }: Observation, role: string): `el_${number}` {
  const element = elements.find((one) => one.role === role);
  if (!element) throw new HandrailError('not_found', `The page shows no ${role}.`);
  return element.id;
}

/** Light or dark, for red, green and blue, in the corner where nothing else is. */
async function cornerColour(bytes: Buffer): Promise<string> {
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const corner = ((info.height - 4) * info.width + info.width - 4) * info.channels;
  return [0, 1, 2].map((channel) => ((data[corner + channel] ?? 0) > 128 ? '1' : '0')).join('');
}

async function run({ executable, headless, url, word }: Probe): Promise<void> {
  const options: SessionOptions = {
    executable,
    headless,
    viewport: { width: 640, height: 480 },
    note: () => undefined,
  };
  begin('start');
  const session = await openSession(options);
  try {
    begin('open');
    must(await session.perform({ type: 'navigate', url }));
    begin('click');
    const seen = await session.observe();
    must(await session.perform({ type: 'click', target: { element: find(seen, 'Button') } }));
    begin('type');
    must(await session.perform({ type: 'type', text: word, target: { element: find(seen, 'TextInput') } }));
    begin('picture');
    const plain = await session.observe({ picture: 'plain' });
    const marked = await session.observe({ picture: 'marks' });
    if (!plain.image || !marked.image) throw new HandrailError('internal', 'There is no picture.');
    const hasMarks = !plain.image.bytes.equals(marked.image.bytes);
    tell({ colour: await cornerColour(marked.image.bytes), hasMarks });
    begin('close');
  } finally {
    await session.close();
  }
}

await runErrandHere(run, (error) => {
  const complaint = startComplaint(error);
  return { ...toFault(error), ...(complaint ? { message: complaint } : {}) };
});
