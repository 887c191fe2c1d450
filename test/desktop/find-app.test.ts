import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HandrailError } from '../../src/core/errors.js';
import { type DesktopEntry, readDesktopEntries } from '../../src/environments/desktop/launch/desktop-entries.js';
import { findApp } from '../../src/environments/desktop/launch/find-app.js';
import { parseExecLine } from '../../src/environments/desktop/launch/parse-exec-line.js';

test.each([
  ['mousepad %U', ['mousepad']],
  ['soffice --calc %f --name=%c', ['soffice', '--calc', '--name=']],
  ['"/opt/my app/run" "two words" 100%%', ['/opt/my app/run', 'two words', '100%']],
  ['sh -c "echo \\\\"$HOME\\\\"; \\\\`id\\\\`"', ['sh', '-c', 'echo "$HOME"; `id`']],
  ['env A=1   app', ['env', 'A=1', 'app']],
])('the arguments of Exec=%s', (line, expected) => {
  expect(parseExecLine(line)).toEqual(expected);
});

describe('find programs by name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'handrail-entries-'));
  let entries: DesktopEntry[];

  const entry = (place: string, id: string, fields: Record<string, string>) => {
    const path = join(folder, place, 'applications');
    mkdirSync(path, { recursive: true });
    const lines = Object.entries({ Type: 'Application', ...fields }).map(([name, value]) => `${name}=${value}`);
    const action = '[Desktop Action other]\nName=Other\nExec=/bin/false';
    writeFileSync(join(path, `${id}.desktop`), `[Desktop Entry]\n${lines.join('\n')}\n\n${action}\n`);
  };

  beforeAll(async () => {
    entry('system', 'org.example.notes', {
      Name: 'Fine Notes',
      GenericName: 'Text Editor',
      Exec: 'cat %F',
      'Name[de]': 'X',
    });
    entry('system', 'sums', { Name: 'Sums', Exec: 'ls --color' });
    entry('system', 'sums-more', { Name: 'More Sums', Exec: 'ls -l' });
    entry('system', 'hidden', { Name: 'Hidden', Exec: 'true', NoDisplay: 'true' });
    entry('system', 'gone', { Name: 'Gone', Exec: 'no-such-program-here' });
    entry('system', 'inside', { Name: 'Inside', Exec: 'top', Terminal: 'true' });
    entry('system', 'taken', { Name: 'Taken', Exec: 'true' });
    entry('own', 'taken', { Name: 'Taken', Exec: 'true', Hidden: 'true' });
    entries = await readDesktopEntries({
      PATH: process.env.PATH,
      XDG_DATA_HOME: join(folder, 'own'),
      XDG_DATA_DIRS: `${join(folder, 'system')}:${join(folder, 'nowhere')}`,
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('lists programs that have a window and are installed', () => {
    expect(entries.map(({ name }) => name)).toEqual(['Fine Notes', 'More Sums', 'Sums']);
  });

  test.each([
    ['sh', ['/usr/bin/sh', '/bin/sh']],
    ['/bin/sh', ['/bin/sh']],
    ['fine notes', ['/usr/bin/cat', '/bin/cat']],
    ['org.example.notes', ['/usr/bin/cat', '/bin/cat']],
    ['text editor', ['/usr/bin/cat', '/bin/cat']],
    ['notes', ['/usr/bin/cat', '/bin/cat']],
    ['Sums', ['/usr/bin/ls --color', '/bin/ls --color']],
  ])('%s is found', (app, expected) => {
    expect(expected).toContain(findApp(app, entries).join(' '));
  });

  test.each([
    ['ums', /matches 2 programs/, /More Sums, Sums/],
    ['Fine Nodes', /did you mean "Fine Notes"/, /Installed: Fine Notes/],
    ['/bin/no-such-program', /There is no program/, /Installed/],
    ['sh -c id', /There is no program/, /Installed/],
    ['', /There is no program/, /Installed/],
  ])('%j is refused with those there are', (app, message, hint) => {
    const find = () => findApp(app, entries);
    expect(find).toThrow(HandrailError);
    expect(find).toThrow(message);
    try {
      find();
    } catch (error) {
      expect(error).toMatchObject({ code: 'unknown_app', hint: expect.stringMatching(hint) });
    }
  });
});
