import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countTokens } from '../../src/perception/count-tokens.js';
import { type Served, servePages } from '../support/serve.js';
import { pages } from './pages.js';
import { client, idOf, main, openShell, type TestShell } from './shell.js';

let site: Served;
let shell: TestShell;

beforeAll(async () => {
  site = await servePages(pages);
  shell = openShell();
});
afterAll(async () => {
  site.close();
  await shell.end();
});

describe('a session between commands', () => {
  it('opens a page, acts, and prints what changed', async () => {
    const map = await shell.output('open', site.url);
    expect(map).toContain('# "Desk"');
    const count = idOf(map, 'Button "Count"');
    expect(await shell.output('click', count)).toMatch(/^done\n(.*\n)*renamed: \[el_\d+\] "Count 1" was "Count"/);
    expect(await shell.output('click', 'the Count 1 button')).toContain('Count 2');
    expect(site.log.filter((line) => line.includes('/count'))).toEqual(['GET /count?1', 'GET /count?2']);
    expect(await shell.output('click', 'Idle')).toContain('no change observed');
  });

  it('fills in a form, submits it, and prints the next page', async () => {
    await shell.output('open', site.url);
    expect(await shell.output('fill', 'Name', 'Bo\n')).toContain('"Name" = "Bo"');
    expect(site.log.filter((line) => line.includes('/sent'))).toEqual([]);
    const filled = await shell.output('fill_form', 'Name=Ann Lee', 'Colour=Blue', 'I agree=true', 'Secret=hunter2');
    expect(filled).toContain('"Name" = "Ann Lee"');
    expect(filled).not.toContain('hunter2');
    const after = await shell.output('click', 'Send');
    expect(after).toMatch(/^done\nsent: GET \/sent with name="Ann Lee", .*, secret=•••, answered 200\npage "Sent"/);
    expect(after).toMatch(/\[el_\d+\] Button "Again"/);
    expect(site.log).toContain('GET /sent?name=Ann+Lee&colour=Blue&agree=on&secret=hunter2');
  });

  it('downloads a file and prints its path', async () => {
    await shell.output('open', site.url);
    const { path } = JSON.parse(await shell.output('download', 'Price list'));
    expect(readFileSync(path, 'utf8')).toBe('item,price\nmug,12.50\n');
    expect(path.startsWith(join(shell.folder, '.handrail', 'runs'))).toBe(true);
  });

  it('reads tables, finds and expands, within the budget', async () => {
    const map = await shell.output('open', `${site.url}/table`, '--budget', '200');
    expect(countTokens(map)).toBeLessThanOrEqual(200);
    const table = await shell.output('read_page');
    expect(table).toContain('| Item 60 | 177 |');
    const found = await shell.output('observe', '--find', 'Item 57');
    expect(found).toContain('Item 57');
    expect(found).not.toContain('Item 12');
    const list = /expand (el_\d+)/.exec(await shell.output('observe'))?.[1] ?? 'no list';
    expect(await shell.output('observe', '--expand', list, '--from', '40', '--budget', '4000')).toContain('Item 45');
  });

  it('writes pictures to the named file', async () => {
    await shell.output('open', site.url);
    expect(await shell.output('observe', '--image', 'page.png', '--marks')).toContain(join(shell.folder, 'page.png'));
    const { width, height } = await sharp(join(shell.folder, 'page.png')).metadata();
    expect([width, height]).toEqual([1440, 900]);
    const kept = /picture: (.*)/.exec(await shell.output('screenshot'))?.[1] ?? '';
    expect(existsSync(kept)).toBe(true);
    const { code, stderr } = await shell.run(['screenshot', '--image', '/no/such/folder/x.png']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('bad_path')]);
  });

  it('cuts long texts unless --full is given', async () => {
    await shell.output('open', `${site.url}/long`);
    const part = await shell.output('read_page');
    expect(part.length).toBeLessThan(7_000);
    expect(part).toMatch(/--full prints the whole text, read_page with a heading one section: "Prices", "Notes"\n$/);
    const section =
      '## Prices\n\nParagraph 300 says nothing of any weight.\n\nParagraph 301 says nothing of any weight.\n';
    expect(await shell.output('read_page', 'Prices')).toBe(section);
    expect(await shell.output('read_page', '--full')).toContain('Paragraph 899');
  });

  it('prints JSON for programs', async () => {
    await shell.output('open', site.url);
    const done = JSON.parse(await shell.output('click', 'Count', '--json'));
    expect(done).toMatchObject({ success: true, effect: 'changed', data: { clicked: 'Count' } });
    const { stdout, code } = await shell.run(['click', 'el_9999', '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ success: false, code: 'unknown_element' });
    const { sessions } = JSON.parse(await shell.output('sessions', '--json'));
    expect(sessions).toEqual([expect.objectContaining({ name: 'default', busy: false })]);
  });

  it('runs a batch up to the first failure', async () => {
    await shell.output('open', site.url);
    const before = site.log.length;
    const all = await shell.output('batch', 'fill Name "Bo Li"', "select Colour 'Blue'", 'click Send');
    expect(all).toMatch(/\n3\. click Send: done\nsent: GET .*\npage "Sent"/);
    expect(site.log.slice(before)).toContain('GET /sent?name=Bo+Li&colour=Blue&secret=');
    const lines = `# a remark\nhandrail open ${site.url}\n\nclick Count\nclick Nowhere\nclick Count\n`;
    const { code, stdout, stderr } = await shell.run(['batch'], { input: lines });
    expect([code, stdout, stderr]).toEqual([
      1,
      expect.stringContaining('4. click Count: done'),
      expect.stringMatching(/^5\. click Nowhere\nnot_found: .*\nNot run:\n {2}6\. click Count\n$/s),
    ]);
    await shell.output('open', `${site.url}/files`);
    const note = await shell.output('batch', 'fill Note "two\nlines"', 'type Note -- --help');
    expect(note).toMatch(
      /^1\. fill Note "two lines": done\nvalue: .* = "two ⏎ lines"(.*\n)+2\. type .*: done\nvalue: .*--help/,
    );
    const none = await shell.run(['batch'], { input: '\n' });
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('batch has no commands')]);
  });

  it('resolves paths against the caller’s folder, and uploads only from the folder of the session', async () => {
    const below = join(shell.folder, 'below');
    mkdirSync(below);
    writeFileSync(join(below, 'photo.txt'), 'smile');
    await shell.output('open', `${site.url}/files`);
    const near = await shell.run(['upload_file', 'Photo', 'photo.txt'], { folder: below });
    expect([near.code, near.stdout]).toEqual([0, expect.stringContaining('= "photo.txt"')]);
    const far = await shell.run(['upload_file', 'Photo', 'passwd'], { folder: '/etc' });
    expect([far.code, far.stderr]).toEqual([2, expect.stringContaining(`Only files inside ${shell.folder} can be`)]);
    const words = ['open', site.url, '--session', 'kept', '--profile', 'profile'];
    expect((await shell.run(words, { folder: below })).code).toBe(0);
    expect(readdirSync(below)).toContain('profile');
    await shell.output('close', '--session', 'kept');
  });

  it('reads no pipes and limits the size of input', async () => {
    execFileSync('mkfifo', [join(shell.folder, 'pipe')]);
    const read = await shell.run(['extract_structured', '@pipe']);
    expect([read.code, read.stderr]).toEqual([
      2,
      expect.stringContaining('pipe cannot be read: it is not a regular file'),
    ]);
    const drawn = await shell.run(['screenshot', '--image', 'pipe']);
    expect([drawn.code, drawn.stderr]).toEqual([2, expect.stringContaining('bad_path')]);
    const much = await shell.run(['batch'], { input: 'x'.repeat(33 * 1024 * 1024) });
    expect([much.code, much.stderr]).toEqual([2, expect.stringContaining('larger than 32 MB')]);
  });

  it('separates sessions: cookies, pages, ids', async () => {
    await Promise.all(
      ['a', 'b', 'c'].map((who) => shell.output('open', `${site.url}/cookie?who=${who}`, '--session', who)),
    );
    for (const who of ['a', 'b', 'c']) {
      const again = await shell.output('open', `${site.url}/cookie?who=${who}`, `--session=${who}`);
      expect(again).toContain(`You brought: who=${who}`);
    }
    const { stdout } = await shell.run(['observe'], { env: { HANDRAIL_SESSION: 'b' } });
    expect(stdout).toContain('You brought: who=b');
    for (const name of ['..', 'a b', '--json', 'ünï', 'x'.repeat(65), '../b'])
      for (const words of [
        ['open', site.url],
        ['click', 'el_1'],
      ]) {
        const { code, stderr: why } = await shell.run([...words, '--session', name]);
        expect([name, code, why]).toEqual([name, 2, expect.stringContaining('is not a valid session name')]);
      }
    const other = await shell.run(['click', 'el_1', '--session', 'd']);
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('There is no session "d"')]);
    expect(await shell.output('close', '--session', 'b')).toBe('closed b\n');
    expect(await shell.output('sessions')).not.toMatch(/^b /m);
  });

  it('refuses actions without approval, with their exit code', async () => {
    await shell.output('open', site.url, '--session', 'strict', '--approve', 'none');
    const { code, stderr } = await shell.run(['download', 'Price list', '--session', 'strict']);
    expect([code, stderr]).toEqual([3, expect.stringContaining('needs_approval')]);
    const script = await shell.run(['evaluate', 'document.title']);
    expect([script.code, script.stdout]).not.toEqual([0, expect.anything()]);
    await shell.output('close', '--session', 'strict');
  });
});

describe('the command line', () => {
  it('suggests the right name for an unknown command', async () => {
    const { code, stderr } = await shell.run(['clik', 'el_1']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('Did you mean click?')]);
    expect((await shell.run(['click'])).stderr).toContain('click needs selector');
  });

  it('works the same with node alone, without perl', async () => {
    await shell.output('open', site.url);
    const direct = await shell.run(['click', 'Count'], { program: [process.execPath, main] });
    expect([direct.code, direct.stdout]).toEqual([0, expect.stringContaining('Count 1')]);
    const { PATH = '' } = process.env;
    const bare = PATH.split(':').filter((folder) => !existsSync(join(folder, 'perl')));
    const tools = await shell.run(['click', 'Count 1'], {
      program: ['/bin/sh', '-c', `command() { return 1; }; . ${client}`, client],
      env: { PATH: [...bare, ...PATH.split(':')].join(':') },
    });
    expect([tools.code, tools.stdout]).toEqual([0, expect.stringContaining('Count 2')]);
  });

  it('has a page for coding agents of at most 1,200 tokens', async () => {
    const text = await shell.output('skill');
    expect(countTokens(text)).toBeLessThanOrEqual(1_200);
    const help = await shell.output('fill_form', '--help');
    expect(help).toContain('Usage: handrail fill_form <fields...>');
  });
});

describe('the journal', () => {
  it('never contains a password, however it was typed', async () => {
    const secret = 'correct-horse-77';
    const at = idOf(await shell.output('open', site.url, '--session', 'secret'), 'TextInput "Secret"');
    const number = at.slice(3);
    for (const words of [
      ['type', at, secret],
      ['fill', 'Secret', secret],
      ['fill_form', `Secret=${secret}`],
      ['browse_type', at, secret],
      ['computer_use', 'set_value', '--element', number, '--value', secret],
      ['computer_use', 'type', '--text', secret],
      ['type', secret],
    ]) {
      const { code, stdout, stderr } = await shell.run([...words, '--session', 'secret']);
      expect([words, code, stderr]).toEqual([words, 0, '']);
      expect(stdout).not.toContain(secret);
    }
    const { sessions } = JSON.parse(await shell.output('sessions', '--json'));
    const { folder } = sessions.find(({ name }: { name: string }) => name === 'secret');
    await shell.output('close', '--session', 'secret');
    const journal = readFileSync(join(folder, 'journal.jsonl'), 'utf8');
    expect(journal).toContain('"type":"intent"');
    expect(journal).not.toContain(secret);
  });
});
