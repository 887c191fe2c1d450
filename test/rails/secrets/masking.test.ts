import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Element } from '../../../src/core/element.js';
import { openSession, type Session } from '../../../src/index.js';
import { type LoginSite, serveLogin } from './login-site.js';

const secret = 'WWWWWWWWWWWWW';
const fields = `<!doctype html><title>Fields</title><style>input, p { font-size: 30px; width: 400px }</style>
<label>Security code <input id="cvc" value="7391"></label><br>
<label>Card <input autocomplete="cc-number" value="4111111111111111"></label><br>
<label>Key <input name="api_key" readonly value="key-8812-canary"></label><br>
<label>Access PIN <input id="pin"></label><br>
<label>Promo code <input value="SPRING"></label><br>`;

describe('Values that nobody may read', () => {
  let site: LoginSite;
  let session: Session;
  beforeAll(async () => {
    site = await serveLogin({ '/fields': fields });
    session = await openSession({ policy: 'open', secrets: { IT: { value: secret, origins: [site.url] } } });
  });
  beforeEach(async () => {
    await session.perform({ type: 'navigate', url: site.url });
  });
  afterAll(async () => {
    await session?.close();
    site?.close();
  });

  /** How many different colours the picture has inside an element, without its border. */
  async function coloursOf({ bounds }: Element): Promise<number> {
    const { image } = await session.observe({ picture: 'plain' });
    if (!image) throw new Error('There is no picture.');
    const part = {
      left: Math.ceil(bounds.x) + 4,
      top: Math.ceil(bounds.y) + 4,
      width: Math.floor(bounds.width) - 8,
      height: Math.floor(bounds.height) - 8,
    };
    const pixels = await sharp(image.bytes).extract(part).removeAlpha().raw().toBuffer();
    const colours = new Set<number>();
    for (let at = 0; at < pixels.length; at += 3) colours.add(pixels.readUIntBE(at, 3));
    return colours.size;
  }

  const find = async (matches: (element: Element) => boolean): Promise<Element> => {
    const found = (await session.observe()).elements.find(matches);
    if (!found) throw new Error('There is no such element.');
    return found;
  };

  it('are covered in pictures: a field, also after it is shown, and an echo of the value', async () => {
    await session.perform({ type: 'type', target: 'User', text: 'plain text' });
    expect(await coloursOf(await find(({ name }) => name === 'User'))).toBeGreaterThan(1);
    await session.perform({ type: 'type', target: 'Password', text: '{{secret:IT}}' });
    await session.perform({ type: 'click', target: 'Show the password' });
    await session.perform({ type: 'click', target: 'Echo' });
    expect(await coloursOf(await find(({ name }) => name === 'Password'))).toBe(1);
    expect(await coloursOf(await find(({ name }) => name.startsWith('You typed')))).toBe(1);
    await session.perform({ type: 'type', target: 'User', text: '{{secret:IT}}', clear: true });
    expect(await coloursOf(await find(({ name }) => name === 'User'))).toBe(1);
  });

  it('are those of fields for codes, cards, keys and PINs, and no others', async () => {
    await session.perform({ type: 'navigate', url: `${site.url}/fields` });
    await session.perform({ type: 'click', target: 'Access PIN' });
    const typed = await session.perform({ type: 'type', text: 'p-5512-canary' });
    const shown = JSON.stringify([
      typed,
      await session.observe(),
      await session.read({ what: 'text' }),
      await session.read({ what: 'html' }),
      await session.read({ what: 'data' }),
      await session.call('read_page', {}),
    ]);
    for (const value of ['7391', '4111111111111111', 'key-8812-canary', 'p-5512-canary'])
      expect(shown).not.toContain(value);
    expect(shown).toContain('SPRING');
    expect(await coloursOf(await find(({ name }) => name === 'Security code'))).toBe(1);
    expect(await coloursOf(await find(({ name }) => name === 'Promo code'))).toBeGreaterThan(1);
  });
});
