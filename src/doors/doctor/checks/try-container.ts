import { randomBytes } from 'node:crypto';
import { containerDown, containerUp, type Desktop } from '../../../environments/container/engine/container-up.js';
import type { Engine } from '../../../environments/container/engine/engine.js';
import { execute } from '../../../environments/container/exec/exec.js';
import { openSession } from '../../../session/open-session.js';
import type { Session } from '../../../session/session.js';

/** A terminal that writes down a click (six bytes for down, six for up) and then a line. */
const terminal = `printf '\\033[?1000h'; stty raw -echo; dd bs=1 count=12 of=/tmp/clicked 2>/dev/null
printf '\\033[?1000l'; stty sane; read -r line; printf %s "$line" > /tmp/typed; sleep 60`;
const hearMs = 5_000;

/** What is wrong with a click and a word in a container of that image; nothing when a program inside bears out both. */
export async function tryContainer(engine: Engine, image: string, signal: AbortSignal): Promise<string | undefined> {
  const name = `handrail-doctor-${process.pid}`;
  const desktop = await containerUp(engine, { name, image, size: { width: 640, height: 480 }, signal });
  try {
    const session = await openSession({
      environment: 'container',
      container: name,
      socket: engine.place,
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
  desktop: Desktop,
  signal: AbortSignal,
): Promise<string | undefined> {
  const word = `rail${randomBytes(3).toString('hex')}`;
  const read = async (file: string) => {
    const until = performance.now() + hearMs;
    for (;;) {
      const { stdout } = await execute({ engine, ...desktop }, { args: ['cat', file] }, signal);
      if (stdout.length > 0 || performance.now() > until) return stdout.toString('latin1');
    }
  };
  const launched = await session.perform({ type: 'launch', app: 'xterm', arguments: ['-e', 'sh', '-c', terminal] });
  if (launched.error) return `A program could not be started in a container: ${launched.error.message}`;
  const { elements } = await session.observe();
  const window = elements[0];
  if (!window) return 'Nothing is seen in a container.';
  const clicked = await session.perform({ type: 'click', target: { element: window.id } });
  if (clicked.error) return `Clicking failed in a container: ${clicked.error.message}`;
  if (!(await read('/tmp/clicked')).startsWith('\u001b[M'))
    return 'It was clicked in a container, but the program did not hear of it.';
  const typed = await session.perform({ type: 'type', text: word, submit: true });
  if (typed.error) return `Typing failed in a container: ${typed.error.message}`;
  const heard = await read('/tmp/typed');
  return heard === word ? undefined : `"${word}" was typed in a container, and "${heard.slice(0, 40)}" arrived.`;
}
