import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialBus } from '../../src/environments/accessibility/dbus/dial-bus.js';
import { type MessageBus, openMessageBus } from '../../src/environments/accessibility/dbus/message-bus.js';

const uid = process.getuid?.() ?? 0;
const bus = { to: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus' };
let daemon: ChildProcess;
let address: string;
let client: MessageBus;

beforeAll(async () => {
  daemon = spawn('dbus-daemon', ['--session', '--nofork', '--nopidfile', '--print-address'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  daemon.once('error', () => console.error('apt install dbus'));
  const [chunk] = await once(daemon.stdout ?? daemon, 'data');
  address = String(chunk).trim();
  client = await openMessageBus(await dialBus(address), uid);
});

afterAll(() => {
  client?.close();
  daemon?.kill('SIGKILL');
});

describe('a real bus', () => {
  test('answers many parallel calls, each with its own reply', async () => {
    expect(client.name).toMatch(/^:1\.\d+$/);
    const ask = (name: string) => client.call({ ...bus, member: 'NameHasOwner', signature: 's', body: [name] });
    const names = Array.from({ length: 300 }, (_, index) => (index % 3 ? `no.such.name${index}` : client.name));
    expect(await Promise.all(names.map(ask))).toEqual(names.map((name) => [name === client.name]));
    const [pid] = await client.call({
      ...bus,
      member: 'GetConnectionUnixProcessID',
      signature: 's',
      body: [client.name],
    });
    expect(pid).toBe(process.pid);
  });

  test('receives signals that match a rule', async () => {
    const received: string[] = [];
    await client.subscribe("type='signal',member='NameOwnerChanged'", (signal) =>
      received.push(String(signal.body()[0])),
    );
    const other = await openMessageBus(await dialBus(address), uid);
    await expect.poll(() => received).toContain(other.name);
    other.close();
  });

  test('throws error replies with their text', async () => {
    await expect(client.call({ ...bus, member: 'Nonsense' })).rejects.toMatchObject({
      name: 'HandrailError',
      code: 'unsupported',
      message: expect.stringContaining('UnknownMethod'),
    });
    const lost = client.call({ to: 'no.such.program', path: '/', interface: 'a.b', member: 'C' });
    await expect(lost).rejects.toMatchObject({ code: 'stale_element' });
  });

  test('refuses incoming calls', async () => {
    const other = await openMessageBus(await dialBus(address), uid);
    const call = other.call({ to: client.name, path: '/', interface: 'a.b', member: 'C' }, { ms: 2000 });
    await expect(call).rejects.toMatchObject({ code: 'unsupported' });
    other.close();
  });

  test('refuses another user', async () => {
    const wrong = openMessageBus(await dialBus(address), uid + 1);
    await expect(wrong).rejects.toMatchObject({
      code: 'desktop_missing',
      message: expect.stringContaining('REJECTED'),
    });
  });

  test('reports a missing socket', async () => {
    await expect(dialBus('unix:path=/nowhere/at/all')).rejects.toMatchObject({ code: 'desktop_missing' });
    await expect(dialBus('tcp:host=localhost')).rejects.toMatchObject({ code: 'desktop_missing' });
  });

  test('rejects pending and later calls when the bus dies', async () => {
    const own = spawn('dbus-daemon', ['--session', '--nofork', '--nopidfile', '--print-address'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [chunk] = await once(own.stdout, 'data');
    const dying = await openMessageBus(await dialBus(String(chunk).trim()), uid);
    own.kill('SIGSTOP');
    const waiting = dying.call({ ...bus, member: 'ListNames' }, { ms: 20_000 });
    own.kill('SIGKILL');
    await expect(waiting).rejects.toMatchObject({ code: 'display_died' });
    expect((await dying.lost).code).toBe('display_died');
    await expect(dying.call({ ...bus, member: 'ListNames' })).rejects.toMatchObject({ code: 'display_died' });
  });
});

describe('a misbehaving bus', () => {
  let server: Server;
  let path: string;
  let reply: Buffer | undefined;

  beforeAll(async () => {
    path = join(tmpdir(), `handrail-bus-${process.pid}`);
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.write('OK 1234\r\n');
        socket.on('data', () => reply && socket.write(reply));
      });
    });
    server.listen(path);
    await once(server, 'listening');
  });

  afterAll(() => {
    server.close();
  });

  const open = async (signal?: AbortSignal) => openMessageBus(await dialBus(`unix:path=${path}`), uid, signal);

  test('a call without a reply times out', async () => {
    reply = undefined;
    await expect(open(AbortSignal.timeout(100))).rejects.toMatchObject({ code: 'cancelled' });
  });

  test('ends the connection on a message that is too long', async () => {
    reply = Buffer.from([108, 2, 0, 1, 255, 255, 255, 127, 1, 0, 0, 0, 0, 0, 0, 0]);
    await expect(open()).rejects.toMatchObject({ code: 'display_died', message: expect.stringContaining('bytes') });
  });

  test('ends the connection on random bytes', async () => {
    reply = Buffer.concat([Buffer.from([108, 2, 0, 1, 4, 0, 0, 0, 1, 0, 0, 0, 16, 0, 0, 0]), Buffer.alloc(20, 0xee)]);
    await expect(open()).rejects.toMatchObject({ code: 'display_died' });
  });
});
