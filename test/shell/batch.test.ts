import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { splitLine } from '../../src/doors/command-line/split-line.js';
import { shellCommands } from '../../src/doors/shell/commands.js';
import { type Caller, runCommand } from '../../src/doors/shell/run-command.js';
import { type Served, servePages } from '../support/serve.js';
import { pages } from './pages.js';
import { main, openShell, type TestShell } from './shell.js';

const note = `<title>Note</title><form action="/kept"><label>Email <input name="email"></label>
  <label>Body <textarea name="body"></textarea></label><button>Keep</button></form>`;

let site: Served;
let shell: TestShell;
beforeAll(async () => {
  site = await servePages({ ...pages, '/note': note, '/kept': '<title>Kept</title><h1>Kept</h1>' });
  shell = openShell();
});
afterAll(async () => {
  site.close();
  await shell.end();
});

/** The fields of the last form that the server received. */
function received(): Record<string, string> {
  const line = site.log.findLast((one) => one.startsWith('GET /kept?')) ?? '';
  return Object.fromEntries(new URLSearchParams(line.split('?')[1]));
}

const difficult = 'line 1\nline "2" — it\'s $HOME `x` \\ --end';

describe('a batch', () => {
  it('opens, acts, waits, observes, takes pictures and closes in one call', async () => {
    const lines = [
      `open ${site.url}/note`,
      'fill Email ann@example.org',
      'click Keep',
      'wait_for Kept',
      'tabs list',
      'screenshot --image shots.png',
      'screenshot h1 --scale 2 --image heading.png',
      'observe',
      'sessions',
      'close',
    ];
    const { code, stdout, stderr } = await shell.run(['batch', ...lines]);
    expect([code, stderr]).toEqual([0, '']);
    for (const [index, line] of lines.entries()) expect(stdout).toContain(`${index + 1}. ${line.slice(0, 39)}`);
    expect(received()).toEqual({ email: 'ann@example.org', body: '' });
    for (const file of ['shots.png', 'heading.png']) {
      expect(stdout).toContain(`picture: ${join(shell.folder, file)}`);
      expect((await sharp(join(shell.folder, file)).metadata()).format).toBe('png');
    }
    expect(stdout).toMatch(/8\. observe\npage "Kept"/);
    expect(stdout).toMatch(/closed default\n$/);
  });

  it('prints the last page in full, also before a picture, and others on request', async () => {
    const page = `open ${site.url}/note`;
    const controls = [/\[el_\d+\] TextInput "Email"/, /\[el_\d+\] TextInput "Body"/, /\[el_\d+\] Button "Keep"/];
    const last = await shell.output('batch', page, 'wait_for Keep', 'screenshot --image last.png');
    for (const control of controls) expect(last).toMatch(control);
    const between = await shell.output('batch', page, `open ${site.url}/kept`);
    expect(between).toMatch(/^1\. open .*\npage "Note" .* \(\d+ elements\)\n2\. /m);
    const full = await shell.output('batch', `${page} --full`, `open ${site.url}/kept`);
    for (const control of controls) expect(full).toMatch(control);
  });

  it('takes JSON: arguments, fields and lines, on standard input and as arguments', async () => {
    await shell.output('open', `${site.url}/note`);
    const fill = ['fill', 'Body', difficult];
    const forms: { name: string; words: string[]; input?: string }[] = [
      { name: 'arrays', words: [], input: JSON.stringify([fill, ['click', 'Keep']], null, 2) },
      {
        name: 'objects',
        words: [],
        input: JSON.stringify([
          { command: 'fill', target: 'Body', value: difficult },
          { command: 'click', selector: 'Keep' },
        ]),
      },
      { name: 'one per line', words: [], input: `${JSON.stringify(fill)}\n# sends it\nclick Keep\n` },
      { name: 'mixed', words: [], input: JSON.stringify([fill, 'click Keep']) },
      { name: 'as arguments', words: [JSON.stringify(fill), '{"command":"click","target":"Keep"}'] },
      { name: 'an array as argument', words: [JSON.stringify([fill, ['click', 'Keep']])] },
    ];
    for (const { name, words, input } of forms)
      for (const program of [undefined, [process.execPath, main] as const]) {
        await shell.output('open', `${site.url}/note`);
        const { code, stderr } = await shell.run(['batch', ...words], { input, ...(program ? { program } : {}) });
        expect([name, code, stderr]).toEqual([name, 0, '']);
        expect([name, received().body?.replaceAll('\r', '')]).toEqual([name, difficult]);
      }
  });

  it('runs nothing if a command of it is wrong, and names the line', async () => {
    await shell.output('open', `${site.url}/note`);
    const before = site.log.length;
    for (const [input, line, error] of [
      ['click Keep\n\nclik Keep', '3. clik Keep', 'invalid_option: There is no command "clik". Did you mean click?'],
      ['click Keep\nclick Keep --tims 3', '2. click Keep --tims 3', 'invalid_input: click has no flag --tims'],
      ['click Keep\nfill Email "x', '2. fill Email "x', 'invalid_input: A " is not closed'],
      ['click Keep\nbatch observe', '2. batch observe', 'invalid_input: A batch cannot contain a batch.'],
      ['[["click","Keep"],["fill"],{"command":"fill","targe":"Email"}]', '3. {', 'fill has no field "targe"'],
      ['[["click","Keep"],7]', '2. 7', 'This is not a command'],
      ['[["click","Keep"]', 'invalid_input: The batch is not valid JSON', 'Use an array of commands'],
    ] as const) {
      const { code, stdout, stderr } = await shell.run(['batch'], { input });
      expect([input, code, stdout]).toEqual([input, 2, '']);
      expect(stderr.startsWith(line), stderr).toBe(true);
      expect(stderr).toContain(error);
    }
    expect(site.log.length).toBe(before);
  });

  it('names the line that failed and what was not run', async () => {
    await shell.output('open', `${site.url}/note`);
    const input = '# a remark\nfill Email x\n\nclick Nowhere --timeout 0\nclick Keep\nscreenshot --image never.png\n';
    const { code, stdout, stderr } = await shell.run(['batch'], { input });
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^2\. fill Email x: done/)]);
    expect(stderr).toMatch(
      /^4\. click Nowhere --timeout 0\nnot_found: (.*\n)+Not run:\n {2}5\. click Keep\n {2}6\. screenshot --image never\.png\n$/,
    );
    expect(existsSync(join(shell.folder, 'never.png'))).toBe(false);
    const json = await shell.run(['batch', '--json'], { input });
    const { results, notRun } = JSON.parse(json.stdout);
    expect(results.map(({ line, success }: { line: number; success: boolean }) => [line, success])).toEqual([
      [2, true],
      [4, false],
    ]);
    expect(notRun).toBe(2);
  });
});

describe('a line of a batch', () => {
  /** The reply to a batch that ends with a wrong command, so that nothing of it runs. */
  const prepare = async (line: string) => {
    const caller = { args: ['batch'], folder: '/', home: '', session: '' };
    const nothing = new Proxy({}, { get: (_, name) => expect.unreachable(`the batch used ${String(name)}`) });
    const input = async () => `${line}\nclik Keep`;
    const { signal } = new AbortController();
    const { text } = await runCommand({
      ...caller,
      sessions: nothing as Caller['sessions'],
      others: nothing as Caller['others'],
      signal,
      input,
    });
    return text.split('\n');
  };
  const accepted = [expect.stringMatching(/^2\. clik Keep$/), expect.stringContaining('There is no command "clik"')];

  it.each([...shellCommands.values()].filter(({ name }) => name !== 'batch'))(
    'can be $name, with the arguments of its help',
    async ({ name, examples }) => {
      expect(examples.length).toBeGreaterThan(0);
      for (const example of examples) {
        const [, ...words] = splitLine(example);
        expect(words[0]?.replaceAll('-', '_')).toBe(name);
        for (const line of [example, example.replace(/^handrail /, ''), JSON.stringify(words)])
          expect((await prepare(line)).slice(0, 2), line).toEqual(accepted);
      }
    },
  );

  it('can be an object with the name of each command that requires no field', async () => {
    const commands = [...shellCommands.values()].filter(
      ({ name, input }) => name !== 'batch' && input.safeParse({}).success,
    );
    expect(commands.length).toBeGreaterThan(5);
    for (const { name } of commands)
      expect((await prepare(JSON.stringify({ command: name }))).slice(0, 2), name).toEqual(accepted);
  });

  it('cannot be a batch, in any form', async () => {
    for (const line of ['batch observe', 'handrail batch observe', '["batch","observe"]', '{"command":"batch"}'])
      expect((await prepare(line))[1], line).toContain('A batch cannot contain a batch.');
  });
});

describe('a value from standard input', () => {
  it('is the text without its last newline, for texts and forms, also in a batch', async () => {
    for (const program of [undefined, [process.execPath, main] as const]) {
      await shell.output('open', `${site.url}/note`);
      const options = { input: `${difficult}\n`, ...(program ? { program } : {}) };
      expect((await shell.run(['fill', 'Body', '-'], options)).code).toBe(0);
      await shell.output('click', 'Keep');
      expect(received().body?.replaceAll('\r', '')).toBe(difficult);
    }
    await shell.output('open', `${site.url}/note`);
    const form = JSON.stringify({ Email: 'a@b.org', Body: difficult });
    expect((await shell.run(['fill_form', '-'], { input: form })).code).toBe(0);
    expect((await shell.run(['batch', 'type Body -', 'click Keep'], { input: '!' })).code).toBe(0);
    expect(received()).toEqual({ email: 'a@b.org', body: `${difficult}!`.replaceAll('\n', '\r\n') });
  });

  it('is refused if it is empty or contains the batch; other dashes are plain text', async () => {
    await shell.output('open', `${site.url}/note`);
    const empty = await shell.run(['fill', 'Body', '-']);
    expect([empty.code, empty.stderr]).toEqual([2, expect.stringContaining('Standard input is empty')]);
    const inside = await shell.run(['batch'], { input: 'fill Body -\n' });
    expect([inside.code, inside.stderr]).toEqual([2, expect.stringContaining('Standard input contains the batch')]);
    const named = await shell.run(['click', '-', '--timeout', '0'], { input: 'Keep' });
    expect([named.code, named.stderr]).toEqual([1, expect.stringContaining('matches "-"')]);
    await shell.output('fill', 'Body', '--value=-');
    await shell.output('click', 'Keep');
    expect(received().body).toBe('-');
  });
});
