import { randomBytes } from 'node:crypto';
import { type ContainerDesktop, containerUp } from '../../../environments/container/engine/container-up.js';
import type { Engine } from '../../../environments/container/engine/engine.js';
import { containerDown } from '../../../environments/container/engine/own-containers.js';
import { execute } from '../../../environments/container/exec/exec.js';
import { openSession } from '../../../session/open-session.js';
import type { Session } from '../../../session/session.js';

/** Terminal script: stores a mouse click (six bytes for press, six for release), then one typed line. */
const script = `printf '\\033[?1000h'; stty raw -echo; dd bs=1 count=12 of=/tmp/clicked 2>/dev/null
printf '\\033[?1000l'; stty sane; read -r line; printf %s "$line" > /tmp/typed; sleep 60`;
const inputTimeoutMs = 5_000;

/** Clicks and types in a container of `image`. Returns the problem, or undefined if a program inside received both. */
export async function tryContainer(engine: Engine, image: string, signal: AbortSignal): Promise<string | undefined> {
  const name = `handrail-doctor-${process.pid}`;
  const desktop = await containerUp(engine, { name, image, size: { width: 640, height: 480 }, signal });
  try {
    const session = await openSession({
      environment: 'container',
      container: name,
      socket: engine.endpoint,
      note: () => undefined,
    });
    try {
      return await clickAndType(session, engine, desktop, signal);
    } finally {
      await session.close();
    }
  } finally {
    await containerDown(engine, name);
  }
}

async function clickAndType(
  session: Session,
  engine: Engine,
  desktop: ContainerDesktop,
  signal: AbortSignal,
): Promise<string | undefined> {
  const text = `rail${randomBytes(3).toString('hex')}`;
  const read = async (file: string) => {
    const until = performance.now() + inputTimeoutMs;
    for (;;) {
      const { stdout } = await execute({ engine, ...desktop }, { args: ['cat', file] }, signal);
      if (stdout.length > 0 || performance.now() > until) return stdout.toString('latin1');
    }
  };
  const launched = await session.perform({ type: 'launch', app: 'xterm', arguments: ['-e', 'sh', '-c', script] });
  if (launched.error) return `A program could not be started in a container: ${launched.error.message}`;
  const { elements } = await session.observe();
  const window = elements[0];
  if (!window) return 'No window is visible in a container.';
  const clicked = await session.perform({ type: 'click', target: { element: window.id } });
  if (clicked.error) return `Clicking failed in a container: ${clicked.error.message}`;
  if (!(await read('/tmp/clicked')).startsWith('\u001b[M'))
    return 'Handrail clicked in a container, but the program did not receive the click.';
  const typed = await session.perform({ type: 'type', text, submit: true });
  if (typed.error) return `Typing failed in a container: ${typed.error.message}`;
  const received = await read('/tmp/typed');
  return received === text
    ? undefined
    : `Handrail typed "${text}" in a container, but the program received "${received.slice(0, 40)}".`;
}
