import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorCode } from '../../src/environments/processes/process-tree.js';
import { openSession } from '../../src/session/open-session.js';
import {
  endStarted,
  ensureBuilt,
  handrail,
  program,
  removeFolders,
  type Started,
  start,
  temporaryFolder,
  until,
} from '../cli/handrail.js';
import { leftOf, processesOf, tracesOf, type Up } from './traces.js';

beforeAll(ensureBuilt, 120_000);
afterAll(() => {
  endStarted();
  removeFolders();
});

const folder = temporaryFolder();

async function up(parameters: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Started & { facts: Up }> {
  const started = start(['desktop', 'up', '--json', ...parameters], { folder, env });
  await Promise.race([
    until(() => started.output().includes('\n'), 'the desktop is up', 20_000),
    started.ended.then(({ stderr, stdout }) => Promise.reject(new Error(`${stdout}${stderr}`))),
  ]);
  return { ...started, facts: JSON.parse(started.output()) };
}

/** What a program of the desktop prints. */
function ask({ environment }: Up, command: string, ...parameters: string[]): string {
  return execFileSync(command, parameters, {
    env: { PATH: process.env.PATH, ...environment },
    encoding: 'utf8',
    timeout: 15_000,
  });
}

/** Whether the server has a key of the core keyboard down. */
function isKeyDown(facts: Up): boolean {
  const ids = [...ask(facts, 'xinput', 'list').matchAll(/id=(\d+)\s+\[slave/g)].map(([, id = '']) => id);
  return ids.some((id) => /key\[\d+\]=down/.test(ask(facts, 'xinput', 'query-state', id)));
}

describe('handrail desktop up', () => {
  test('starts a display of the requested size with window manager, bus and AT-SPI, and leaves nothing behind', async () => {
    const { child, ended, facts } = await up(['--size', '1024x700']);
    expect(facts.size).toEqual({ width: 1024, height: 700 });
    expect(ask(facts, 'xdpyinfo')).toMatch(/dimensions:\s+1024x700 pixels/);
    expect(ask(facts, 'xprop', '-root', '_NET_SUPPORTING_WM_CHECK')).toMatch(/window id # 0x/);
    const bus = ['--print-reply', '--dest=org.a11y.Bus', '/org/a11y/bus', 'org.a11y.Bus.GetAddress'];
    expect(ask(facts, 'dbus-send', ...bus)).toContain('unix:path=');

    const traces = tracesOf(facts);
    expect(statSync(facts.environment.XAUTHORITY ?? '').mode & 0o777, 'the cookie is ours alone').toBe(0o600);
    expect(statSync(facts.environment.XDG_RUNTIME_DIR ?? '').mode & 0o777).toBe(0o700);
    const stranger = spawnSync('xdpyinfo', [], {
      env: { PATH: process.env.PATH, DISPLAY: facts.display, XAUTHORITY: '/nowhere' },
    });
    expect(stranger.status, 'who has no cookie is not let in').not.toBe(0);
    const listening = execFileSync('cat', ['/proc/net/tcp'], { encoding: 'utf8' });
    const port = (6000 + Number(facts.display.slice(1))).toString(16).toUpperCase();
    expect(listening).not.toMatch(new RegExp(`:${port} .* 0A `));

    expect(leftOf(traces).length).toBeGreaterThan(5);
    child.kill('SIGINT');
    expect((await ended).code, 'Ctrl+C is how it ends').toBe(0);
    expect(leftOf(traces)).toEqual([]);
  }, 30_000);

  test.each([
    ['SIGTERM', 143],
    ['SIGKILL', null],
  ] as const)(
    '%s ends the process, and everything that ran on the desktop',
    async (signal, expected) => {
      const note = join(folder, signal);
      // One that leaves its parents, begins a session of its own and listens to no polite signal.
      const stubborn = `setsid sh -c 'trap "" TERM HUP INT; echo on > ${note}; while :; do sleep 1; done' &`;
      const { child, ended, facts } = await up([
        '--launch',
        `xterm -e sh -c "${stubborn.replaceAll('"', '\\"')} sleep 100"`,
      ]);
      await until(() => existsSync(note), 'the stubborn program runs', 10_000);
      const traces = tracesOf(facts);
      expect(processesOf(traces.folder).join('\n')).toContain('trap');
      child.kill(signal);
      expect((await ended).code).toBe(expected);
      await until(() => leftOf(traces).length === 0, `nothing is left but ${leftOf(traces)}`, 5_000);
    },
    30_000,
  );

  test('a key that a killed session held is up for the next session', async () => {
    const { child, ended, facts } = await up(['--launch', 'xterm']);
    const script = join(folder, 'holds.mjs');
    const entry = new URL('../../index.js', pathToFileURL(program));
    writeFileSync(
      script,
      `import { openSession } from ${JSON.stringify(entry.href)};
       const session = await openSession({ environment: 'desktop', display: ${JSON.stringify(facts.display)} });
       await session.perform({ type: 'wait', for: { element: { name: 'xterm' } } });
       const { ok } = await session.perform({ type: 'key', keys: 'Shift', phase: 'down' });
       console.log(ok);`,
    );
    const holder = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    holder.stdout.on('data', (chunk) => {
      said += chunk;
    });
    await until(() => said.includes('\n'), 'the key is held', 20_000);
    expect(said).toBe('true\n');
    expect(isKeyDown(facts)).toBe(true);
    const held = once(holder, 'exit');
    holder.kill('SIGKILL');
    await held;
    await using next = await openSession({ environment: 'desktop', display: facts.display as `:${number}` });
    expect((await next.perform({ type: 'key', keys: 'a' })).ok).toBe(true);
    expect(isKeyDown(facts)).toBe(false);
    child.kill('SIGINT');
    await ended;
  }, 60_000);

  test('programs get no keys and tokens in their environment', async () => {
    const { child, ended, facts } = await up(['--launch', 'xterm'], {
      OPENAI_API_KEY: 'sk-very-secret',
      SOME_TOKEN: 'very-secret',
      LANG: 'C.UTF-8',
    });
    const { folder: own } = tracesOf(facts);
    await until(() => processesOf(own).some((line) => line.includes('xterm')), 'xterm runs', 10_000);
    const told = processesOf(own).flatMap((line) => environmentOf(line.split(' ')[0] ?? ''));
    expect(told.length).toBeGreaterThan(4);
    expect(told.join('\n')).not.toContain('very-secret');
    expect(told.join('\n')).toContain('LANG=C.UTF-8');
    child.kill('SIGINT');
    await ended;
  }, 30_000);

  test('reports all missing programs at once, with the install command', async () => {
    const { code, stderr } = await handrail(['desktop', 'up'], { folder, env: { PATH: '/nowhere' } });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^desktop_missing: A private desktop needs Xvfb, dbus-daemon.*, not found on this machine\.\n/,
    );
    expect(stderr).toMatch(/apt-get install -y --no-install-recommends xvfb dbus .*openbox/);
  });

  test('reports missing viewer programs before anything starts', async () => {
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    for (const name of ['Xvfb', 'dbus-daemon', 'openbox']) symlinkSync(`/usr/bin/${name}`, join(bin, name));
    const { code, stderr } = await handrail(['desktop', 'up', '--watch'], { folder, env: { PATH: bin } });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^program_missing: Watching a desktop in a browser needs x11vnc, websockify/);
    expect(stderr).toMatch(/--no-install-recommends x11vnc websockify/);
  });

  test('an unknown program is reported with the installed ones', async () => {
    const { code, stderr } = await handrail(['desktop', 'up', '--launch', 'mousepat'], { folder });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^unknown_app: There is no program "mousepat"; did you mean "mousepad"/i);
    expect(stderr).toMatch(/Installed: .*Galculator/);
  });

  test.each(['1x1', '20000x100', 'big'])('a desktop of %s pixels is refused', async (size) => {
    const { code, stderr } = await handrail(['desktop', 'up', '--size', size], { folder });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^invalid_option: /);
  });
});

/** Empty for a process that has ended: shells start short-lived ones. */
function environmentOf(pid: string): string[] {
  try {
    return [readFileSync(`/proc/${pid}/environ`, 'utf8')];
  } catch (error) {
    if (!['ENOENT', 'ESRCH'].includes(errorCode(error) ?? '')) throw error;
    return [];
  }
}
