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
import { client, main, openShell, pointedTo, pointerPath, root, type TestShell } from './shell.js';

let shell: TestShell;
beforeAll(() => {
  shell = openShell();
});
afterAll(() => shell.end());

const nothing = 'No session is open. Open one with: handrail open <url>\n';
const byNode = { program: [process.execPath, main] } as const;

async function endAt(folder: string): Promise<void> {
  const pid = pointedTo(pointerPath(folder));
  process.kill(pid, 'SIGTERM');
  await until(() => alive([pid]).length === 0, 'it is gone');
}

describe('the runtime folder', () => {
  it('is refused with a reason if it cannot be created or other users can write to it', async () => {
    const at = (name: string) => join(shell.folder, name);
    writeFileSync(at('file'), '');
    mkdirSync(at('open'));
    chmodSync(at('open'), 0o777);
    mkdirSync(at('own'), 0o700);
    symlinkSync(at('own'), at('link'));
    const cases = [
      [join(at('file'), 'x'), 'a part of its path is a file'],
      [at('file'), 'it is not a folder'],
      ['/proc/handrail', 'the path does not exist'],
      [at('open'), 'other users can write to it'],
      [at('link'), 'it is a symbolic link'],
    ] as const;
    for (const [folder, why] of cases) {
      const { code, stdout, stderr } = await shell.run(['sessions'], { env: { HANDRAIL_RUNTIME: folder } });
      expect([folder, code, stdout]).toEqual([folder, 1, '']);
      expect(stderr).toMatch(/^daemon_failed: .*\n {2}Set HANDRAIL_RUNTIME to a folder that belongs to you\.\n$/);
      expect(stderr).toContain(`${folder} cannot hold the socket of the background process: ${why}`);
    }
    expect([readdirSync(at('open')), readdirSync(at('own'))]).toEqual([[], []]);
  });

  it('may have a long path, spaces or a relative path; the socket is removed', async () => {
    const long = join(shell.folder, 'd'.repeat(60), 'e'.repeat(60));
    for (const [folder, said] of [
      [long, long],
      [join(shell.folder, 'two words'), './two words'],
    ] as const) {
      const env = { HANDRAIL_RUNTIME: said };
      expect((await shell.run(['sessions'], { env })).stdout).toBe(nothing);
      expect((await shell.run(['sessions'], { env })).stdout).toBe(nothing);
      const [socket = ''] = readFileSync(pointerPath(folder), 'utf8').split('\n');
      expect(existsSync(socket)).toBe(true);
      await endAt(folder);
      expect([existsSync(socket), readdirSync(folder)]).toEqual([false, ['daemon.log']]);
      if (folder === long) expect(existsSync(join(socket, '..'))).toBe(false);
    }
  });

  it('is in the temporary folder if XDG_RUNTIME_DIR does not exist', async () => {
    const env = { HANDRAIL_RUNTIME: '', XDG_RUNTIME_DIR: '/no/such/folder', TMPDIR: `${shell.folder}/` };
    expect((await shell.run(['sessions'], { env })).stdout).toBe(nothing);
    const folder = join(shell.folder, `handrail-${process.getuid?.()}`);
    expect((await shell.run(['sessions'], { env, ...byNode })).stdout).toBe(nothing);
    await endAt(folder);
  });

  it('gets a new pointer file if the old one is stale; other files are kept', async () => {
    expect(await shell.output('sessions')).toBe(nothing);
    const pointer = pointerPath(shell.runtime);
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
      expect([content, await shell.output('sessions')]).toEqual([content, nothing]);
    }
    expect(readFileSync(precious, 'utf8')).toBe('kept');
    const aside = readdirSync(shell.runtime).filter((name) => name.startsWith('daemon-unreadable'));
    expect(aside.map((name) => readFileSync(join(shell.runtime, name), 'utf8')).sort()).toEqual(['', 'notes of mine']);
  });
});

describe('a background process that does not respond', () => {
  it('is reported after 15 s; commands that do not need it do not wait', async () => {
    const still = openShell();
    const mute = createServer(() => undefined);
    try {
      await still.output('sessions');
      const pid = still.daemon() ?? 0;
      process.kill(pid, 'SIGSTOP');
      const foreign = mkdtempSync(join(still.folder, 'foreign-'));
      const [, ...rest] = readFileSync(pointerPath(still.runtime), 'utf8').split('\n');
      await new Promise<void>((resolve) => mute.listen(join(foreign, 'mute.sock'), resolve));
      writeFileSync(pointerPath(foreign), [join(foreign, 'mute.sock'), ...rest].join('\n'), { mode: 0o600 });
      const began = performance.now();
      const asked = [
        still.run(['sessions']),
        still.run(['sessions'], byNode),
        still.run(['sessions'], { env: { HANDRAIL_RUNTIME: foreign } }),
      ];
      expect(await still.output('skill')).toContain('handrail open');
      expect(await still.output('click', '--help')).toContain('Usage: handrail click');
      expect(performance.now() - began).toBeLessThan(14_000);
      for (const { code, stderr } of await Promise.all(asked))
        expect([code, stderr]).toEqual([
          1,
          `daemon_failed: The background process (${pid}) has not responded for 15 s. The command may have taken effect.\n  If the process is stopped, continue it with: kill -CONT ${pid}. To end it and its sessions: kill -9 ${pid}\n`,
        ]);
      process.kill(pid, 'SIGCONT');
      expect(await still.output('sessions')).toBe(nothing);
    } finally {
      mute.close();
      await still.end();
    }
  });
});

describe('a client', () => {
  it('works with foreign locales, perl settings and bytes that are not text', async () => {
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
    const odd = [client, `${process.execPath} ${main}`].map((program) =>
      spawnSync('/bin/sh', ['-c', `exec ${program} "$(printf 'a\\377b')"`], {
        env: { ...process.env, HANDRAIL_RUNTIME: shell.runtime },
        encoding: 'utf8',
      }),
    );
    expect(odd.map(({ status }) => status)).toEqual([2, 2]);
    expect(odd[0]?.stderr).toBe(odd[1]?.stderr);
  });

  it('reports a working folder that does not exist', async () => {
    const gone = join(shell.folder, 'gone');
    for (const program of [`exec ${client}`, `exec ${process.execPath} ${main}`]) {
      mkdirSync(gone);
      const { status, stderr } = spawnSync('/bin/sh', ['-c', `rmdir "$PWD"; ${program} open localhost:1`], {
        cwd: gone,
        env: { ...process.env, HANDRAIL_RUNTIME: shell.runtime },
        encoding: 'utf8',
      });
      expect([status, stderr]).toEqual([
        2,
        expect.stringContaining('bad_path: The working folder does not exist any more.'),
      ]);
    }
    if (existsSync(gone)) rmdirSync(gone);
  });

  it('reports every error as JSON with --json', async () => {
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

  it('starts the background process itself for a page in the default browser, and lets Node do it otherwise', async () => {
    const programs = join(shell.folder, 'programs');
    mkdirSync(programs);
    const log = join(shell.folder, 'node.log');
    writeFileSync(join(programs, 'node'), `#!/bin/sh\necho "$@" >> '${log}'\nexec '${process.execPath}' "$@"\n`);
    chmodSync(join(programs, 'node'), 0o755);
    /** The programs that Node was started with, and their last argument. */
    const started = async (...words: string[]) => {
      const runtime = mkdtempSync(join(shell.folder, 'runtime-'));
      writeFileSync(log, '');
      const env = { PATH: `${programs}:${process.env.PATH}`, HANDRAIL_RUNTIME: runtime };
      const { stdout, stderr } = await shell.run(words, { env });
      const calls = readFileSync(log, 'utf8').trim().split('\n').filter(Boolean);
      const pid = existsSync(pointerPath(runtime)) ? pointedTo(pointerPath(runtime)) : undefined;
      if (pid !== undefined) {
        process.kill(pid, 'SIGTERM');
        await until(() => alive([pid]).length === 0, 'it is gone', 10_000);
      }
      return { stdout, stderr, calls: calls.map((line) => line.replace(/^.*\/dist\//, '')) };
    };
    const page = 'data:text/html,<button>Start</button>';
    const direct = await started('open', page);
    expect(direct.stdout).toContain('Button "Start"');
    expect(direct.calls).toEqual(['doors/daemon/main.js --start-browser']);
    const failed = await started('open', 'ftp://x');
    expect([failed.stderr, failed.calls.length]).toEqual([expect.stringMatching(/^bad_url: /), 1]);
    const other = await started('open', page, '--environment=nowhere');
    expect([other.calls[0], other.stderr]).toEqual([
      expect.stringMatching(/^doors\/cli\/main.js open/),
      expect.stringContaining('environment: Invalid option'),
    ]);
    const second = await started('observe');
    expect(second.calls).toEqual(['doors/cli/main.js observe']);
    expect(second.stderr).toContain('no_session');
  });

  it('has the same rules and texts in bin/handrail as in the package', () => {
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/write-client.mjs'), '--check'], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
  });
});
