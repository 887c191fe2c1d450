import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { alive, until } from '../cli/handrail.js';
import { daemonOf, pointedTo, pointerPath, root, type TestShell } from './shell.js';
import { shells, site, useShells } from './use-shells.js';

useShells();

/** Copies the built package. Returns the folder and how to start its command. */
function copyBuild(shell: TestShell, name: string) {
  const folder = join(shell.folder, name);
  for (const part of ['bin', 'dist', 'package.json']) cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return { folder, program: [join(folder, 'bin/handrail')] as const };
}

/** Changes the protocol version of a copy. */
function setProtocol(folder: string, version: number): void {
  const texts = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.js$/.test(file),
  );
  for (const path of [...texts.map((file) => join(folder, 'dist', file)), join(folder, 'bin/handrail')]) {
    const text = readFileSync(path, 'utf8');
    const changed = text
      .replace('protocolVersion = 1;', `protocolVersion = ${version};`)
      .replace('$max_message_bytes) = (1,', `$max_message_bytes) = (${version},`);
    if (changed !== text) writeFileSync(path, changed);
  }
}

describe('a newer build', { timeout: 180_000 }, () => {
  it('uses the sessions of the older process, opens its own, and the older process ends with its last session', async () => {
    const shell = shells.open();
    const { folder, program } = copyBuild(shell, 'newer');
    await shell.output('open', site.url);
    await shell.output('open', site.url, '--session', 'second');
    const older = daemonOf(shell);
    const before = site.log.length;
    expect((await shell.run(['click', 'Count'], { program })).stdout).toContain('Count 1');
    expect((await shell.run(['batch'], { program, input: 'click "Count 1"\nclick "Count 2"' })).stdout).toContain(
      'Count 3',
    );
    expect(await shell.output('click', 'Count 3')).toContain('Count 4');
    expect(site.log.slice(before)).toEqual([1, 2, 3, 4].map((count) => `GET /count?${count}`));
    const failed = await shell.run(['click', 'Nowhere', '--json'], { program });
    expect([failed.code, JSON.parse(failed.stdout).code]).toEqual([1, 'not_found']);
    expect((await shell.run(['open', site.url, '--session', 'own'], { program })).stdout).toContain('page "Desk"');
    expect(pointedTo(pointerPath(shell.runtime, folder))).not.toBe(older);
    const listed = await shell.run(['sessions'], { program });
    expect(listed.stdout.match(/^\w+/gm)?.sort()).toEqual(['default', 'own', 'second']);
    const mixed = await shell.run(['batch', '--session', 'own', 'click Count', 'click Idle --session second'], {
      program,
    });
    expect([mixed.code, mixed.stderr]).toEqual([
      1,
      expect.stringMatching(/no_session: The background process of another/),
    ]);
    expect((await shell.run(['close'], { program })).stdout).toBe('closed default\n');
    expect(alive([older])).toEqual([older]);
    expect((await shell.run(['close', '--session', 'second'], { program })).stdout).toBe('closed second\n');
    await until(() => alive([older]).length === 0, 'the older process has ended', 10_000);
    expect((await shell.run(['click', 'Count 1', '--session', 'own'], { program })).stdout).toContain('Count 2');
    expect((await shell.run(['close', '--all'], { program })).stdout).toBe('closed own\n');
  });

  it('reports that the older process was killed, and closes the sessions of both with --all', async () => {
    const shell = shells.open();
    const { program } = copyBuild(shell, 'newer');
    await shell.output('open', site.url);
    await shell.run(['open', site.url, '--session', 'own'], { program });
    expect((await shell.run(['close', '--all'], { program })).stdout).toBe('closed own, default\n');
    await shell.output('open', site.url);
    process.kill(daemonOf(shell), 'SIGKILL');
    const { code, stderr } = await shell.run(['click', 'Count'], { program });
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/"default" no longer exists: its background process was killed/),
    ]);
    expect((await shell.run(['open', site.url], { program })).stdout).toContain('page "Desk"');
  });

  it('works although the files of the older build were removed', async () => {
    const shell = shells.open();
    const older = copyBuild(shell, 'older');
    await shell.run(['open', site.url], { program: older.program });
    rmSync(older.folder, { recursive: true });
    for (const [line, said] of [
      ['click Count', 'Count 1'],
      ['observe --image page.png', 'page.png'],
      ['read_page', 'Desk'],
      ['fill Name Ann', 'Ann'],
      ['tabs list', 'Desk'],
      ['close', 'closed default'],
    ] as const)
      expect([line, (await shell.run(line.split(' '))).stdout]).toEqual([line, expect.stringContaining(said)]);
  });

  it('with another protocol refuses only those sessions, and names the command that ends them', async () => {
    const shell = shells.open();
    const { folder, program } = copyBuild(shell, 'newer');
    setProtocol(folder, 2);
    await shell.output('open', site.url);
    await shell.output('open', site.url, '--session', 'second');
    const older = daemonOf(shell);
    const refused = await shell.run(['click', 'Count'], { program });
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toMatch(
      new RegExp(
        `^daemon_failed: .* the sessions "default" \\(${site.url}/\\), "second" .*\n.* these sessions with: kill ${older}\\.`,
      ),
    );
    expect((await shell.run(['open', site.url, '--session', 'own'], { program })).stdout).toContain('page "Desk"');
    expect((await shell.run(['sessions'], { program })).stdout).toContain(`process ${older}`);
    const closed = await shell.run(['close', '--all'], { program });
    expect([closed.code, closed.stdout, closed.stderr]).toEqual([
      1,
      'closed own\n',
      expect.stringContaining(`kill ${older}`),
    ]);
    expect(await shell.output('click', 'Count')).toContain('Count 1');
    process.kill(older, 'SIGTERM');
    await until(() => alive([older]).length === 0, 'the older process has ended', 10_000);
    expect((await shell.run(['open', site.url], { program })).stdout).toContain('page "Desk"');
  });
});
