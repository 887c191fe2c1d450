import { describe, expect, test } from 'vitest';
import type { Element } from '../../src/core/element.js';
import { ground } from '../../src/perception/grounding/ground.js';
import { element, tableView } from './sample-views.js';

/** A shop page: a header with a menu, a sign-in form, a list of three products, a total and a dialog. */
const shop: Element[] = [
  element(1, 'Container', 'Main', { kind: 'navigation', x: 0, y: 0, width: 1280, height: 40 }),
  element(2, 'Link', 'Home', { x: 10, y: 10 }),
  element(3, 'Link', 'Products', { x: 110, y: 10 }),
  element(4, 'Link', 'Sign in', { x: 1100, y: 10 }),
  element(5, 'TextInput', 'Search products', { kind: 'searchbox', x: 400, y: 10, width: 300 }),
  element(6, 'Button', 'Search', { x: 710, y: 10 }),
  element(7, 'Button', '☰', { x: 1220, y: 10, width: 30 }),
  element(10, 'Text', 'Your account', { level: 2, x: 20, y: 60 }),
  element(11, 'Text', 'Email', { x: 20, y: 90, width: 60 }),
  element(12, 'TextInput', 'Email address', { x: 90, y: 90, width: 200 }),
  element(13, 'TextInput', 'Password', { states: ['password'], x: 90, y: 120, width: 200 }),
  element(14, 'TextInput', 'First name', { x: 90, y: 150, width: 200 }),
  element(15, 'TextInput', 'Last name', { x: 90, y: 180, width: 200 }),
  element(16, 'Dropdown', 'Country', { value: 'France', x: 90, y: 210, width: 200 }),
  element(17, 'Checkbox', 'I agree to the terms and conditions', { states: ['unchecked'], x: 90, y: 240 }),
  element(18, 'Checkbox', 'Subscribe to the newsletter', { states: ['checked'], x: 90, y: 265 }),
  element(19, 'Radio', 'Express delivery', { states: ['unchecked'], x: 90, y: 290 }),
  element(20, 'Radio', 'Standard delivery', { states: ['checked'], x: 190, y: 290 }),
  element(21, 'Text', 'Phone', { x: 20, y: 320, width: 60 }),
  element(22, 'TextInput', '', { x: 90, y: 320, width: 200 }),
  element(23, 'Button', 'Create account', { x: 90, y: 350 }),
  element(24, 'Button', 'Save', { x: 200, y: 350 }),
  element(30, 'Text', 'Featured', { level: 2, x: 400, y: 60 }),
  element(31, 'List', 'Featured products', { x: 400, y: 90, width: 600, height: 200 }),
  ...['Blue Mug', 'Red Mug', 'Café Press'].flatMap((name, row): Element[] => {
    const list = { container: 'el_31' as const, row, rowCount: 3 };
    const y = 100 + row * 60;
    return [
      element(40 + row * 5, 'Link', name, { x: 410, y, width: 120, list }),
      element(41 + row * 5, 'Text', `$${(row + 1) * 10}.00`, { x: 550, y, list }),
      element(42 + row * 5, 'Button', 'Add to cart', { x: 650, y, width: 100, list }),
      element(43 + row * 5, 'Button', 'Delete', { x: 760, y, width: 60, list }),
    ];
  }),
  element(60, 'Text', 'Billing', { level: 2, x: 400, y: 320 }),
  element(61, 'TextInput', 'Card number', { x: 400, y: 350, width: 200 }),
  element(62, 'Button', 'Save', { x: 620, y: 350 }),
  element(63, 'Text', 'Total', { x: 900, y: 400, width: 50 }),
  element(64, 'Text', '$60.00', { x: 960, y: 400, width: 60 }),
  element(65, 'Button', 'Checkout', { x: 1040, y: 400, width: 100 }),
  element(66, 'Button', 'Update', { x: 900, y: 440, width: 100 }),
  element(67, 'Link', 'Continue shopping', { x: 400, y: 440 }),
  element(68, 'Tab', 'Reviews', { x: 400, y: 480 }),
  element(69, 'Tab', 'Details', { x: 500, y: 480, states: ['selected'] }),
  element(70, 'Image', 'Shop logo', { x: 10, y: 500 }),
  element(80, 'Dialog', 'Delete item?', { x: 400, y: 500, width: 400, height: 200 }),
  element(81, 'Button', '×', { x: 760, y: 510, width: 20 }),
  element(82, 'Button', 'Cancel', { x: 500, y: 650 }),
  element(83, 'Button', 'Delete', { x: 600, y: 650, width: 60 }),
  element(90, 'Link', 'Contact us', { x: 10, y: 690 }),
  element(91, 'Link', 'Privacy policy', { x: 110, y: 690 }),
];

/** A phrase, and the number of the element that must rank first alone. */
const phrases: readonly [phrase: string, number: number][] = [
  ['the Checkout button', 65],
  ['Checkout', 65],
  ['checkout', 65],
  ['CHECK OUT', 65],
  ['check-out button', 65],
  ['Chekout', 65],
  ['chcekout button', 65],
  ['the checkout', 65],
  ['email field', 12],
  ['email address', 12],
  ['e-mail', 12],
  ['the Email input', 12],
  ['password box', 13],
  ['first name', 14],
  ['First name field', 14],
  ['last name', 15],
  ['the last name field', 15],
  ['phone field', 22],
  ['telephone', 22],
  ['Sign in', 4],
  ['sign in link', 4],
  ['log in', 4],
  ['login button', 4],
  ['search box', 5],
  ['search bar', 5],
  ['search field', 5],
  ['search button', 6],
  ['Search', 6],
  ['second Add to cart', 47],
  ['2nd add to cart button', 47],
  ['the third "Add to cart"', 52],
  ['first Add to cart', 42],
  ['Add to cart #2', 47],
  ['last Add to cart', 52],
  ["3rd row's Delete", 53],
  ['Delete in row 2', 48],
  ['the Delete button of the first row', 43],
  ["last row's Add to cart", 52],
  ['Add to cart in the row with Blue Mug', 42],
  ['Add to cart in the row with "Red Mug"', 47],
  ['the delete button in the same row as Red Mug', 48],
  ['Add to cart for Red Mug', 47],
  ["Cafe Press's Add to cart", 52],
  ['Add to cart next to $20.00', 47],
  ['add to basket next to Blue Mug', 42],
  ['In the row with Café Press, Delete', 53],
  ['the button next to Total', 65],
  ['button right of Total', 65],
  ['button below Total', 66],
  ['the button above Update', 65],
  ['Delete in the dialog', 83],
  ['the Delete button in the "Delete item?" dialog', 83],
  ['Save under Billing', 62],
  ['Save button under heading "Billing"', 62],
  ['Save in the Billing section', 62],
  ['save in the your account section', 24],
  ['checkbox for terms', 17],
  ['terms checkbox', 17],
  ['the newsletter check box', 18],
  ['subscribe', 18],
  ['express radio button', 19],
  ['close icon', 81],
  ['close button', 81],
  ['x button', 81],
  ['menu button', 7],
  ['hamburger menu', 7],
  ['dropdown country', 16],
  ['country select', 16],
  ['country drop-down menu', 16],
  ['the reviews tab', 68],
  ['selected details tab', 69],
  ['billing heading', 60],
  ['Shop logo image', 70],
  ['logo', 70],
  ['the dialog', 80],
  ['product link', 3],
  ['link to privacy policy', 91],
  ['Contact us', 90],
  ['contact', 90],
  ['cafe press', 50],
  ['"Blue Mug"', 40],
  ['blue mugs', 40],
  ['create an account', 23],
  ['register', 23],
  ['card number', 61],
  ['sign-in link', 4],
  ['  Cancel!  ', 82],
];

const order = (phrase: string, elements: readonly Element[]): string[] =>
  ground(phrase, elements).map((one) => one.element.id);

describe('ground', () => {
  test.each(phrases)('%s', (phrase, number) => {
    const found = ground(phrase, shop);
    const told = JSON.stringify(found.slice(0, 4).map((one) => [one.element.id, one.score, one.why]));
    expect(found[0]?.element.id, told).toBe(`el_${number}`);
    expect(found[0]?.score, told).toBeGreaterThan(found[1]?.score ?? 0);
    expect(found[0]?.score, told).toBeGreaterThanOrEqual(0.6);
    expect(found[0]?.why).not.toBe('');
  });

  test('equal matches are ties, in reading order', () => {
    const found = ground('Add to cart', shop);
    expect(found.slice(0, 3).map((one) => one.element.id)).toEqual(['el_42', 'el_47', 'el_52']);
    expect(new Set(found.slice(0, 3).map((one) => one.score)).size).toBe(1);
    expect(order('the checkbox', shop).slice(0, 2)).toEqual(['el_17', 'el_18']);
  });

  test('an exact name outranks a partial one, and an interactive element a text', () => {
    const buttons = ['Save and close', 'Save', 'Save all files'].map((name, at) => element(at + 2, 'Button', name));
    const elements = [element(1, 'Text', 'Save'), ...buttons];
    expect(order('save', elements)[0]).toBe('el_3');
    expect(ground('save', elements).find((one) => one.element.id === 'el_1')?.score).toBeLessThan(0.8);
  });

  test('unusable elements rank lower', () => {
    const elements = [
      element(1, 'Button', 'Pay', { states: ['disabled'] }),
      element(2, 'Button', 'Pay', { states: ['covered'] }),
      element(3, 'Button', 'Pay'),
    ];
    expect(order('Pay', elements)).toEqual(['el_3', 'el_2', 'el_1']);
  });

  test('states, plurals, other scripts and symbols', () => {
    expect(order('the checked radio', shop)[0]).toBe('el_20');
    expect(order('unchecked checkbox', shop)[0]).toBe('el_17');
    const elements = [
      element(1, 'Button', '登录'),
      element(2, 'Button', 'สมัครสมาชิก'),
      element(3, 'Link', '🛒'),
      element(4, 'Link', 'Größe ändern'),
    ];
    expect(order('登录按钮', elements)[0]).toBe('el_1');
    expect(order('สมัคร', elements)[0]).toBe('el_2');
    expect(order('cart link', elements)[0]).toBe('el_3');
    expect(order('grosse andern', elements).concat(order('grösse ändern', elements))).toContain('el_4');
  });

  test('an unknown phrase matches nothing', () => {
    for (const phrase of ['', '   ', 'the', 'zebra crossing', '"Nothing like this"', '💥', 'row 99', '(((']) {
      expect(ground(phrase, shop)[0]?.score ?? 0, phrase).toBeLessThan(0.6);
    }
    expect(ground('Checkout', [])).toEqual([]);
  });

  test('a row by its number, at any scroll position', () => {
    const { elements } = tableView();
    expect(ground("17th row's Edit", elements)[0]?.element.list?.row).toBe(16);
    expect(ground('Delete in the row with Widget 12', elements)[0]?.element.list?.row).toBe(11);
    const scrolled = elements.filter((one) => one.list?.container !== 'el_33' || one.list.row >= 10);
    expect(ground("3rd row's Edit", scrolled)[0]?.element.list?.row).toBe(12);
    expect(ground("12th row's Edit", scrolled)[0]?.element.list?.row).toBe(11);
  });

  test('is deterministic', () => {
    const { elements } = tableView(320);
    const phrases = [
      'Widget 77',
      'second Edit',
      'Delete in the row with Widget 200',
      'category 12 link',
      'the button next to Widget 5',
    ];
    for (const phrase of phrases) expect(ground(phrase, elements)).toEqual(ground(phrase, elements));
  });
});
