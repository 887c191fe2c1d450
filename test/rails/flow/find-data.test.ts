import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDataFlow } from '../../../src/rails/flow/data-flow.js';

const mail = 'mail.example';
const shop = 'shop.example';

function afterReading(...texts: string[]) {
  const flow = createDataFlow();
  flow.note(mail, texts);
  return (text: string, named: string[] = [], to = shop) => flow.find([text], [to], named);
}

describe('data that was read on one origin and goes to another', () => {
  const secret = 'Your order number is ORD-4821-3377 and your code is canary7f3aq9';
  const find = afterReading(secret, 'Ludwig Wittgenstein', 'ann.lee@mail.example', 'DE89 3704 0044 0532 0130 00');

  const leaks: readonly [how: string, text: string][] = [
    ['as it is', 'ORD-4821-3377'],
    ['in other words', 'the number I found was ord 4821 3377, thanks'],
    ['in capitals', 'CANARY7F3AQ9'],
    ['with spaces between all letters', 'c a n a r y 7 f 3 a q 9'],
    ['with invisible characters', [...'canary7f3aq9'].join('\u200b')],
    ['in full width', 'ｃａｎａｒｙ７ｆ３ａｑ９'],
    ['in base64', Buffer.from(secret).toString('base64')],
    ['in base64 for addresses', Buffer.from(secret).toString('base64url')],
    ['in hexadecimal', Buffer.from(secret).toString('hex')],
    ['in hexadecimal with spaces', (Buffer.from(secret).toString('hex').match(/../g) ?? []).join(' ')],
    ['with percent escapes', [...secret].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('')],
    ['in base64 within base64', Buffer.from(Buffer.from(secret).toString('base64')).toString('base64')],
    ['as a name', 'Ludwig Wittgenstein'],
    ['as a mail address', 'write to ann.lee@mail.example please'],
    ['as an account number without spaces', 'DE89370400440532013000'],
  ];
  it.each(leaks)('is found %s', (_, text) => {
    expect(find(text)?.from).toEqual([mail]);
  });

  it('is not reported if it goes back to its own site', () => {
    expect(find('ORD-4821-3377', [], mail)).toBeUndefined();
    expect(find('ORD-4821-3377', [], `www2.${mail}`)).toBeUndefined();
  });

  it('is not reported if the user named it', () => {
    expect(find('ORD-4821-3377', ['Track the order ord-4821-3377 for me.'])).toBeUndefined();
  });

  it('is found anywhere in a longer text', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 30 }), fc.lorem({ maxCount: 30 }), (before, after) => {
        expect(find(`${before} canary7f3aq9 ${after}`)?.sample).toContain('canary7f3aq9');
      }),
      { numRuns: 50 },
    );
  });

  it('is still found after more was read than is kept of it, if it was read last', () => {
    const flow = createDataFlow();
    for (let page = 0; page < 2_000; page += 1) flow.note('news.example', [`${page} `.repeat(100)]);
    flow.note(mail, [secret]);
    expect(flow.find(['canary7f3aq9'], [shop], [])?.from).toEqual([mail]);
  });
});

describe('texts that identify nothing', () => {
  const find = afterReading(
    'Sign in to your account',
    'Customer information and delivery address',
    'Published on 19 November 2026 at 12:30:45',
    '2026-11-19',
    '1,299.00 EUR',
    '12345',
    'Copenhagen',
    'notebooks',
    'Search results for hiking boots',
    'Thank you for your order. Your order will be delivered within three working days.',
    'Frequently asked questions',
    'Add to shopping cart',
  );
  const ordinary = [
    'Customer information',
    'Your order will be delivered',
    'delivery address',
    '19 November 2026',
    '2026-11-19 12:30:45',
    '1,299.00 EUR',
    '12345',
    'Copenhagen',
    'notebooks',
    'hiking boots',
    'Search results',
    'Frequently asked questions',
    'Add to shopping cart',
    'Thank you for your order',
    'Dear customer service, thank you for the information. Kind regards',
  ];
  it.each(ordinary)('are no data: %s', (text) => {
    expect(find(text)).toBeUndefined();
  });
});
