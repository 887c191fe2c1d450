import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BrowserToolExecutor } from '../../../src/exports/compat.js';
import { callTool, pickTools, type ToolHost } from '../../../src/exports/tools.js';
import { type BrowserSession, openSession } from '../../../src/index.js';
import { type Desk, openDesk } from '../desk.js';

interface Observed {
  url: string;
  title: string;
  ui_map: string;
  screenshot_path: string;
  screenshot_base64?: string;
  element_count: number;
  viewport: { width: number; height: number };
}

const home = mkdtempSync(join(tmpdir(), 'handrail-browse-'));

let desk: Desk;

let session: BrowserSession;

let executor: BrowserToolExecutor;

beforeAll(async () => {
  process.env.HANDRAIL_HOME = home;
  desk = await openDesk();
  session = await openSession({ policy: 'open', url: desk.url });
  executor = new BrowserToolExecutor(session);
});

afterAll(async () => {
  await session?.close();
  desk?.close();
  delete process.env.HANDRAIL_HOME;
  rmSync(home, { recursive: true, force: true });
});

const execute = (tool: string, params: unknown = {}) => executor.execute(tool, params);

const told = (what: string) => expect.poll(() => desk.told()).toContain(what);

async function observe(params: object = {}): Promise<Observed> {
  return (await execute('browse_observe', params)) as Observed;
}

/** The id of what is called so in a fresh observation. */
async function idOf(name: string): Promise<string> {
  const { ui_map } = await observe();
  const id = new RegExp(`^\\[(el_\\d+)\\] \\w+ "${name}"`, 'm').exec(ui_map)?.[1];
  if (!id) throw new Error(`"${name}" is not listed:\n${ui_map}`);
  desk.forget();
  return id;
}

describe('browse_* on a page', () => {
  beforeEach(async () => {
    await execute('browse_navigate', { url: desk.url });
    desk.forget();
  });

  it('C1: an executor works on a session, or on the backend alone', async () => {
    const other = new BrowserToolExecutor(session.environment);
    expect(await other.execute('browse_observe')).toMatchObject({ title: 'Control desk' });
  });

  it('C4: browse_navigate opens the URL', async () => {
    const url = `${desk.url}/next`;
    expect(await execute('browse_navigate', { url })).toEqual({ url, status: 'navigated' });
    expect(desk.log).toContain('GET /next');
    await expect(execute('browse_navigate', { url: 'no address' })).rejects.toThrow(/./);
  });

  it('C5: browse_click clicks an element of the last observation', async () => {
    const id = await idOf('Save');
    expect(await execute('browse_click', { element_id: id })).toEqual({
      element_id: id,
      resolved_id: id,
      status: 'clicked',
    });
    await told('click 0 save at 100,80');
  });

  it('C2: a stale or unknown id is an error; other texts are resolved', async () => {
    const save = await idOf('Save');
    await execute('browse_click', { element_id: await idOf('Take away') });
    await expect(execute('browse_click', { element_id: save })).rejects.toThrow(`${save} is gone`);
    await expect(execute('browse_click', { element_id: 'el_99999' })).rejects.toThrow('There is no element el_99999.');
    await expect(execute('browse_click', { element_id: 'el_0' })).rejects.toThrow('There is no element el_0.');
    await expect(execute('browse_type', { element_id: 'el_99999', text: 'x' })).rejects.toThrow(
      'There is no element el_99999.',
    );
    const note = await idOf('Note');
    expect(await execute('browse_type', { element_id: '#note', text: 'x' })).toMatchObject({ resolved_id: note });
    await told('input note x');
    await expect(execute('browse_click', { element_id: '#nowhere' })).rejects.toThrow('No element matches');
  });

  it('C6: browse_type types, and returns the text unless it is a secret', async () => {
    const note = await idOf('Note');
    expect(await execute('browse_type', { element_id: note, text: 'two words' })).toEqual({
      element_id: note,
      resolved_id: note,
      text: 'two words',
      status: 'typed',
    });
    await told('input note two words');
    for (const element_id of [await idOf('Password'), '#password'])
      expect(await execute('browse_type', { element_id, text: 'hunter2' })).toMatchObject({ text: '•••' });
    await told('input password hunter2hunter2');
    expect(await execute('browse_type', { element_id: await idOf('Colour'), text: 'Blue' })).toMatchObject({
      status: 'typed',
    });
    await told('change colour b');
  });

  it('C7: browse_scroll scrolls down for positive and up for negative values', async () => {
    expect(await execute('browse_scroll', { delta_y: 450 })).toEqual({ delta_y: 450, status: 'scrolled' });
    await told('wheel 0,450 BODY');
    expect((await session.observe({ budget: 1 })).scroll?.y).toBe(450);
    expect(await execute('browse_scroll', { delta_y: -200 })).toEqual({ delta_y: -200, status: 'scrolled' });
    expect((await session.observe({ budget: 1 })).scroll?.y).toBe(250);
  });

  it('C8: browse_keypress presses a key with modifiers; an unknown modifier is an error', async () => {
    expect(await execute('browse_keypress', { key: 'Tab' })).toEqual({ key: 'Tab', status: 'pressed' });
    await told('key Tab');
    expect(await execute('browse_keypress', { key: 'k', modifiers: ['control', 'alt'] })).toEqual({
      key: 'k',
      status: 'pressed',
    });
    await told('key ctrl+alt+k');
    await execute('browse_keypress', { key: 'Enter', modifiers: ['shift', 'meta'] });
    await told('key shift+meta+Enter');
    desk.forget();
    await expect(execute('browse_keypress', { key: 'k', modifiers: ['hyper'] })).rejects.toThrow(
      'Unknown modifier: hyper. Valid modifiers: shift, control, alt, meta',
    );
    expect(desk.told()).toEqual([]);
  });

  it('C9, C10: browse_wait accepts five conditions, as text and as an object', async () => {
    const wait = (condition: unknown, timeout_ms = 200) => execute('browse_wait', { condition, timeout_ms });
    for (const condition of [
      'page_loaded',
      'a11y_contains_text:Bring later',
      'a11y_contains_text:Pane',
      'element_with_name:Save',
      'element_with_name:save@button',
      { text: 'Save' },
      { name: 'Next', role: 'Link' },
      { name: 'Next' },
    ])
      expect(await wait(condition), JSON.stringify(condition)).toEqual({ condition, met: true });
    for (const condition of [
      'url_changed',
      'a11y_contains_text:Nowhere',
      'element_with_name:Nowhere',
      'element_with_name:Save@Link',
      { text: 'Nowhere' },
      { name: 'Save', role: 'Link' },
    ])
      expect(await wait(condition, 150), JSON.stringify(condition)).toEqual({ condition, met: false });
  });

  it('C9: waits until the condition holds, five seconds by default', async () => {
    await execute('browse_click', { element_id: await idOf('Bring later') });
    const condition = 'element_with_name:Came late@Button';
    expect(await execute('browse_wait', { condition })).toEqual({ condition, met: true });
    await session.perform({ type: 'navigate', url: `${desk.url}/slow` });
    expect(await execute('browse_wait', { condition: 'a11y_contains_text:All here' })).toMatchObject({ met: true });
  });

  it('C9: the URL has changed when it differs from the last one returned', async () => {
    await execute('browse_click', { element_id: await idOf('Next page') });
    const condition = 'url_changed';
    expect(await execute('browse_wait', { condition, timeout_ms: 100 })).toEqual({ condition, met: true });
    expect(await execute('browse_wait', { condition, timeout_ms: 100 })).toEqual({ condition, met: false });
  });

  it('C12, C14: browse_observe returns URL, title, map, picture file, count and viewport', async () => {
    const seen = await observe();
    expect(Object.keys(seen)).toEqual(['url', 'title', 'ui_map', 'screenshot_path', 'element_count', 'viewport']);
    expect(seen).toMatchObject({ url: `${desk.url}/`, title: 'Control desk', viewport: { width: 1440, height: 900 } });
    expect(seen.ui_map).toMatch(/^\[el_\d+\] Button "Save" \(100,80\)$/m);
    expect(seen.element_count).toBeGreaterThanOrEqual(15);
    expect((await observe()).ui_map).toBe(seen.ui_map);
  });

  it('C13: picture and map show the same moment, and later calls use the map', async () => {
    let looks = 0;
    const stop = session.listen('observation', () => {
      looks += 1;
    });
    const { ui_map } = await observe();
    stop();
    expect(looks).toBe(1);
    const id = /\[(el_\d+)\] Button "Save"/.exec(ui_map)?.[1];
    await session.perform({ type: 'scroll', dx: 0, dy: 2_000 });
    expect(await execute('browse_click', { element_id: id })).toMatchObject({ resolved_id: id });
    await expect.poll(() => desk.told().some((line) => line.startsWith('click 0 save'))).toBe(true);
  });

  it('C15: the picture is a file of the run, in a folder with a limit, and inline on request', async () => {
    const plain = await observe();
    expect(plain.screenshot_path.slice(0, home.length)).toBe(home);
    expect(readFileSync(plain.screenshot_path).subarray(1, 4).toString()).toBe('PNG');
    expect(plain).not.toHaveProperty('screenshot_base64');
    const inline = await observe({ include_screenshot: true });
    const bytes = Buffer.from(inline.screenshot_base64 ?? '', 'base64');
    expect(bytes.equals(readFileSync(inline.screenshot_path))).toBe(true);
    const kept: string[] = [];
    for (let count = 0; count < 21; count += 1) kept.push((await observe()).screenshot_path);
    expect(new Set(kept.map((path) => basename(path))).size).toBe(21);
    expect(existsSync(plain.screenshot_path)).toBe(false);
    expect(existsSync(kept.at(-1) ?? '')).toBe(true);
  });

  it('C15: as a tool it attaches the picture', async () => {
    const host: ToolHost = { session, memory: new Map(), knownElement: session.knownElement };
    const given = await callTool(pickTools(['browse']), 'browse_observe', { include_screenshot: true }, host);
    expect(given.pictures?.[0]).toMatchObject({ type: 'image/png', size: { width: 1440, height: 900 } });
    expect((await callTool(pickTools(['browse']), 'browse_observe', {}, host)).pictures).toBeUndefined();
  });

  it('C18: a failure is an Error with a message', async () => {
    await expect(execute('browse_click', { element_id: '#missing' })).rejects.toBeInstanceOf(Error);
    await expect(execute('browse_keypress', { key: 'Nokey' })).rejects.toThrow('There is no key "Nokey".');
    const gone = await openSession({ policy: 'open' });
    await gone.close();
    await expect(new BrowserToolExecutor(gone).execute('browse_observe')).rejects.toThrow('The session is closed.');
  });

  it('a dialog is part of the map and answered with a key', async () => {
    await execute('browse_click', { element_id: await idOf('Ask me') });
    const behind = await observe();
    expect(behind.ui_map).toContain('accept it with the key Enter or dismiss it with Escape');
    expect(behind.screenshot_path).toBe('');
    await execute('browse_keypress', { key: 'Enter' });
    await told('answer true');
  });
});

describe('browse_* with invalid input', () => {
  it.each([
    ['browse_navigate', {}, 'url'],
    ['browse_navigate', { url: 7 }, 'url'],
    ['browse_click', {}, 'element_id'],
    ['browse_type', { text: 'x' }, 'element_id'],
    ['browse_type', { element_id: 'el_1' }, 'text'],
    ['browse_scroll', {}, 'delta_y'],
    ['browse_scroll', { delta_y: 'far' }, 'delta_y'],
    ['browse_keypress', {}, 'key'],
    ['browse_wait', { timeout_ms: 5 }, 'condition'],
  ])('C16: %s with %j names the missing parameter', async (tool, params, name) => {
    const sentence = `Missing required parameter: ${name}`;
    await expect(execute(tool, params)).rejects.toThrow(new RegExp(`^${sentence}$`));
    const host: ToolHost = { session, memory: new Map() };
    expect((await callTool(pickTools(['browse']), tool, params, host)).error).toBe(sentence);
  });

  it('C17: an unknown tool is named', async () => {
    await expect(execute('browse_fly', {})).rejects.toThrow(/^Unknown browser tool: browse_fly$/);
    await expect(execute('click', {})).rejects.toThrow(/^Unknown browser tool: click$/);
  });

  it('C11: an unknown condition is named', async () => {
    await expect(execute('browse_wait', { condition: 'moonrise' })).rejects.toThrow(
      /^Unknown wait condition: moonrise$/,
    );
    await expect(execute('browse_wait', { condition: { moon: 1 } })).rejects.toThrow(
      'Unknown wait condition: {"moon":1}',
    );
  });
});
