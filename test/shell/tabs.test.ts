import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Served, servePages } from '../support/serve.js';
import { openShell, type TestShell } from './shell.js';

/** Reports each press and each text to the server. */
function reportingPage(name: string): string {
  return `<title>${name}</title><h1>${name}</h1>
  <button onclick="fetch('/log?press=${name}'); document.querySelector('output').textContent = 'Sent ${name}'">Send</button>
  <label>Note <input onchange="fetch('/log?note=${name}-' + this.value)"></label><output></output>`;
}

/** After a moment, a layer covers the page and disables its field. */
const latePage = `<title>Late</title><label>Note <input></label><script>setTimeout(() => {
  document.querySelector('input').disabled = true;
  document.body.insertAdjacentHTML('beforeend', '<div style="position:fixed;inset:0;background:#fff"><h2>Your session has expired</h2></div>');
  fetch('/log?covered');
}, 1500)</script>`;

const names = ['Ash', 'Birch', 'Cedar', 'Dogwood'];

let site: Served;
let shell: TestShell;
beforeAll(async () => {
  site = await servePages({
    ...Object.fromEntries(names.map((name) => [`/${name}`, reportingPage(name)])),
    '/Late': latePage,
    '/log': '',
  });
  shell = openShell();
});
afterAll(async () => {
  site.close();
  await shell.end();
});

const urls = (...list: string[]): string[] => list.map((name) => `${site.url}/${name}`);
const received = (): string[] =>
  site.log.filter((line) => line.startsWith('GET /log?')).map((line) => line.slice('GET /log?'.length));

/** The id of the element in the part of the output about one page. */
function idOn(output: string, page: string, line: RegExp): string {
  const part = output.slice(output.indexOf(`page "${page}"`));
  return new RegExp(`\\[(el_\\d+)\\] ${line.source}`).exec(part)?.[1] ?? '';
}

describe('several URLs', () => {
  it('open in tabs, are all printed, and an id acts in its own tab', async () => {
    const output = await shell.output('open', ...urls('Ash', 'Birch', 'Cedar'));
    expect(output.match(/^tab_\d+: page ".*?"/gm)).toEqual([
      'tab_1: page "Ash"',
      'tab_2: page "Birch"',
      'tab_3: page "Cedar"',
    ]);
    expect(output).not.toContain('tabs:');
    const answer = await shell.output(
      'batch',
      `click ${idOn(output, 'Ash', /Button "Send"/)}`,
      `fill ${idOn(output, 'Birch', /TextInput "Note"/)} hello`,
      'press_key Tab',
      `click ${idOn(output, 'Birch', /Button "Send"/)}`,
    );
    await expect.poll(received).toEqual(['press=Ash', 'note=Birch-hello', 'press=Birch']);
    expect(answer).toContain('in tab_1 "Ash"\ndone\nappeared:\n"Sent Ash"');
    expect(answer).toContain('in tab_2 "Birch"\ndone');
    expect(answer.match(/in tab_\d/g)).toHaveLength(2);
  });

  it('leave the pages of other tabs open, with their ids', async () => {
    const before = await shell.output('open', ...urls('Ash', 'Birch'));
    await shell.output('open', ...urls('Cedar', 'Dogwood'));
    const count = received().length;
    await shell.output('click', idOn(before, 'Birch', /Button "Send"/));
    await expect.poll(() => received().slice(count)).toEqual(['press=Birch']);
  });

  it('are opened in new tabs, more than a page may open', async () => {
    const oldest = await shell.output('open', ...urls('Ash', 'Birch'));
    for (const _ of Array.from({ length: 5 })) await shell.output('open', ...urls('Ash', 'Birch', 'Cedar', 'Dogwood'));
    const lines = (await shell.output('tabs', 'list')).trim().split('\n');
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.filter((line) => line.endsWith(' active'))).toHaveLength(1);
    const count = received().length;
    await shell.output('click', idOn(oldest, 'Birch', /Button "Send"/));
    await expect.poll(() => received().slice(count)).toEqual(['press=Birch']);
  });

  it('report the URL that cannot be opened', async () => {
    const { code, stdout, stderr } = await shell.run(['open', ...urls('Ash'), 'http://127.0.0.1:1/', ...urls('Birch')]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^http:\/\/127\.0\.0\.1:1\/\n\w+: /);
    expect(stdout).toMatch(/page "Ash"[\s\S]*page "Birch"/);
  });
});

it('a refusal names what changed in the tab since the last command there', async () => {
  const output = await shell.output('open', ...urls('Late', 'Ash'));
  await expect.poll(() => site.log, { timeout: 10_000 }).toContain('GET /log?covered');
  const { code, stderr } = await shell.run(['fill', idOn(output, 'Late', /TextInput "Note"/), 'x']);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^disabled: .* Since the last command, .*"Your session has expired" appeared/);
});

it('a map of a tab that was printed before prints only what changed there', async () => {
  const links = (name: string) =>
    `<title>${name}</title>${Array.from({ length: 8 }, (_, index) => `<p><a href="#">${name} ${index + 1}</a></p>`).join('')}<button onclick="this.textContent='Sent'">Send</button>`;
  const pages = await servePages({ '/one': links('Oak'), '/two': links('Pine') });
  try {
    const output = await shell.output('open', `${pages.url}/one`, `${pages.url}/two`);
    const [, one = '', two = ''] = /(tab_\d+): page "Oak"[\s\S]*(tab_\d+): page "Pine"/.exec(output) ?? [];
    await shell.output('tabs', 'select', two);
    await shell.output('tabs', 'select', one);
    await shell.output('click', 'Send');
    await shell.output('tabs', 'select', two);
    const back = await shell.output('tabs', 'select', one);
    expect(back).toMatch(/unchanged: 8 links/);
    expect(back).not.toContain('tabs:');
    expect(await shell.output('observe', '--full')).toContain('tabs:');
    expect(back).not.toContain('"Oak 3"');
  } finally {
    pages.close();
  }
});

describe('a batch with --keep-going', () => {
  it('stops only in the tab of a failure', async () => {
    const output = await shell.output('open', ...urls('Ash', 'Birch', 'Cedar'));
    const [ash, birch, cedar] = names.map((name) => idOn(output, name, /Button "Send"/));
    const count = received().length;
    const { code, stdout, stderr } = await shell.run([
      'batch',
      '--keep-going',
      `click ${ash}`,
      'click "No such button"',
      `click ${ash}`,
      `click ${birch}`,
      'press_key Enter',
      `fill ${birch} x`,
      'press_key Enter',
      `click ${cedar}`,
      `open ${urls('Dogwood', 'Ash').join(' ')}`,
      'close',
    ]);
    expect(code).toBe(1);
    await expect
      .poll(() => received().slice(count))
      .toEqual(['press=Ash', 'press=Birch', 'press=Birch', 'press=Cedar']);
    expect(stdout).toMatch(/^2\. click "No such button"\nnot_found: .*\n4\. click el_\d+\nin tab_/m);
    expect(stdout).toMatch(/^9\. open .*\ntab_\d+: page "Dogwood"[\s\S]*tab_\d+: page "Ash"/m);
    expect(stderr).toBe(`Failed: 2, 6\nNot run:\n  3. click ${ash}\n  7. press_key Enter\n  10. close\n`);
  });

  it('stops where the tab of the failure is not known', async () => {
    const output = await shell.output('open', ...urls('Ash', 'Birch'));
    const count = received().length;
    const birch = idOn(output, 'Birch', /Button "Send"/);
    const { code } = await shell.run(['batch', '--keep-going', 'click el_999999', `click ${birch}`]);
    expect(code).toBe(1);
    expect(received()).toHaveLength(count);
  });
});
