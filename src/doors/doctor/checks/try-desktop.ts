import { HandrailError } from '../../../core/errors.js';
import { openSession } from '../../../session/open-session.js';
import type { Session } from '../../../session/session.js';
import type { DesktopErrand } from '../probe.js';
import { begin, must, runErrandHere, tell } from '../probe-process.js';

async function calculate(session: Session, program: string): Promise<void> {
  begin('open');
  must(await session.perform({ type: 'launch', app: program }));
  begin('click');
  for (const name of ['6', '*', '7', '=']) {
    const { elements } = await session.observe();
    const button = elements.find((one) => one.role === 'Button' && one.name === name);
    if (!button) throw new HandrailError('not_found', `The calculator shows no button "${name}".`);
    must(await session.perform({ type: 'click', target: { element: button.id } }));
  }
  const { elements } = await session.observe();
  const shown = elements.find(({ name, value }) => value?.trim() === '42' || name.trim() === '42');
  tell({ shown: (shown?.value ?? shown?.name ?? '').trim() });
}

async function write(session: Session, { terminal = '', word, file }: DesktopErrand): Promise<void> {
  begin('open');
  // The file is an argument of its own: no line is made of its name.
  const script = 'read -r line; printf %s "$line" > "$1"';
  must(await session.perform({ type: 'launch', app: terminal, arguments: ['-e', 'sh', '-c', script, 'sh', file] }));
  begin('type');
  must(await session.perform({ type: 'focus_app', app: 'xterm' }));
  must(await session.perform({ type: 'type', text: word, submit: true }));
}

async function run({ display, readOnly, calculator, ...more }: DesktopErrand): Promise<void> {
  begin('start');
  const session = await openSession({ environment: 'desktop', display, note: () => undefined });
  try {
    begin('picture');
    const { image, screen, tabs = [] } = await session.observe({ picture: 'plain' });
    if (!image) throw new HandrailError('bad_picture', 'There is no picture of it.');
    const windows = tabs.length === 1 ? '1 window' : `${tabs.length} windows`;
    if (readOnly) tell({ shown: `${screen.width}x${screen.height}, ${windows}` });
    else if (calculator) await calculate(session, calculator);
    if (!readOnly && more.terminal) await write(session, { display, readOnly, ...more });
    begin('close');
  } finally {
    await session.close();
  }
}

await runErrandHere(run);
