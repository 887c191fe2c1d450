import type { Connected } from './connect.js';

/** What the customer enters and the shop must receive. */
export const customer = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  address: '12 St James Square',
  country: 'Ireland',
  date: '2099-12-31',
  card: '4242 4242 4242 4242',
};

export const vocabularies = ['browser', 'browse', 'computer_use'] as const;
export type Vocabulary = (typeof vocabularies)[number];

/** Buys the product whose page is open in the shop, with the tools of one vocabulary. */
export const purchases: Record<Vocabulary, (client: Connected, shop: string) => Promise<void>> = {
  async browser({ text }, shop) {
    await text('click', { selector: 'the Add to cart button' });
    await text('goto', { url: `${shop}/checkout` });
    await text('type', { selector: 'Full name', text: customer.name });
    await text('type', { selector: 'Email', text: customer.email });
    await text('type', { selector: 'Address', text: customer.address });
    await text('select', { selector: 'Country', value: customer.country });
    await text('check', { selector: 'Express' });
    await text('fill', { selector: 'Delivery date', value: customer.date });
    await text('type', { selector: 'Card number', text: customer.card });
    await text('check', { selector: 'I accept the terms of sale' });
    await text('submit', { selector: 'Place order' });
  },
  async browse(client, shop) {
    const observe = async () => String((await client.call('browse_observe')).structuredContent?.ui_map);
    await client.text('browse_click', { element_id: idOf(await observe(), /Button "Add to cart"/) });
    await client.text('browse_navigate', { url: `${shop}/checkout` });
    const map = await observe();
    const write = (name: RegExp, text: string) => client.text('browse_type', { element_id: idOf(map, name), text });
    await write(/"Full name"/, customer.name);
    await write(/"Email"/, customer.email);
    await write(/"Address"/, customer.address);
    await write(/"Country"/, customer.country);
    await client.text('browse_click', { element_id: idOf(map, /Radio "Express/) });
    await write(/"Delivery date"/, customer.date);
    await write(/"Card number"/, customer.card);
    await client.text('browse_click', { element_id: idOf(await observe(), /"I accept the terms/) });
    await client.text('browse_click', { element_id: idOf(await observe(), /Button "Place order"/) });
  },
  async computer_use(client) {
    const act = (action: string, fields: Record<string, unknown>) => client.text('computer_use', { action, ...fields });
    const look = async (): Promise<(label: RegExp) => number> => {
      const { structuredContent } = await client.call('computer_use', {
        action: 'capture',
        mode: 'ax',
        max_elements: 500,
      });
      const entries = structuredContent?.elements;
      return (label) => indexOf(Array.isArray(entries) ? entries : [], label);
    };
    const click = async (label: RegExp) => act('click', { element: (await look())(label) });
    await click(/^Add to cart$/);
    await click(/^Cart/);
    await click(/check ?out/i);
    const at = await look();
    for (const [label, text] of [
      [/^Full name/, customer.name],
      [/^Email/, customer.email],
      [/^Address/, customer.address],
      [/^Card number/, customer.card],
    ] as const) {
      await act('click', { element: at(label) });
      await act('type', { text });
    }
    await act('set_value', { element: at(/^Country/), value: customer.country });
    await act('set_value', { element: at(/^Delivery date/), value: customer.date });
    await act('click', { element: at(/^Express/) });
    await click(/^I accept the terms/);
    await click(/^Place order$/);
  },
};

/** The id in the line of the map that matches. */
function idOf(map: string, name: RegExp): string {
  const id = map
    .split('\n')
    .filter((line) => name.test(line))
    .map((line) => /\bel_\d+\b/.exec(line)?.[0])
    .find((found) => found !== undefined);
  if (!id) throw new Error(`Nothing matches ${name} in:\n${map}`);
  return id;
}

function indexOf(entries: { label?: unknown; index?: unknown }[], label: RegExp): number {
  const found = entries.find((entry) => label.test(String(entry.label)));
  if (!found) throw new Error(`Nothing matches ${label} in:\n${entries.map((entry) => entry.label).join('\n')}`);
  return Number(found.index);
}
