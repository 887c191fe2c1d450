import { HandrailError } from '../../../core/errors.js';
import { openSession } from '../../../session/open-session.js';
import type { Session } from '../../../session/session.js';
import type { DesktopProbe } from './messages.js';
import { requireOk, runProbeProcess, send, startStep } from './probe-process.js';

async function calculate(session: Session, program: string): Promise<void> {
  startStep('open');
  requireOk(await session.perform({ type: 'launch', app: program }));
  startStep('click');
  for (const name of ['6', '*', '7', '=']) {
    const { elements } = await session.observe();
    const button = elements.find((one) => one.role === 'Button' && one.name === name);
    if (!button) throw new HandrailError('not_found', `The calculator shows no button "${name}".`);
    requireOk(await session.perform({ type: 'click', target: { element: button.id } }));
  }
  const { elements } = await session.observe();
  const result = elements.find(({ name, value }) => value?.trim() === '42' || name.trim() === '42');
  send({ shown: (result?.value ?? result?.name ?? '').trim() });
}

async function typeInTerminal(session: Session, { terminal = '', text, file }: DesktopProbe): Promise<void> {
  startStep('open');
  // The file name is a separate argument, so the shell does not parse it.
  const script = 'read -r line; printf %s "$line" > "$1"';
  requireOk(
    await session.perform({ type: 'launch', app: terminal, arguments: ['-e', 'sh', '-c', script, 'sh', file] }),
  );
  startStep('type');
  requireOk(await session.perform({ type: 'focus_app', app: 'xterm' }));
  requireOk(await session.perform({ type: 'type', text, submit: true }));
}

async function run(probe: DesktopProbe): Promise<void> {
  const { display, readOnly, calculator, terminal } = probe;
  startStep('start');
  const session = await openSession({ environment: 'desktop', display, note: () => undefined });
  try {
    startStep('picture');
    const { image, screen, tabs = [] } = await session.observe({ picture: 'plain' });
    if (!image) throw new HandrailError('bad_picture', 'The desktop returned no picture.');
    const windows = tabs.length === 1 ? '1 window' : `${tabs.length} windows`;
    if (readOnly) send({ shown: `${screen.width}x${screen.height}, ${windows}` });
    else if (calculator) await calculate(session, calculator);
    if (!readOnly && terminal) await typeInTerminal(session, probe);
    startStep('close');
  } finally {
    await session.close();
  }
}

await runProbeProcess(run);
