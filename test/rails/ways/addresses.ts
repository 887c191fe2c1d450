import type { Purpose } from './purpose.js';
import { orderScript } from './transports.js';
import { click } from './triggers.js';
import { control, controlStyle, escapeHtml, type Hands, page, place, type Way } from './way.js';

/** The address that does what the purpose says. */
export function addressOf({ path, fields }: Purpose): string {
  const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  return path.includes('?') ? path : `${path}?${query}`;
}

const link = (purpose: Purpose, attributes = '') =>
  control(purpose, 'a', `href="${escapeHtml(addressOf(purpose))}" ${attributes}`);

const way = (name: string, html: (purpose: Purpose) => string, use: (hands: Hands) => Promise<void> = click): Way => ({
  name,
  html: (purpose) => page(purpose, html(purpose)),
  use,
  needsAddress: true,
});

export const addressWays: readonly Way[] = [
  way('link', (p) => link(p)),
  way(
    'link by the point',
    (p) => link(p),
    ({ perform }) => perform({ type: 'click', target: place.control }),
  ),
  way(
    'link by a middle click',
    (p) => link(p),
    async ({ perform, control }) => perform({ type: 'click', target: await control(), button: 'middle' }),
  ),
  way(
    'link with Control',
    (p) => link(p),
    async ({ perform, control }) => perform({ type: 'click', target: await control(), modifiers: ['Control'] }),
  ),
  way('link in a new window', (p) => link(p, 'target="_blank"')),
  way(
    'link by Enter',
    (p) => link(p),
    async ({ perform }) => {
      await perform({ type: 'key', keys: 'Tab' });
      await perform({ type: 'key', keys: 'Enter' });
    },
  ),
  way(
    'link in a picture map',
    (p) =>
      `<map name="m"><area shape="rect" coords="0,0,160,40" href="${escapeHtml(addressOf(p))}" alt="${escapeHtml(p.label || 'x')}"></map><img id="go" usemap="#m" style="${controlStyle}" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">`,
    ({ perform }) => perform({ type: 'click', target: place.control }),
  ),
  way(
    'address of a link, navigated to',
    (p) => link(p),
    ({ perform, origin, purpose }) => perform({ type: 'navigate', url: `${origin}${addressOf(purpose)}` }),
  ),
  way(
    'address of a link in a new tab',
    (p) => link(p),
    ({ perform, origin, purpose }) => perform({ type: 'tab', do: 'new', url: `${origin}${addressOf(purpose)}` }),
  ),
  way('address after a redirect', (p) => control(p, 'a', `href="/redirect?302${escapeHtml(addressOf(p))}"`)),
  way('ping of the link', (p) => control(p, 'a', `href="/empty" ping="${escapeHtml(addressOf(p))}"`)),
  way('base address', (p) => `<base href="${escapeHtml(addressOf(p))}">${control(p, 'a', 'href=""')}`),
  way(
    'reload by the address',
    (p) => `${control(p)}<script>${orderScript(p)} history.replaceState(0, '', o.address);</script>`,
    ({ perform }) => perform({ type: 'reload' }),
  ),
];
