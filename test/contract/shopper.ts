import type { Page } from 'playwright-core';
import type { Intent, Policy, ScreenPoint } from '../../src/testing/index.js';
import type { AdapterCase } from './cases.js';
import { canSay } from './play.js';

export const customer = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  address: '12 St James Square',
  country: 'Ireland',
  delivery: 'express',
  date: '2099-12-31',
  card: '4242 4242 4242 4242',
};

/** An element of the page, found without Handrail. */
interface Thing {
  place: ScreenPoint;
  /** Its center is on the screen. */
  isShown: boolean;
  isFocused: boolean;
  value: string;
}

/** Finds an element by CSS selector, without Handrail. */
async function look(page: Page, selector: string, name: string): Promise<Thing> {
  return page.evaluate(
    ([css, label]) => {
      const node = document.querySelector<HTMLInputElement>(css);
      if (!node) throw new Error(`There is no ${css} on ${location.href}.`);
      const box = node.getBoundingClientRect();
      // A date is typed from its first part on, at the left.
      const across = node.type === 'date' ? box.left + 18 : box.left + box.width / 2;
      const down = box.top + box.height / 2;
      return {
        place: { x: across / innerWidth, y: down / innerHeight, name: label },
        isShown: box.top >= 0 && box.bottom <= innerHeight,
        isFocused: document.activeElement === node,
        value: node.type === 'checkbox' || node.type === 'radio' ? String(node.checked) : node.value,
      };
    },
    [selector, name] as const,
  );
}

/** A policy that buys the open product. It decides by what the page shows at each request. */
export function shopper(one: AdapterCase, page: Page): Policy {
  const typesAt = isTypedAt(one);

  /** Fills a field in as few turns as this model needs. */
  const write = (thing: Thing, text: string): Intent[] => {
    const click: Intent = { do: 'click', at: thing.place };
    if (typesAt) return [{ do: 'type', text, at: thing.place }];
    if (thing.isFocused) return [{ do: 'type', text }];
    return one.batches ? [click, { do: 'type', text }] : [click];
  };

  async function fillIn(): Promise<Intent[]> {
    const field = (id: string, name: string): Promise<Thing> => look(page, `#${id}`, name);
    const show = (thing: Thing, intents: Intent[]): Intent[] =>
      thing.isShown ? intents : [{ do: 'scroll', at: { x: 0.5, y: 0.5 }, direction: 'down', pixels: 300 }];
    const texts = [
      ['name', 'Full name'],
      ['email', 'Email'],
      ['address', 'Address'],
    ] as const;
    for (const [id, name] of texts) {
      const thing = await field(id, name);
      if (thing.value === '') return show(thing, write(thing, customer[id]));
    }
    const country = await field('country', 'Country');
    if (country.value === '') {
      if (one.actsByName) return [choose('select', 'Country', customer.country)];
      // The system draws its list, not the page: select by keyboard, from the previous field.
      const address = await field('address', 'Address');
      if (country.isFocused) return [{ do: 'key', keys: 'i' }];
      return address.isFocused ? [{ do: 'key', keys: 'Tab' }] : [{ do: 'click', at: address.place }];
    }
    const express = await look(page, 'input[value=express]', 'Express');
    if (express.value !== 'true') return show(express, [{ do: 'click', at: express.place }]);
    const date = await field('date', 'Delivery date');
    if (date.value === '' && one.actsByName) return [choose('fill', 'Delivery date', customer.date)];
    if (date.value === '') return show(date, write(date, '12312099'));
    const card = await field('card', 'Card number');
    if (card.value === '') return show(card, write(card, customer.card));
    const terms = await field('terms', 'I accept the terms of sale');
    if (terms.value !== 'true') return show(terms, [{ do: 'click', at: terms.place }]);
    const order = await look(page, 'form button.primary', 'Place order');
    return show(order, [{ do: 'click', at: order.place }]);
  }

  return async () => {
    const { pathname } = new URL(page.url());
    const click = async (selector: string, name: string): Promise<Intent[]> => [
      { do: 'click', at: (await look(page, selector, name)).place },
    ];
    if (pathname.startsWith('/product/')) {
      const cart = await page.locator('header a[href="/cart"]').textContent();
      return /[1-9]/.test(cart ?? '')
        ? click('header a[href="/cart"]', 'Cart')
        : click('form[data-add] button', 'Add to cart');
    }
    if (pathname === '/cart') return click('a[href="/checkout"]', 'Check out');
    if (pathname === '/checkout') return fillIn();
    return [{ do: 'done', answer: 'The order is placed.' }];
  };
}

/** Tools for models that act by name. */
function choose(name: string, selector: string, value: string): Intent {
  return { do: 'tool', name, input: { selector, value } };
}

/** Whether one call of the model can click and type. */
function isTypedAt(one: AdapterCase): boolean {
  const plain: Intent = { do: 'type', text: 'x' };
  const placed: Intent = { ...plain, at: { x: 0.3, y: 0.3, name: 'Email' } };
  if (!canSay(one, [placed])) return false;
  if (!canSay(one, [plain])) return true;
  const picture = { type: 'image/png', width: 800, height: 600, bytes: Buffer.alloc(0) } as const;
  const told = { turn: 1, pictures: [picture], text: '', results: [], tools: [] };
  const { contract } = one;
  const say = (intent: Intent): number =>
    JSON.stringify(contract.respond([intent], told, contract.createState())).length;
  return say(placed) > say(plain) + 4;
}
