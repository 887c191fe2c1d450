import { z } from 'zod';
import { HandrailError } from '../../core/errors.js';
import type { Tab } from '../../core/observation.js';
import { choose, describeCandidates } from '../../perception/grounding/choose.js';
import { ground } from '../../perception/grounding/ground.js';
import { acted, actedBy, nothing, plain } from '../fields.js';
import { defineTool } from '../tool.js';
import { findTab, openTabs, tellTabs } from './open-tabs.js';

const page = {
  only: 'pages',
  category: 'navigation',
  safety: 'safe',
  effect: 'page',
  output: acted,
  timeoutMs: 45_000,
} as const;

const goto = defineTool({
  ...page,
  ...plain,
  name: 'goto',
  title: 'Go to an address',
  description: 'Opens an address in the current tab.',
  idempotent: true,
  input: z.object({ url: z.string().min(1).describe('Address; https:// may be left out') }),
  returns: 'Address and title of the page that opened.',
  examples: ['goto(url="/cart")', 'goto(url="about:blank")'],
  takes: { urls: ['url'], paths: [], secrets: [] },
  aliases: ['open', 'visit_url', 'go_to_url'],
  async run({ url }, { perform, observe }) {
    const isPath = /^[/?#.]/.test(url) && !url.startsWith('//');
    const base = isPath ? (await observe({ budget: 1 })).url : undefined;
    return actedBy(
      await perform({ type: 'navigate', url: base && /^https?:/.test(base) ? new URL(url, base).href : url }),
    );
  },
});

/** "cart", "the cart page", "go to my orders": the words that name the place. */
function placeOf(destination: string): string {
  return destination
    .trim()
    .replace(/^(?:please\s+)?(?:go|navigate|take me|bring me|switch|open|visit)\s+(?:to\s+)?/i, '')
    .replace(/\s+(?:page|section|screen|site|view)$/i, '')
    .trim();
}

const isAddress = /^(?:https?:\/\/|about:blank$|localhost[:/]|www\.|(?:[a-z\d-]+\.)+[a-z]{2,}(?:[:/]|$))/i;

const navigate = defineTool({
  ...page,
  ...plain,
  name: 'navigate',
  title: 'Navigate by description',
  description: 'Goes where the words say: an address, "back", or a link, tab or menu entry of this page ("the cart").',
  safety: 'low_risk',
  idempotent: false,
  input: z.object({ destination: z.string().min(1).describe('Where to go, in plain words or as an address') }),
  returns: 'Address and title of the page, and which link led there.',
  output: acted.extend({ by: z.string() }),
  examples: ['navigate(destination="the cart")', 'navigate(destination="about:blank")'],
  takes: { urls: ['destination'], paths: [], secrets: [] },
  fieldAliases: { url: 'destination', to: 'destination', instruction: 'destination' },
  async run({ destination }, { perform, observe }) {
    const place = placeOf(destination) || destination;
    const direction = /^(back|forward)$/i.exec(place)?.[1]?.toLowerCase();
    if (direction === 'back' || direction === 'forward')
      return { ...actedBy(await perform({ type: direction })), by: `history: ${direction}` };
    if (isAddress.test(place)) return { ...actedBy(await perform({ type: 'navigate', url: place })), by: 'address' };
    const isWay = ({ element }: { element: { role: string } }) => /^(?:Link|Tab|MenuItem|Button)$/.test(element.role);
    const here = ground(place, (await observe({ budget: 1 })).elements).filter(isWay);
    const ranked =
      choose(here).kind === 'none'
        ? ground(place, (await observe({ find: place, budget: 1 })).elements).filter(isWay)
        : here;
    const links = ranked.filter(({ element }) => element.role === 'Link');
    const choice = choose(links.length > 0 && (links[0]?.score ?? 0) >= (ranked[0]?.score ?? 0) - 0.1 ? links : ranked);
    if (choice.kind === 'one') {
      const { element } = choice.best;
      const outcome = await perform({ type: 'click', target: { element: element.id } });
      return { ...actedBy(outcome), by: `${element.id} ${element.role} "${element.name}"` };
    }
    if (choice.kind === 'several')
      throw new HandrailError(
        'ambiguous',
        `"${destination}" could be ${describeCandidates(choice.candidates)}.`,
        'Click the one that is meant by its id.',
      );
    throw new HandrailError(
      'not_found',
      `No link or menu entry of this page leads to "${destination}".`,
      'Use goto with an address, search, or click a link by its id.',
    );
  },
});

const back = defineTool({
  ...page,
  ...plain,
  name: 'back',
  title: 'Go back',
  description: 'Goes back to the page before.',
  idempotent: false,
  input: nothing,
  returns: 'Address and title of the page.',
  examples: ['back()'],
  aliases: ['go_back'],
  run: async (_, { perform }) => actedBy(await perform({ type: 'back' })),
});

const forward = defineTool({
  ...page,
  ...plain,
  name: 'forward',
  title: 'Go forward',
  description: 'Goes forward again, after going back.',
  idempotent: false,
  input: nothing,
  returns: 'Address and title of the page.',
  examples: ['forward()'],
  aliases: ['go_forward'],
  run: async (_, { perform }) => actedBy(await perform({ type: 'forward' })),
});

const refresh = defineTool({
  ...page,
  ...plain,
  name: 'refresh',
  title: 'Reload the page',
  description: 'Loads the page again.',
  idempotent: true,
  input: nothing,
  returns: 'Address and title of the page.',
  examples: ['refresh()'],
  aliases: ['reload'],
  run: async (_, { perform }) => actedBy(await perform({ type: 'reload' })),
});

const tabFacts = z.object({ id: z.string(), url: z.string(), title: z.string(), active: z.boolean() });

const tabs = defineTool({
  ...plain,
  environments: 'pages',
  name: 'tabs',
  title: 'Tabs',
  description: 'Lists the open tabs, opens a new one, selects or closes one.',
  category: 'navigation',
  safety: 'low_risk',
  effect: 'page',
  idempotent: false,
  input: z.object({
    do: z.enum(['list', 'new', 'select', 'close']).default('list'),
    tab: z.string().optional().describe('Tab id (tab_2), its number, or words of its title or address'),
    url: z.string().optional().describe('Address for a new tab'),
  }),
  output: z.object({ tabs: z.array(tabFacts) }),
  returns: 'The tabs as they are afterwards.',
  examples: ['tabs(do="list")', 'tabs(do="new", url="about:blank")', 'tabs(do="select", tab="tab_1")'],
  positional: ['do', 'tab'],
  timeoutMs: 45_000,
  takes: { urls: ['url'], paths: [], secrets: [] },
  fieldAliases: { action: 'do', operation: 'do', index: 'tab' },
  async run({ do: what, tab, url }, { perform, observe }) {
    const address = url ?? tab; // `tabs new example.com`
    if (what === 'new') await perform({ type: 'tab', do: 'new', ...(address ? { url: address } : {}) });
    if (what === 'select' || what === 'close') {
      const open = await openTabs({ observe });
      const chosen = tab === undefined && what === 'close' ? open.find(({ active }) => active) : chooseTab(open, tab);
      if (chosen) await perform({ type: 'tab', do: what, tab: chosen.id });
    }
    return { tabs: await openTabs({ observe }) };
  },
});

function chooseTab(open: readonly Tab[], asked: string | undefined): Tab {
  if (asked) return findTab(open, asked);
  throw new HandrailError('invalid_input', 'tabs needs tab for this.', `Open tabs: ${tellTabs(open)}.`);
}

const search = defineTool({
  ...page,
  ...plain,
  name: 'search',
  title: 'Search this site',
  description: 'Types words into the search box of this page and sends them off.',
  safety: 'low_risk',
  idempotent: true,
  input: z.object({ query: z.string().min(1).describe('Words to search for') }),
  returns: 'Address and title of the results.',
  examples: ['search(query="mug")'],
  aliases: ['search_site'],
  fieldAliases: { text: 'query', term: 'query' },
  async run({ query }, { perform, observe }) {
    const { elements } = await observe({ budget: 1 });
    const fields = elements.filter(({ role, kind }) => role === 'TextInput' || kind === 'searchbox');
    const boxes = fields.filter(({ kind }) => kind === 'searchbox');
    const field = boxes[0] ?? ground('search field', fields).find(({ score }) => score > 0.5)?.element;
    if (!field)
      throw new HandrailError(
        'not_found',
        'This page has no search box.',
        'Go to a page that has one, or to a search engine with goto.',
      );
    const target = { element: field.id };
    return actedBy(await perform({ type: 'type', target, text: query, clear: true, submit: true }));
  },
});

export const navigationTools = [goto, navigate, back, forward, refresh, tabs, search];
