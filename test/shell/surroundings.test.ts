import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alive, until } from '../cli/handrail.js';
import { front, main, openShell, root, type TestShell } from './shell.js';

let shell: TestShell;
beforeAll(() => {
  shell = openShell();
});
afterAll(() => shell.end());

const nothing = 'No session is open. Open one with: handrail open <address>\n';
const byNode = { program: [process.execPath, main] } as const;

/** The process that a folder points to. */
function pointedTo(folder: string): number {
  return Number(readFileSync(join(folder, 'daemon'), 'utf8').split('\n')[3]);
}

async function endAt(folder: string): Promise<void> {
  const pid = pointedTo(folder);
  process.kill(pid, 'SIGTERM');
  await until(() => alive([pid]).length === 0, 'it is gone');
}

describe('the folder of the socket', () => {
  it('that cannot be had, or that others could use, is refused with a reason', async () => {
    const at = (name: string) => join(shell.folder, name);
    writeFileSync(at('file'), '');
    mkdirSync(at('open'));
    chmodSync(at('open'), 0o777);
    mkdirSync(at('own'), 0o700);
    symlinkSync(at('own'), at('link'));
    const cases = [
      [join(at('file'), 'x'), 'its path goes through a file'],
      [at('file'), 'it is not a folder'],
      ['/proc/handrail', 'there is no such place'],
      [at('open'), 'others may write there'],
      [at('link'), 'it is a link'],
    ] as const;
    for (const [folder, why] of cases) {
      const { code, stdout, stderr } = await shell.run(['sessions'], { env: { HANDRAIL_RUNTIME: folder } });
      expect([folder, code, stdout]).toEqual([folder, 1, '']);
      expect(stderr).toMatch(/^daemon_failed: .*\n {2}Name a folder of your own with HANDRAIL_RUNTIME\.\n$/);
      expect(stderr).toContain(`${folder} cannot hold the socket of the background process: ${why}`);
    }
    expect([readdirSync(at('open')), readdirSync(at('own'))]).toEqual([[], []]);
  });

  it('may be long, hold spaces, or be said from where one is; nothing is left of the socket', async () => {
    const long = join(shell.folder, 'd'.repeat(60), 'e'.repeat(60));
    for (const [folder, said] of [
      [long, long],
      [join(shell.folder, 'two words'), './two words'],
    ] as const) {
      const env = { HANDRAIL_RUNTIME: said };
      expect((await shell.run(['sessions'], { env })).stdout).toBe(nothing);
      expect((await shell.run(['sessions'], { env })).stdout).toBe(nothing);
      const [socket = ''] = readFileSync(join(folder, 'daemon'), 'utf8').split('\n');
      expect(existsSync(socket)).toBe(true);
      await endAt(folder);
      expect([existsSync(socket), readdirSync(folder)]).toEqual([false, ['daemon.log']]);
      if (folder === long) expect(existsSync(join(socket, '..'))).toBe(false);
    }
  });

  it('is one of the user where the session has none', async () => {
    const env = { HANDRAIL_RUNTIME: '', XDG_RUNTIME_DIR: '/no/such/folder', TMPDIR: `${shell.folder}/` };
    expect((await shell.run(['sessions'], { env })).stdout).toBe(nothing);
    const folder = join(shell.folder, `handrail-${process.getuid?.()}`);
    expect((await shell.run(['sessions'], { env, ...byNode })).stdout).toBe(nothing);
    await endAt(folder);
  });

  it('that points nowhere is mended, and what is no pointer is kept', async () => {
    expect(await shell.say('sessions')).toBe(nothing);
    const pointer = join(shell.runtime, 'daemon');
    const precious = join(shell.folder, 'precious');
    writeFileSync(precious, 'kept');
    const good = readFileSync(pointer, 'utf8').split('\n');
    const contents = [
      '',
      'notes of mine',
      [precious, ...good.slice(1)].join('\n'),
      ['/no/such', 'x', good[2], '1'].join('\n'),
    ];
    for (const content of contents) {
      await endAt(shell.runtime);
      writeFileSync(pointer, content, { mode: 0o600 });
      expect([content, await shell.say('sessions')]).toEqual([content, nothing]);
    }
    expect(readFileSync(precious, 'utf8')).toBe('kept');
    const aside = readdirSync(shell.runtime).filter((name) => name.startsWith('daemon-unreadable'));
    expect(aside.map((name) => readFileSync(join(shell.runtime, name), 'utf8')).sort()).toEqual(['', 'notes of mine']);
  });
});

describe('a background process that does not answer', () => {
  it('is waited for no longer than 15 s, and what needs none does not wait', async () => {
    const still = openShell();
    const mute = createServer(() => undefined);
    try {
      await still.say('sessions');
      const pid = still.daemon() ?? 0;
      process.kill(pid, 'SIGSTOP');
      const foreign = mkdtempSync(join(still.folder, 'foreign-'));
      const [, ...rest] = readFileSync(join(still.runtime, 'daemon'), 'utf8').split('\n');
      await new Promise<void>((resolve) => mute.listen(join(foreign, 'mute.sock'), resolve));
      writeFileSync(join(foreign, 'daemon'), [join(foreign, 'mute.sock'), ...rest].join('\n'), { mode: 0o600 });
      const began = performance.now();
      const asked = [
        still.run(['sessions']),
        still.run(['sessions'], byNode),
        still.run(['sessions'], { env: { HANDRAIL_RUNTIME: foreign } }),
      ];
      expect(await still.say('skill')).toContain('handrail open');
      expect(await still.say('click', '--help')).toContain('Usage: handrail click');
      expect(performance.now() - began).toBeLessThan(14_000);
      for (const { code, stderr } of await Promise.all(asked))
        expect([code, stderr]).toEqual([
          1,
          `daemon_failed: The background process (${pid}) has not answered for 15 s. What was asked may have happened.\n  If it was stopped, wake it with: kill -CONT ${pid}. To end it and its sessions: kill -9 ${pid}\n`,
        ]);
      process.kill(pid, 'SIGCONT');
      expect(await still.say('sessions')).toBe(nothing);
    } finally {
      mute.close();
      await still.end();
    }
  });
});

describe('the way a command is given', () => {
  it('does not matter: foreign locales, perl settings, bytes that are no text', async () => {
    const env = { LC_ALL: 'xx_YY.UTF-8', PERL_UNICODE: 'SAD', PERL5OPT: '-CSAD' };
    const words = ['click', 'ünï 漢', '--session', 'none'];
    for (const options of [{ env }, { env, ...byNode }]) {
      const { code, stdout, stderr } = await shell.run(words, options);
      expect([code, stdout, stderr]).toEqual([
        1,
        '',
        expect.stringMatching(/^no_session: There is no session "none"\./),
      ]);
    }
    const odd = [front, `${process.execPath} ${main}`].map((program) =>
      spawnSync('/bin/sh', ['-c', `exec ${program} "$(printf 'a\\377b')"`], {
        env: { ...process.env, HANDRAIL_RUNTIME: shell.runtime },
        encoding: 'utf8',
      }),
    );
    expect(odd.map(({ status }) => status)).toEqual([2, 2]);
    expect(odd[0]?.stderr).toBe(odd[1]?.stderr);
  });

  it('from a folder that is gone is told', async () => {
    const gone = join(shell.folder, 'gone');
    for (const program of [`exec ${front}`, `exec ${process.execPath} ${main}`]) {
      mkdirSync(gone);
      const { status, stderr } = spawnSync('/bin/sh', ['-c', `rmdir "$PWD"; ${program} open localhost:1`], {
        cwd: gone,
        env: { ...process.env, HANDRAIL_RUNTIME: shell.runtime },
        encoding: 'utf8',
      });
      expect([status, stderr]).toEqual([2, expect.stringContaining('bad_path: The working folder is gone.')]);
    }
    if (existsSync(gone)) rmdirSync(gone);
  });

  it('is answered in JSON when asked so, whatever is wrong', async () => {
    for (const [words, env] of [
      [['clik', '--json'], {}],
      [['click', '--json'], {}],
      [['click', 'x', '--json', '--session', 'a b'], {}],
      [['open', 'ftp://x', '--json'], {}],
      [['run', '--json', '--urll', 'x'], {}],
      [['tools', 'clik', '--json'], {}],
      [['Search for mug', '--json'], {}],
      [['sessions', '--json'], { HANDRAIL_RUNTIME: '/proc/handrail' }],
      [['sessions', '--json'], { HANDRAIL_RUNTIME: join(shell.folder, 'idle'), HANDRAIL_IDLE: 'soon' }],
    ] as const) {
      const { code, stdout, stderr } = await shell.run(words, { env });
      expect([words, code, stderr]).toEqual([words, expect.toSatisfy((one) => one === 1 || one === 2), '']);
      const { success, error, code: said } = JSON.parse(stdout);
      expect([success, typeof error, typeof said]).toEqual([false, 'string', 'string']);
    }
  });

  it('knows in perl what node knows', () => {
    const perl = readFileSync(front, 'utf8');
    const node = readFileSync(join(root, 'src/doors/cli/command-line.ts'), 'utf8');
    const local = /local = new Set\(\[(.*)\]\)/.exec(node)?.[1]?.replaceAll("'", '').split(', ');
    expect(local?.length).toBeGreaterThan(5);
    expect(perl).toContain(`/^(?:${local?.join('|')})$/`);
  });
});
