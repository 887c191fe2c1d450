import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LibraryPages, openLibraryPages } from './open-libraries.js';

let pages: LibraryPages;
beforeAll(async () => {
  pages = await openLibraryPages();
  await pages.open('pickers');
});
afterAll(() => pages?.close());

/** What the page itself chose: its widgets report it to `chosen`. */
const chosen = (key: string) => pages.inPage(`String(chosen.${key})`);
const elements = async () => (await pages.session.observe()).elements;

it('The map names each widget by its label, and shows the range of sliders and spin buttons', async () => {
  const listed = (await elements()).map(({ role, name, value, description }) => [role, name, value, description]);
  for (const expected of [
    ['Dropdown', 'Country', 'Austria', undefined],
    ['Dropdown', 'Speed', 'Medium', undefined],
    ['Other', 'Volume', '30', '0 to 100'],
    ['Other', '', '20%', 'position on the track, 0% to 100%'],
    ['Other', 'Zoom', '20', '10 to 50, step 5'],
    ['TextInput', 'Amount', '4', '0 to 20'],
    ['TextInput', 'Count', '3', '1 to 9'],
  ])
    expect(listed).toContainEqual(expected);
  expect(listed.filter(([, , value]) => value === 'Austria')).toHaveLength(1);
});

describe('select', () => {
  it.each([
    ['Country', 'Port', 'country', 'Portugal'],
    ['Country', 'bissau', 'country', 'Guinea-Bissau'],
    ['Country', 'Niger', 'country', 'Niger'],
    ['Tags', ['red', 'blue'], 'tags', 'red,blue'],
    ['Speed', 'Slow', 'speed', 'Slow'],
    ['Fruit', 'Blue', 'fruit', 'Blueberry'],
  ])('chooses %s = %s', async (selector, option, key, value) => {
    expect((await pages.call('select', { selector, option })).error).toBeUndefined();
    expect(await chosen(key)).toBe(value);
  });

  it.each([
    ['Ent', 'Enterprise (yearly)'],
    ['plus', 'Team plus'],
    ['yearly', 'Enterprise (yearly)'],
  ])('takes a unique start or part of a native option: %s', async (option, value) => {
    expect((await pages.call('select', { selector: 'Plan', option })).error).toBeUndefined();
    expect(await pages.inPage(`document.getElementById('plain').value`)).toBe(value);
  });

  it('refuses an ambiguous part, lists the options and chooses nothing', async () => {
    const native = await pages.call('select', { selector: 'Plan', option: 'team' });
    expect(native.metadata.code).toBe('ambiguous');
    expect(native.error).toContain('"Team basic", "Team plus"');
    expect(await pages.inPage(`document.getElementById('plain').value`)).toBe('Enterprise (yearly)');
    const custom = await pages.call('select', { selector: 'Country', option: 'ni' });
    expect(custom.metadata.code).toBe('ambiguous');
    expect(custom.error).toContain('Niger, Nigeria');
    expect(await chosen('country')).toBe('Niger');
  });
});

describe('Suggestions', () => {
  it('are items of the map, and each is clicked by its text', async () => {
    await pages.call('type', { selector: 'Airport', text: 'Eu', clear: true });
    await expect
      .poll(async () => (await elements()).filter(({ role }) => role === 'ListItem').map(({ name }) => name))
      .toEqual(['Eugene, OR (EUG)', 'Eureka, CA (EKA)', 'Eureka, NV (EUE)', 'Europe Central (EUC)']);
    expect((await pages.call('click', { selector: 'Eureka, NV (EUE)' })).error).toBeUndefined();
    expect(await chosen('airport')).toBe('Eureka, NV (EUE)');
  });

  it('are chosen by fill', async () => {
    expect((await pages.call('fill', { selector: 'Airport', value: 'Fargo, ND (FAR)' })).error).toBeUndefined();
    expect(await chosen('airport')).toBe('Fargo, ND (FAR)');
  });
});

describe('A date field that opens a calendar', () => {
  it.each([
    ['Travel date', '2026-12-24', 'day', '12/24/2026'],
    ['Travel date', '2026-09-01', 'day', '09/01/2026'],
    ['Birth date', '1999-02-28', 'birth', '28.02.1999'],
    ['Event date', '2027-01-05', 'event', '2027-01-05'],
    ['Event date', 'March 31, 2025', 'event', '2025-03-31'],
  ])('%s = %s', async (selector, value, key, expected) => {
    expect((await pages.call('fill', { selector, value })).error).toBeUndefined();
    expect(await chosen(key)).toBe(expected);
  });

  it('refuses a day that cannot be chosen', async () => {
    await pages.inPage(`$('#day').datepicker('option', 'maxDate', new Date(2026, 8, 10))`);
    const result = await pages.call('fill', { selector: 'Travel date', value: '2026-09-20' });
    expect(result.metadata.code).toBe('not_found');
    expect(await pages.inPage(`$('#day').val()`)).toBe('09/01/2026');
    await pages.call('press_key', { key: 'Escape' });
  });
});

describe('Sliders and spin buttons', () => {
  it.each([
    ['Volume', 55, 'volume', '55'],
    ['Volume', '0', 'volume', '0'],
    ['#level .ui-slider-handle', 35, 'level', '35'],
    ['#level .ui-slider-handle', '80%', 'level', '40'],
  ])('fill(%s, %s)', async (selector, value, key, expected) => {
    expect((await pages.call('fill', { selector, value })).error).toBeUndefined();
    expect(await chosen(key)).toBe(expected);
  });

  it.each([
    ['Zoom', 35, 'zoom', '35'],
    ['Count', 9, 'count', '9'],
    ['Amount', 7, 'amount', '7'],
  ])('fill(%s, %s)', async (selector, value, id, expected) => {
    expect((await pages.call('fill', { selector, value })).error).toBeUndefined();
    expect(await pages.inPage(`document.getElementById('${id}').value`)).toBe(expected);
  });

  it.each([
    ['Volume', 155, /takes a number from 0 to 100; 155 is outside/],
    ['Zoom', 75, /takes a number from 10 to 50; 75 is outside/],
    ['Count', 12, /takes a number from 1 to 9; 12 is outside/],
    ['Amount', -1, /takes a number from 0 to 20; -1 is outside/],
  ])('refuse a value outside of the range: fill(%s, %s)', async (selector, value, message) => {
    const state = `$('#volume').slider('value') + zoom.value + count.value + amount.value`;
    const before = await pages.inPage(state);
    const result = await pages.call('fill', { selector, value });
    expect(result.metadata.code).toBe('out_of_range');
    expect(result.error).toMatch(message);
    expect(await pages.inPage(state)).toBe(before);
  });

  it('move by dragging where keys do not', async () => {
    await pages.inPage(`$('#volume .ui-slider-handle').on('keydown', (event) => event.stopImmediatePropagation()),
      $._data($('#volume .ui-slider-handle')[0], 'events').keydown.reverse(), undefined`);
    expect((await pages.call('fill', { selector: 'Volume', value: 40 })).error).toBeUndefined();
    expect(await chosen('volume')).toBe('40');
  });
});
