import { describe, expect, it } from 'vitest';
import type { Element, Role } from '../../src/core/element.js';
import type { View } from '../../src/core/view.js';
import { renderMap } from '../../src/perception/ui-map/render-map.js';

let next = 0;
const element = (role: Role, name: string, more: Partial<Element> = {}): Element => {
  next += 1;
  return {
    id: `el_${next}`,
    role,
    name,
    states: [],
    interactive: role !== 'Text' && role !== 'Container' && role !== 'Image',
    bounds: { x: 0, y: next * 20, width: 80, height: 20 },
    ...more,
  };
};
const view = (elements: Element[]): View => ({ elements, dropped: 0, screen: { width: 1280, height: 800 } });
const compact = (elements: Element[], budget = 2_000): string[] =>
  renderMap(view(elements), { budget, coordinates: false, compact: true }).text.split('\n');
/** Enough to make the map a long one. */
const paragraphs = (): Element[] =>
  Array.from({ length: 12 }, (_, index) => element('Text', `Paragraph ${index} of a page that has many words on it.`));

describe('A compact map', () => {
  it('of a short page shows all ids', () => {
    next = 0;
    expect(compact([element('Link', 'Home'), element('Link', 'News')])).toEqual([
      '[el_1] Link "Home"',
      '[el_2] Link "News"',
    ]);
  });

  it('lists controls of one role in a line, without ids where the name is enough', () => {
    next = 0;
    const links = ['Home', 'News', 'Edit', 'a,b #c'].map((name) => element('Link', name));
    const lines = compact([...links, ...paragraphs(), element('Button', 'edit'), element('TextInput', 'Name')]);
    expect(lines[0]).toBe('Link: "Home", "News", el_3 "Edit", el_4 "a,b #c"');
    expect(lines.slice(-2)).toEqual(['[el_17] Button "edit"', 'TextInput "Name"']);
  });

  it('keeps the id of a control whose name is the tooltip, text or value of another one', () => {
    next = 0;
    const others = [
      element('Link', 'A', { description: 'Save' }),
      element('Link', 'B', { text: 'Send' }),
      element('TextInput', 'C', { value: 'Stop' }),
    ];
    const lines = compact([...others, ...['Save', 'Send', 'Stop'].map((n) => element('Button', n)), ...paragraphs()]);
    expect(lines).toContain('Button: el_4 "Save", el_5 "Send", el_6 "Stop"');
  });

  it('names controls in the same order only once', () => {
    next = 0;
    const row = (name: string) => [name, 'View', 'Edit', 'Drop'].map((word) => element('Link', word));
    const lines = compact([...row('Ann'), element('Text', 'one'), ...row('Bob'), ...paragraphs()]);
    expect(lines[0]).toBe('Link: "Ann", el_2 "View", el_3 "Edit", el_4 "Drop"');
    expect(lines[2]).toBe('Link: "Bob", 3 as above: el_7–el_9');
  });

  it('shows the ids of a row as a range, and repeats no name of a control', () => {
    next = 0;
    const rows = ['Ann', 'Bob'].flatMap((name, row) =>
      [element('Link', name), element('Button', 'Edit'), element('Text', 'Oslo')].map((cell) => ({
        ...cell,
        list: { container: 'el_90' as const, row, rowCount: 2 },
      })),
    );
    const lines = compact([...rows, ...paragraphs()]);
    expect(lines.slice(0, 2)).toEqual([
      'row 1: [el_1] Link "Ann" [el_2] Button "Edit" "Oslo"',
      'row 2: el_4–el_6 "Bob", ″, "Oslo"',
    ]);
  });

  it('omits texts and pictures that repeat the control beside them, and usual states', () => {
    next = 0;
    const lines = compact([
      element('Text', 'Language:'),
      element('Dropdown', 'Language', { value: 'English', states: ['collapsed'] }),
      element('Image', 'Log out'),
      element('Button', 'Log out'),
      element('Text', '|'),
      element('Checkbox', 'I agree', { states: ['unchecked'] }),
      ...paragraphs(),
    ]);
    expect(lines.slice(0, 3)).toEqual(['Dropdown "Language" = "English"', 'Button "Log out"', 'Checkbox "I agree"']);
  });

  it('omits menus before the controls of the page, and counts what it omits', () => {
    next = 0;
    const menu = element('Container', 'Main', { kind: 'navigation', path: ['nav'] });
    const links = Array.from({ length: 60 }, (_, index) =>
      element('Link', `Chapter number ${index}`, { path: ['nav', `l${index}`] }),
    );
    const fields = Array.from({ length: 8 }, (_, index) => element('TextInput', `Field ${index}`, { path: ['main'] }));
    const lines = compact([menu, ...links, ...fields], 120);
    expect(lines.filter((line) => line.startsWith('TextInput'))).toHaveLength(8);
    expect(lines.join('\n')).not.toContain('Chapter number 20');
    expect(lines.at(-1)).toMatch(/^… \d+ more elements: find "words" searches all of them$/);
  });

  it('names the first controls of a long run', () => {
    next = 0;
    const links = Array.from({ length: 60 }, (_, index) => element('Link', `Item ${index}`));
    const [line] = compact(links, 100);
    expect(line).toMatch(/^Link: "Item 0", "Item 1", .*, … \d+ more$/);
  });
});
