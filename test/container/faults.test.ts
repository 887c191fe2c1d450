import { existsSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findEngine } from '../../src/environments/container/engine/engine.js';
import { toEngineError } from '../../src/environments/container/engine/to-engine-error.js';
import type { Outcome, Session } from '../../src/index.js';
import { openSession } from '../../src/index.js';
import { type ContainerDesk, docker, openContainerDesk } from '../support/container-desk.js';
import { imageMs, testImage } from '../support/container-image.js';

let image: string;
const desks: ContainerDesk[] = [];
const sessions: Session[] = [];

beforeAll(async () => {
  image = (await testImage()).image;
}, imageMs);

afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close();
  for (const desk of desks.splice(0)) await desk.close().catch(() => undefined); // some are removed by their test
});

async function open(
  desk: ContainerDesk,
  options: { socket?: string; display?: string; note?: (text: string) => void } = {},
): Promise<Session> {
  const session = await openSession({
    policy: 'open',
    environment: 'container',
    container: desk.name,
    note: () => undefined,
    ...options,
  });
  sessions.push(session);
  return session;
}

/** One for all cases that leave it usable: opening a session starts it again when it was stopped. */
let common: ContainerDesk | undefined;
async function usual(): Promise<ContainerDesk> {
  common ??= await openContainerDesk();
  return common;
}

/** The common one is of no use any more. */
async function spent(): Promise<void> {
  await common?.close().catch(() => undefined); // it may be what was removed
  common = undefined;
}
afterAll(spent);

async function desktop(options: Parameters<typeof openContainerDesk>[0] = {}): Promise<ContainerDesk> {
  const desk = await openContainerDesk(options);
  desks.push(desk);
  return desk;
}

/** An action that takes half a minute, and what became of it after `during`. */
async function interrupted(
  desk: ContainerDesk,
  session: Session,
  during: () => Promise<unknown>,
): Promise<{ outcome: Outcome; ms: number }> {
  await desk.run('rm', '-f', '/tmp/held');
  await session.perform({ type: 'launch', app: 'xterm', arguments: ['-e', 'sh', '-c', 'cat > /tmp/held'] });
  const acting = session.perform({ type: 'key', keys: 'Enter', holdMs: 30_000 });
  await expect.poll(() => desk.read('/tmp/held'), { timeout: 15_000, interval: 50 }).toMatch(/\n/);
  let began = performance.now();
  await Promise.race([
    acting,
    during().then(() => {
      began = performance.now();
    }),
  ]);
  const outcome = await acting;
  return { outcome, ms: performance.now() - began };
}

describe('a container that goes away during an action', () => {
  test.each([
    ['stopped', 'container_stopped', (name: string) => docker('stop', '--time', '1', name)],
    ['killed', 'container_stopped', (name: string) => docker('kill', name)],
    ['removed', 'container_(missing|stopped)', (name: string) => docker('rm', '--force', name)],
  ] as const)('%s: told soon, effect unknown', async (how, code, end) => {
    const desk = await usual();
    const session = await open(desk);
    const { outcome, ms } = await interrupted(desk, session, () => end(desk.name));
    expect(outcome.error?.code).toMatch(new RegExp(`^${code}$`));
    expect(outcome.error?.message).toMatch(new RegExp(`^The container '${desk.name}' was (stopped|removed)`));
    expect(outcome.effect).toBe('unknown');
    expect(ms).toBeLessThan(2_500);
    const next = await session.perform({ type: 'key', keys: 'b' });
    expect(next.error?.code).toMatch(/^container_/);
    expect(next.effect).toBe('unchanged');
    if (how === 'removed') await spent();
  });

  test('paused: reported soon, and the next action resumes it', async () => {
    const desk = await usual();
    const session = await open(desk);
    const { outcome, ms } = await interrupted(desk, session, () => docker('pause', desk.name));
    expect(outcome.error).toMatchObject({ code: 'container_stopped', message: expect.stringContaining('was paused') });
    expect(outcome.effect).toBe('unknown');
    expect(ms).toBeLessThan(2_500);
    expect(await docker('inspect', '--format', '{{.State.Paused}}', desk.name)).toBe('true\n');
    expect((await session.observe()).text).toContain('xterm');
    expect(await docker('inspect', '--format', '{{.State.Paused}}', desk.name)).toBe('false\n');
    expect((await session.perform({ type: 'key', keys: 'b' })).error).toBeUndefined();

    const waiting = session.perform({ type: 'wait', for: { seconds: 20 } });
    await docker('pause', desk.name);
    const began = performance.now();
    expect((await waiting).error).toMatchObject({ code: 'container_stopped' });
    expect(performance.now() - began).toBeLessThan(2_500);
    expect(await docker('inspect', '--format', '{{.State.Paused}}', desk.name)).toBe('true\n');
  });

  test('out of memory is reported', async () => {
    const eater =
      'fork || exec "handrail-desktop"; until (-e "/tmp/eat") { select undef, undef, undef, 0.1 } my @all; push @all, "a" x 1e7 while 1';
    const desk = await desktop({
      flags: ['--memory', '200m', '--memory-swap', '200m'],
      command: ['perl', '-e', eater],
    });
    await expect
      .poll(() => desk.run('sh', '-c', 'xdotool get_num_desktops || true'), { timeout: 20_000 })
      .toMatch(/\d/);
    const session = await open(desk);
    const { outcome } = await interrupted(desk, session, () => desk.run('touch', '/tmp/eat'));
    expect(outcome.error).toMatchObject({
      code: 'container_stopped',
      message: `The container '${desk.name}' was killed because it exceeded its memory limit.`,
    });
    expect(outcome.effect).toBe('unknown');
  });

  test('its display dies and comes back: the session continues', async () => {
    const desk = await usual();
    const session = await open(desk);
    const { outcome, ms } = await interrupted(desk, session, () => desk.run('pkill', '-KILL', 'Xvfb'));
    expect(outcome.error?.code).toBe('display_died');
    expect(ms).toBeLessThan(2_500);
    await session.perform({ type: 'launch', app: 'xterm', arguments: ['-T', 'again', '-e', 'cat'] });
    expect((await session.observe()).text).toContain('again');
    expect(await desk.run('xprop', '-root', 'AT_SPI_BUS'), 'Qt finds the bus by it').toContain('unix:');
  });

  test('its display dies between two actions: the next one reports it and does nothing', async () => {
    const desk = await usual();
    const session = await open(desk);
    await session.perform({ type: 'launch', app: 'xterm', arguments: ['-T', 'before', '-e', 'cat'] });
    await desk.run('pkill', '-KILL', 'Xvfb');
    await expect
      .poll(() => desk.run('sh', '-c', 'xdotool get_num_desktops || true'), { timeout: 10_000 })
      .toMatch(/\d/);
    const outcome = await session.perform({ type: 'type', text: 'x' });
    expect(outcome).toMatchObject({ effect: 'unchanged', error: { code: 'display_died' } });
    expect((await session.observe()).text).not.toContain('before');
    await session.perform({ type: 'launch', app: 'xterm', arguments: ['-T', 'after', '-e', 'cat'] });
    expect((await session.observe()).text).toContain('after');

    await docker('restart', '--time', '0', desk.name);
    expect(await session.perform({ type: 'type', text: 'x' })).toMatchObject({
      effect: 'unchanged',
      error: { code: 'display_died', message: `The container '${desk.name}' was restarted.` },
    });
    expect((await session.observe()).text).not.toContain('after');
  });
});

test('a lost message bus or bridge process is reported once and reconnected, and open windows stay open', async () => {
  const desk = await usual();
  const session = await open(desk);
  const shown = () => desk.run('sh', '-c', 'xdotool search --onlyvisible --name "^stays$" || true');
  await session.perform({ type: 'launch', app: 'xterm', arguments: ['-T', 'stays', '-e', 'cat'] });
  const before = await shown();
  expect(before).toMatch(/^\d+\n$/);

  await desk.run('pkill', '-KILL', '-x', 'perl');
  expect((await session.perform({ type: 'key', keys: 'a' })).error).toMatchObject({
    code: 'display_died',
    message: expect.stringMatching(/^The connection to display :99 was cut/),
    hint: expect.stringContaining('stay open'),
  });
  expect((await session.observe()).text).toContain('stays');

  await desk.run('pkill', '-KILL', 'dbus-daemon');
  const told = await session.perform({ type: 'launch', app: 'galculator' });
  expect(told).toMatchObject({ effect: 'unchanged', error: { code: 'display_died' } });
  expect(told.error?.message).toContain('The message bus in the container is gone');
  expect(await desk.run('sh', '-c', 'pgrep -x galculator || true'), 'nothing was done').toBe('');
  expect((await session.perform({ type: 'launch', app: 'galculator' })).effect).toBe('changed');
  const seven = expect.objectContaining({ role: 'Button', name: '7' });
  expect((await session.observe()).elements).toContainEqual(seven);
  expect(await shown()).toBe(before);

  const asRoot = (...args: string[]) => docker('exec', '--user', '0', desk.name, ...args);
  await asRoot('mv', '/usr/bin/dbus-daemon', '/usr/bin/dbus-away');
  await desk.run('pkill', '-KILL', 'dbus-daemon');
  const notes: string[] = [];
  const without = await open(desk, { note: (text) => void notes.push(text) });
  expect(notes).toEqual([expect.stringContaining('accessibility interface of the container is not available')]);
  await asRoot('mv', '/usr/bin/dbus-away', '/usr/bin/dbus-daemon');
  const news = async () => {
    notes.length = 0;
    await without.observe();
    return notes.join();
  };
  await expect.poll(news, { timeout: 30_000, interval: 100 }).toContain('The message bus in the container is back');
  await without.perform({ type: 'launch', app: 'galculator' });
  expect((await without.observe()).elements).toContainEqual(seven);
});

describe('missing parts are reported in one line, before any action', () => {
  async function refusal(options: Parameters<typeof openSession>[0]) {
    try {
      sessions.push(await openSession(options));
    } catch (error) {
      return error;
    }
    throw new Error('It was opened.');
  }

  test('a stopped container is started, a paused one is resumed', async () => {
    const desk = await usual();
    await docker('stop', '--time', '1', desk.name);
    const session = await open(desk);
    expect((await session.observe()).screen).toEqual({ width: 1440, height: 900 });
    await session.close();
    expect(await docker('inspect', '--format', '{{.State.Status}}', desk.name)).toBe('running\n');
    await docker('pause', desk.name);
    const again = await open(desk);
    expect((await again.observe()).screen.width).toBe(1440);
  });

  test('missing programs, all at once, with the install command', async () => {
    const desk = await usual();
    const remove = 'rm -f /usr/bin/perl /usr/bin/python3* /usr/bin/scrot /usr/bin/xdotool';
    await docker('exec', '--user', '0', desk.name, 'sh', '-c', remove);
    expect(await refusal({ environment: 'container', container: desk.name })).toMatchObject({
      code: 'program_missing',
      message: `The container '${desk.name}' lacks xdotool and a screen capture program (one of scrot, import, xwd, ffmpeg, gnome-screenshot, maim).`,
      hint: `Install it: docker exec -u 0 ${desk.name} apt-get install -y xdotool scrot.`,
    });
    await spent();
  });

  test('a missing display, container or engine', async () => {
    const desk = await usual();
    expect(await refusal({ environment: 'container', container: desk.name, display: ':42' })).toMatchObject({
      code: 'display_died',
      message: expect.stringContaining('Check X11 display :42 is running.'),
    });
    expect(await refusal({ environment: 'container', container: 'no-such-container' })).toMatchObject({
      code: 'container_missing',
      message: "Docker container 'no-such-container' not found. Please create it first.",
    });
    for (const container of ['../x', `${desk.name}/json?x=`, 'a b', ''])
      expect(await refusal({ environment: 'container', container })).toMatchObject({ code: 'invalid_option' });
    expect(await refusal({ environment: 'container', socket: '/tmp/no-such.sock' })).toMatchObject({
      code: 'docker_unreachable',
      message: 'No Docker engine responds at /tmp/no-such.sock: is dockerd running?',
    });
    // One of few colours is seen by the programs inside.
    // Without -noreset, the display ends for a moment when its last client leaves.
    await desk.start('Xvfb', ':42', '-noreset', '-screen', '0', '640x480x16');
    await expect
      .poll(() => desk.run('sh', '-c', 'DISPLAY=:42 xdotool getdisplaygeometry || true'), { timeout: 10_000 })
      .toBe('640 480\n');
    const { image: picture } = await (await open(desk, { display: ':42' })).observe({ picture: 'plain' });
    expect(await sharp(picture?.bytes).metadata()).toMatchObject({ width: 640, height: 480 });
    expect(toEngineError({ code: 'EACCES' }, '/var/run/docker.sock')).toMatchObject({
      code: 'docker_unreachable',
      message: 'You have no permission to use the Docker engine at /var/run/docker.sock.',
    });
  });

  test('a container that ends right after its start', async () => {
    const name = `handrail-test-${process.pid}-short`;
    await docker('create', '--name', name, '--label', `handrail-test=${process.pid}`, image, 'sh', '-c', 'exit 2');
    try {
      expect(await refusal({ environment: 'container', container: name })).toMatchObject({
        code: 'container_stopped',
        message: `The container '${name}' was started and ended at once (exit code 2).`,
        hint: expect.stringContaining(`docker logs ${name}`),
      });
    } finally {
      await docker('rm', '--force', '--volumes', name);
    }
  });

  test('a missing image, and a port in use', async () => {
    const engine = await findEngine();
    const made = engine.request({ task: 'Making it', image: 'no-such:image' }, () =>
      engine.docker.createContainer({ Image: 'no-such:image' }),
    );
    await expect(made).rejects.toMatchObject({ code: 'image_missing', message: "There is no image 'no-such:image'." });

    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const name = `handrail-test-${process.pid}-port`;
    await docker(
      'create',
      '--name',
      name,
      '--label',
      `handrail-test=${process.pid}`,
      '-p',
      `127.0.0.1:${port}:80`,
      image,
    );
    try {
      expect(await refusal({ environment: 'container', container: name })).toMatchObject({
        code: 'port_taken',
        message: `Port ${port} is already in use.`,
      });
    } finally {
      await docker('rm', '--force', '--volumes', name);
      server.close();
    }
  });
});

describe('the engine goes away', () => {
  const path = join(tmpdir(), `handrail-engine-${process.pid}.sock`);
  let server: Server;
  const sockets = new Set<Socket>();
  beforeAll(async () => {
    rmSync(path, { force: true });
    server = createServer({ allowHalfOpen: true }, (here) => {
      const there = connect({ path: '/var/run/docker.sock', allowHalfOpen: true });
      for (const [one, other] of [[here, there] as const, [there, here] as const]) {
        sockets.add(one);
        one.on('error', () => other.destroy());
        one.on('close', () => other.destroy());
        one.pipe(other);
      }
    }).listen(path);
    await new Promise((resolve) => server.once('listening', resolve));
  });
  afterAll(() => {
    server.close();
    if (existsSync(path)) rmSync(path);
  });

  test('during an action: reported within two seconds, effect unknown', async () => {
    const desk = await usual();
    const session = await open(desk, { socket: path });
    const { outcome, ms } = await interrupted(desk, session, async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });
    expect(outcome.error).toMatchObject({ code: 'docker_unreachable' });
    expect(outcome.error?.message).not.toContain('\n');
    expect(outcome.effect).toBe('unknown');
    expect(ms).toBeLessThan(2_500);
    // What it had begun inside ends with it.
    await expect
      .poll(async () => (await desk.processes()).filter((line) => /perl -e/.test(line)), { timeout: 15_000 })
      .toEqual([]);
  });
});
