import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEngine } from '../../scripts/docker-engine.mjs';
import { idOf, openShell, type TestShell } from './shell.js';

let shell: TestShell;
let map: string;

beforeAll(async () => {
  shell = openShell();
  map = await shell.output('open', '--environment', 'desktop', '--size', '900x600', '--launch', 'galculator');
}, 60_000);
afterAll(async () => {
  await shell.end();
}, 30_000);

const refusal = async (...words: string[]): Promise<string> => {
  const { code, stderr } = await shell.run(words);
  expect(code, words.join(' ')).not.toBe(0);
  return stderr;
};

describe('a desktop between commands', () => {
  it('opens with its programs, and reports actions', async () => {
    expect(map).toMatch(/^app "galculator" "galculator"/);
    const seven = idOf(map, 'Button "7"');
    expect(await shell.output('click', seven)).toMatch(/^done\n(?:.*\n)*value: \[el_\d+\] = "7", was "0"/);
    expect(await shell.output('click', '"8"')).toContain('= "78"');
    expect(await shell.output('press_key', 'Escape')).toContain('= "0"');
    expect(await shell.output('extract_text')).toContain('0');
    expect(await shell.output('list_apps')).toBe('galculator: "galculator" (active)\n');
    const { sessions } = JSON.parse(await shell.output('sessions', '--json'));
    expect(sessions).toMatchObject([{ name: 'default', environment: 'desktop', url: 'galculator galculator' }]);
    expect(await shell.output('sessions')).toMatch(/^default {2}desktop: galculator galculator {2}idle/);
  });

  it('has a clipboard', async () => {
    await shell.output('write_clipboard', 'Grüße 😀');
    expect(await shell.output('read_clipboard')).toBe('Grüße 😀\n');
  });

  it('refuses commands for pages and suggests alternatives', async () => {
    expect(await refusal('goto', 'example.com')).toMatch(/^unsupported: goto works in a browser.*launch_app/s);
    expect(await refusal('tabs')).toMatch(/^unsupported: .*focus_app/s);
    expect(await refusal('back')).toMatch(/^unsupported: back works in a browser, not in a desktop/);
    expect(await refusal('open', 'https://example.com')).toMatch(/^unsupported: The session "default" is a desktop/);
    expect(await refusal('click', 'css=button')).toMatch(/^unsupported: .*CSS selectors work only in a browser/s);
    expect(await refusal('press_key', 'alt+f4')).toMatch(/^denied: blocked key combo: \['alt', 'f4'\]/);
  });

  it('refuses contradicting options', async () => {
    const open = (...words: string[]) => refusal('open', '--session', 'other', ...words);
    expect(await open('--environment', 'container', '--size', '640x480')).toContain(
      'size is not valid for a container',
    );
    expect(await open('--environment', 'desktop', 'example.com')).toContain('url is valid only for a browser');
    expect(await open('--environment', 'desktop', '--display', 'mine')).toContain('"mine" is not a display');
    expect(await open('--display', ':1')).toContain('display is not valid for a browser');
    await startEngine();
    expect(await open('--container', 'no-such-container')).toMatch(
      /^container_missing: .*'no-such-container' not found/,
    );
  });
});
