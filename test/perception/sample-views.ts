import type { Element, ElementId, Role } from '../../src/core/element.js';
import type { View } from '../../src/core/view.js';

const interactiveRoles = new Set<Role>([
  'Button',
  'Link',
  'TextInput',
  'Checkbox',
  'Radio',
  'Dropdown',
  'MenuItem',
  'Tab',
]);

/** An element with sensible defaults: `element(5, 'Button', 'Sign in', { x: 320, y: 290 })`. */
export function element(
  number: number,
  role: Role,
  name: string,
  rest: Partial<Omit<Element, 'bounds'>> & { x?: number; y?: number; width?: number; height?: number } = {},
): Element {
  const { x = 100, y = 20 + number * 24, width = 80, height = 20, ...fields } = rest;
  return {
    id: `el_${number}`,
    role,
    name,
    states: [],
    interactive: interactiveRoles.has(role),
    bounds: { x, y, width, height },
    ...fields,
  };
}

export function view(elements: Element[], rest: Partial<View> = {}): View {
  return { screen: { width: 1280, height: 720 }, elements, dropped: 0, ...rest };
}

/** A menu of 30 links and a table of 200 rows with a link and two buttons each, of which `seen` rows are visible. */
export function tableView(seen = 28): View {
  const elements: Element[] = [];
  let number = 1;
  const add = (role: Role, name: string, rest: Parameters<typeof element>[3]): ElementId => {
    const made = element(number, role, name, rest);
    number += 1;
    elements.push(made);
    return made.id;
  };
  const menu = add('Container', 'Main', { kind: 'navigation', x: 0, y: 0, width: 180, height: 720 });
  for (let row = 0; row < 30; row++) {
    add('Link', `Category ${row + 1}`, { x: 10, y: 10 + row * 23, list: { container: menu, row, rowCount: 30 } });
  }
  add('Text', 'Products', { level: 1, x: 200, y: 10 });
  const table = add('Table', 'Products', { x: 200, y: 40, width: 1000, height: 5000 });
  for (let row = 0; row < seen; row++) {
    const list = { container: table, row, rowCount: 200 };
    const y = 50 + row * 24;
    add('Link', `Widget ${row + 1}`, { x: 210, y, width: 200, list });
    add('Button', 'Edit', { x: 900, y, width: 60, list });
    add('Button', 'Delete', { x: 980, y, width: 60, list });
  }
  return view(elements, {
    url: 'https://shop.example/products',
    title: 'Products – Shop',
    scroll: { x: 0, y: 0, width: 1280, height: 5040 },
    below: { pixels: 4320, headings: ['Support', 'About us'] },
  });
}
