import { spawnSync } from 'node:child_process';
import { chmodSync, lstatSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { alive, descendants, until } from '../cli/handrail.js';
import { daemonOf, pointerPath, waitUntilBusy } from './shell.js';
import { shells, site, useShells } from './use-shells.js';

useShells();

/** Sends raw data to the socket and returns the response until the connection closes. */
function sendRaw(path: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(path, () => socket.write(text));
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}

const tryAsOther = `
const { readFileSync, readdirSync } = require('node:fs');
const [folder, socket, pointer] = process.argv.slice(1);
const code = (work) => { try { work(); return 'done'; } catch (error) { return error.code; } };
const seen = [code(() => readdirSync(folder)), code(() => readFileSync(pointer))];
require('node:net').connect(socket, () => seen.push('connected')).on('error', (error) => seen.push(error.code)).on('close', () => console.log(seen.join(' ')));
setTimeout(() => process.exit(), 5000).unref();
`;

describe('the socket', () => {
  it('is out of reach for another user, even if the folder around it is open', async () => {
    const shell = shells.open();
    await shell.output('open', site.url);
    const [socket = ''] = readFileSync(pointerPath(shell.runtime), 'utf8').split('\n');
    for (const path of [shell.runtime, socket, pointerPath(shell.runtime)]) {
      expect(statSync(path).uid).toBe(process.getuid?.());
      expect(statSync(path).mode & 0o077).toBe(0);
    }
    chmodSync(shell.folder, 0o755);
    // Only root can start a program as another user.
    const isRoot = process.getuid?.() === 0;
    const { stdout } = spawnSync(
      process.execPath,
      ['-e', tryAsOther, shell.runtime, socket, pointerPath(shell.runtime)],
      {
        cwd: '/',
        encoding: 'utf8',
        ...(isRoot ? { uid: 65_534, gid: 65_534 } : {}),
      },
    );
    expect(stdout.trim()).toBe(isRoot ? 'EACCES EACCES EACCES' : 'done done connected');
  });

  it('serves only its owner with the token; concurrent clients start only one process', async () => {
    const shell = shells.open();
    const opened = await Promise.all(['a', 'b', 'a'].map((name) => shell.output('open', site.url, '--session', name)));
    for (const map of opened) expect(map).toContain('page "Desk"');
    expect((await shell.output('sessions')).trim().split('\n')).toHaveLength(2);
    expect(readdirSync(shell.runtime).filter((name) => name.endsWith('.sock'))).toHaveLength(1);
    const [socket = '', token = '', build = ''] = readFileSync(pointerPath(shell.runtime), 'utf8').split('\n');
    expect(statSync(shell.runtime).mode & 0o777).toBe(0o700);
    expect(lstatSync(socket).isSocket()).toBe(true);
    for (const path of [socket, pointerPath(shell.runtime), join(shell.runtime, 'daemon.log')])
      expect([path, statSync(path).mode & 0o777]).toEqual([path, 0o600]);
    const request = (shown: string) => {
      const body = `${[shown, build, '/', '', '', 'sessions'].join('\0')}\0`;
      return `handrail 1 ${Buffer.byteLength(body)}\n${body}`;
    };
    expect(await sendRaw(socket, request(token))).toContain(site.url);
    expect(await sendRaw(socket, request(`${token}x`))).toBe('');
    expect(await sendRaw(socket, request(''))).toBe('');
    expect(await sendRaw(socket, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')).toBe('');
    expect(await sendRaw(socket, 'handrail 1 99999999999\n')).toBe('');
    expect(await shell.output('sessions')).toContain(site.url);
    expect(readFileSync(join(shell.runtime, 'daemon.log'), 'utf8')).not.toContain(token);
  });
});

describe('a process that ends', () => {
  it('a killed background process ends its browsers, is reported, and the next command works', async () => {
    const shell = shells.open();
    await shell.output('open', `${site.url}/table?a=1&b=2`, '--session', 'shop');
    const pid = daemonOf(shell);
    const browsers = descendants(pid);
    expect(browsers.length).toBeGreaterThan(0);
    const waiting = shell.run(['wait', '20', '--session', 'shop']);
    await waitUntilBusy(shell, 'shop');
    process.kill(pid, 'SIGKILL');
    const told = await waiting;
    expect([told.code, told.stderr]).toEqual([1, expect.stringMatching(/^daemon_failed: .*may have taken effect/)]);
    await until(() => alive(browsers).length === 0, 'the browsers are gone', 10_000);
    const { code, stderr } = await shell.run(['click', 'el_1', '--session', 'shop']);
    expect([code, stderr]).toEqual([
      1,
      `no_session: The session "shop" no longer exists: its background process was killed.\n  Open it again: handrail open "${site.url}/table?a=1&b=2" --session shop\n`,
    ]);
    expect(await shell.output('open', `${site.url}/table`, '--session', 'shop')).toContain('page "Table"');
  });

  it('a killed browser restarts at the same page; a client that disconnects cancels; SIGTERM ends the process', async () => {
    const shell = shells.open();
    await shell.output('open', site.url);
    const pid = daemonOf(shell);
    for (const browser of descendants(pid)) process.kill(browser, 'SIGKILL');
    await until(() => descendants(pid).length === 0, 'the browser is gone');
    const told = await shell.output('observe');
    expect(told).toContain('The browser died');
    expect(told).toContain('page "Desk"');
    const child = shell.start(['wait', '60']);
    await waitUntilBusy(shell, 'default');
    child.kill('SIGINT');
    await until(() => child.exitCode !== null || child.signalCode !== null, 'the caller has left');
    expect(await shell.output('click', 'Count')).toContain('done');
    const all = [pid, ...descendants(pid)];
    process.kill(pid, 'SIGTERM');
    await until(() => alive(all).length === 0, 'process and browser are gone', 5_000);
    expect(readdirSync(shell.runtime).filter((name) => /\.(?:sock|pointer)$/.test(name))).toEqual([]);
    const { stderr } = await shell.run(['click', 'Count']);
    expect(stderr).toContain('The session "default" no longer exists: the background process was terminated.');
  });

  it('idle sessions and the process end, and a later command gets the reason', async () => {
    const shell = shells.open({ HANDRAIL_IDLE: '1' });
    await shell.output('open', site.url);
    const pid = daemonOf(shell);
    const all = [pid, ...descendants(pid)];
    await until(() => alive(all).length === 0, 'process and browser are gone', 20_000);
    expect(readdirSync(shell.runtime).filter((name) => /\.(?:sock|pointer)$/.test(name))).toEqual([]);
    const { stderr } = await shell.run(['click', 'Count']);
    expect(stderr).toMatch(/The session "default" no longer exists: it was closed after \d+ s without use\./);
    expect(stderr).toContain(`handrail open ${site.url}/`);
  });

  it('a process whose folder was removed ends with its browser', async () => {
    const shell = shells.open({ HANDRAIL_IDLE: '4' });
    await shell.output('open', site.url);
    const waiting = shell.run(['wait', '30']); // busy, so it does not end because it is idle
    await waitUntilBusy(shell, 'default');
    const pid = daemonOf(shell);
    const all = [pid, ...descendants(pid)];
    rmSync(shell.runtime, { recursive: true });
    await until(() => alive(all).length === 0, 'process and browser are gone', 15_000);
    expect((await waiting).code).toBe(1);
  });
});
