import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '../../src/index.js';
import { openSession } from '../../src/index.js';
import { type ContainerDesk, docker, openContainerDesk } from '../support/container-desk.js';
import { imageMs } from '../support/container-image.js';
import { shown, takeEvents, textOf, witnessProgram } from './witness.js';

/** A display with a program on it, without an accessibility interface. */
const start = `Xvfb :99 -screen 0 1000x700x24 -noreset >/dev/null 2>&1 &
until xdotool getdisplaygeometry >/dev/null 2>&1; do sleep 0.1; done
openbox >/dev/null 2>&1 &
until xdotool get_num_desktops >/dev/null 2>&1; do sleep 0.1; done
env -u DBUS_SESSION_BUS_ADDRESS NO_AT_BRIDGE=1 python3 -c "$1"`;

/** One of its buttons has light letters on dark ground. */
const darkButton = `provider = Gtk.CssProvider()
provider.load_from_data(b'button:last-child { background: #036; color: #fff; }')
Gtk.StyleContext.add_provider_for_screen(Gdk.Screen.get_default(), provider, 600)
Gtk.main()`;
const program = witnessProgram.replace('Gtk.main()', darkButton);

let desk: ContainerDesk;
const open = () =>
  openSession({ policy: 'open', environment: 'container', container: desk.name, note: () => undefined });

beforeAll(async () => {
  desk = await openContainerDesk({ command: ['sh', '-c', start, 'sh', program] });
  await shown(desk);
}, imageMs);
afterAll(() => desk?.close());

async function clickByWords(session: Session): Promise<void> {
  await session.perform({ type: 'wait', for: { text: 'Cancel Order' }, timeoutMs: 20_000 });
  const seen = await session.observe({ picture: 'marks' });
  expect(session.environment.limitations.join()).toContain('texts that OCR finds in the picture');
  const words = seen.elements.find(({ name }) => name === 'Cancel Order');
  expect(words, seen.text).toMatchObject({ role: 'Text', interactive: true });
  expect(seen.image?.bytes.length).toBeGreaterThan(1_000);
  const clicked = await session.perform({ type: 'click', target: { element: words?.id ?? 'el_1' } });
  expect(clicked.error).toBeUndefined();
  expect(await takeEvents(desk)).toContain('clicked Cancel Order');
  // The clicked text has changed; the other one is the same text at the same position.
  const idOf = (all: typeof seen) => all.elements.find(({ name }) => name === 'Accept Order')?.id ?? 'not seen';
  expect(idOf(await session.observe()), 'the same words keep their id').toBe(idOf(seen));
}

test('without an accessibility interface, OCR texts are elements', async () => {
  const session = await open();
  await clickByWords(session);
  await session.close();
}, 90_000);

test('without an interpreter, programs in the container are used', async () => {
  await hide('perl', 'python3');
  const session = await open();
  const seen = await session.observe();
  const words = seen.elements.find(({ name }) => name === 'Accept Order');
  await session.perform({ type: 'click', target: { element: words?.id ?? 'el_1' } });
  expect(await takeEvents(desk), seen.text).toContain('clicked Accept Order');
  const place = { x: 500, y: 500 };
  expect((await session.perform({ type: 'type', text: 'plain ~!@#$%', target: place })).error).toBeUndefined();
  await expect.poll(() => textOf(desk), { timeout: 10_000 }).toBe('plain ~!@#$%');
  // Two of these are on no key of that layout but as accents.
  await desk.run('setxkbmap', 'de');
  expect((await session.perform({ type: 'type', text: ' ^`^` Grüße 你好' })).error).toBeUndefined();
  await expect.poll(() => textOf(desk), { timeout: 10_000 }).toBe('plain ~!@#$% ^`^` Grüße 你好');

  await replace('scrot', '#!/bin/sh\nfor last; do :; done; head -c 3000 /dev/zero > "$last"\n');
  await expect(session.observe({ picture: 'plain' })).rejects.toMatchObject({
    code: 'bad_picture',
    message: expect.stringMatching(/^Failed to capture screenshot from Docker.*Check X11 display :99 is running\.$/),
  });
  await session.close();
}, 120_000);

/** Programs that the container's user cannot run any more. */
async function hide(...programs: string[]): Promise<void> {
  for (const program of programs) await asRoot('chmod', '0700', `/usr/bin/${program}`);
}

async function replace(program: string, text: string): Promise<void> {
  await asRoot('sh', '-c', 'rm -f "$1"; printf %s "$2" > "$1"; chmod 755 "$1"', 'sh', `/usr/bin/${program}`, text);
}

async function asRoot(...args: string[]): Promise<void> {
  await docker('exec', '--user', '0', desk.name, ...args);
}

/** The container's user is root; display, cookie and programs are somebody else's. */
const foreign = `
xauth -f /home/handrail/.Xauthority add :99 . 0123456789abcdef0123456789abcdef
chown 1000:1000 /home/handrail/.Xauthority
exec setpriv --reuid=1000 --regid=1000 --clear-groups env -u DISPLAY -u DBUS_SESSION_BUS_ADDRESS sh -c '
  Xvfb :99 -screen 0 800x600x24 -nolisten tcp -auth /home/handrail/.Xauthority & export DISPLAY=:99
  until xdotool getdisplaygeometry; do sleep 0.1; done
  exec dbus-run-session -- sh -c "openbox & exec galculator"'`;

test('a desktop of another user than the container user is used as that user', async () => {
  const other = await openContainerDesk({
    flags: ['--user', '0', '--env', 'DBUS_SESSION_BUS_ADDRESS='],
    command: ['sh', '-c', foreign],
  });
  try {
    const shown = 'setpriv --reuid=1000 --clear-groups xdotool search --onlyvisible --name "^galculator$" || true';
    await expect.poll(() => other.run('sh', '-c', shown), { timeout: 40_000, interval: 100 }).toMatch(/\d/);
    const session = await openSession({ policy: 'open', environment: 'container', container: other.name });
    const seen = async () => (await session.observe()).elements;
    const seven = expect.objectContaining({ role: 'Button', name: '7' });
    await expect.poll(seen, { timeout: 20_000 }).toContainEqual(seven);
    const made = await session.perform({
      type: 'launch',
      app: 'xterm',
      arguments: ['-e', 'sh', '-c', 'id -u > /tmp/who; cat'],
    });
    expect(made.error).toBeUndefined();
    await expect.poll(() => other.read('/tmp/who'), { timeout: 20_000 }).toBe('1000\n');
    await session.close();
  } finally {
    await other.close();
  }
}, 120_000);
