import { z } from 'zod';
import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { Tab } from '../../core/observation.js';
import { describeElements } from '../../perception/grounding/describe-elements.js';
import { resolvePhrase } from '../../perception/grounding/resolve-phrase.js';
import { actionOutput, noInput, noRequirements, toActionOutput } from '../fields.js';
import { defineTool } from '../tool.js';
import { findTab, formatTabs, listTabs } from '../windows/tabs.js';

const pageTool = {
  ...noRequirements,
  environments: ['browser'],
  category: 'navigation',
  safety: 'safe',
  effect: 'page',
  output: actionOutput,
  timeoutMs: 45_000,
} as const;

const goto = defineTool({
  ...pageTool,
  name: 'goto',
  title: 'Go to a URL',
  description: 'Opens a URL in the current tab.',
  idempotent: true,
  input: z.object({ url: z.string().min(1).describe('https:// can be omitted') }),
  returns: 'URL and title of the page that opened.',
  examples: ['goto(url="/cart")', 'goto(url="about:blank")'],
  takes: { urls: ['url'], paths: [], secrets: [] },
  aliases: ['open', 'visit_url', 'go_to_url'],
  async run({ url }, { perform, observe }) {
    const isPath = /^[/?#.]/.test(url) && !url.startsWith('//');
    const base = isPath ? (await observe({ budget: 1 })).url : undefined;
    const outcome = await perform({
      type: 'navigate',
      url: base && /^https?:/.test(base) ? new URL(url, base).href : url,
    });
    if (outcome.observation?.modal?.kind === 'beforeunload')
      throw new HandrailError(
        'modal_open',
        'The page asks whether to leave it. The URL was not opened.',
        'Accept or dismiss the dialog.',
      );
    return toActionOutput(outcome);
  },
});

/** The name of the destination: "cart" in "go to the cart page". */
function destinationName(destination: string): string {
  return destination
    .trim()
    .replace(/^(?:please\s+)?(?:go|navigate|take me|bring me|switch|open|visit)\s+(?:to\s+)?/i, '')
    .replace(/\s+(?:page|section|screen|site|view)$/i, '')
    .trim();
}

const urlPattern = /^(?:https?:\/\/|about:blank$|localhost[:/]|www\.|(?:[a-z\d-]+\.)+[a-z]{2,}(?:[:/]|$))/i;

const navigate = defineTool({
  ...pageTool,
  name: 'navigate',
  title: 'Navigate by description',
  description: 'Goes to a URL, "back", or the target of a link, tab or menu entry on this page ("the cart").',
  safety: 'low_risk',
  idempotent: false,
  input: z.object({ destination: z.string().min(1).describe('A URL or a description') }),
  returns: 'URL and title of the page, and the link that was used.',
  output: actionOutput.extend({ by: z.string() }),
  examples: ['navigate(destination="the cart")', 'navigate(destination="about:blank")'],
  takes: { urls: ['destination'], paths: [], secrets: [] },
  fieldAliases: { url: 'destination', to: 'destination', instruction: 'destination' },
  async run({ destination }, { perform, observe }) {
    const name = destinationName(destination) || destination;
    const direction = /^(back|forward)$/i.exec(name)?.[1]?.toLowerCase();
    if (direction === 'back' || direction === 'forward')
      return { ...toActionOutput(await perform({ type: direction })), by: `history: ${direction}` };
    if (urlPattern.test(name)) return { ...toActionOutput(await perform({ type: 'navigate', url: name })), by: 'url' };
    const { elements } = await observe({ budget: 1 });
    const onScreen = resolvePhrase(name, elements.filter(leadsSomewhere), 'press');
    const found =
      onScreen.kind === 'none'
        ? resolvePhrase(name, (await observe({ find: name, budget: 1 })).elements.filter(leadsSomewhere), 'press')
        : onScreen;
    const links = found.kind === 'several' ? found.elements.filter(({ role }) => role === 'Link') : [];
    const element = found.kind === 'one' ? found.element : links.length === 1 ? links[0] : undefined;
    if (element) {
      const outcome = await perform({ type: 'click', target: { element: element.id } });
      return { ...toActionOutput(outcome), by: `${element.id} ${element.role} "${element.name}"` };
    }
    if (found.kind === 'several')
      throw new HandrailError(
        'ambiguous',
        `"${destination}" matches ${describeElements(found.elements)}.`,
        'Click one of them by its id.',
      );
    throw new HandrailError(
      'not_found',
      `No link or menu entry of this page leads to "${destination}".`,
      'Use goto with a URL, search, or click a link by its id.',
    );
  },
});

function leadsSomewhere({ role }: Element): boolean {
  return /^(?:Link|Tab|MenuItem|Button)$/.test(role);
}

/** A tool that goes to another page of the tab's history, or loads this one again. */
function historyTool<const Name extends string>(
  type: 'back' | 'forward' | 'reload',
  texts: { name: Name; title: string; description: string; aliases: string[] },
) {
  return defineTool({
    ...pageTool,
    ...texts,
    idempotent: type === 'reload',
    input: noInput,
    returns: 'URL and title of the page.',
    examples: [`${texts.name}()`],
    run: async (_, { perform }) => toActionOutput(await perform({ type })),
  });
}

const back = historyTool('back', {
  name: 'back',
  title: 'Go back',
  description: 'Goes back to the previous page.',
  aliases: ['go_back'],
});

const forward = historyTool('forward', {
  name: 'forward',
  title: 'Go forward',
  description: 'Goes forward, after back.',
  aliases: ['go_forward'],
});

const refresh = historyTool('reload', {
  name: 'refresh',
  title: 'Reload the page',
  description: 'Reloads the page.',
  aliases: ['reload'],
});

const tabFacts = z.object({ id: z.string(), url: z.string(), title: z.string(), active: z.boolean() });

const tabs = defineTool({
  ...noRequirements,
  environments: ['browser'],
  name: 'tabs',
  title: 'Tabs',
  description: 'Lists the open tabs, opens a new one, selects or closes one.',
  category: 'navigation',
  safety: 'low_risk',
  effect: 'page',
  idempotent: false,
  input: z.object({
    do: z.enum(['list', 'new', 'select', 'close']).default('list'),
    tab: z.string().optional().describe('Tab id (tab_2), number, or part of its title or URL'),
    url: z.string().optional().describe('URL for a new tab'),
  }),
  output: z.object({ tabs: z.array(tabFacts) }),
  returns: 'The open tabs.',
  examples: ['tabs(do="list")', 'tabs(do="new", url="about:blank")', 'tabs(do="select", tab="tab_1")'],
  positional: ['do', 'tab'],
  timeoutMs: 45_000,
  takes: { urls: ['url'], paths: [], secrets: [] },
  fieldAliases: { action: 'do', operation: 'do', index: 'tab' },
  async run({ do: what, tab, url }, { perform, observe }) {
    const newUrl = url ?? tab; // `tabs new example.com`
    if (what === 'new') await perform({ type: 'tab', do: 'new', url: newUrl || undefined });
    if (what === 'select' || what === 'close') {
      const open = await listTabs({ observe });
      const chosen = tab === undefined && what === 'close' ? open.find(({ active }) => active) : chooseTab(open, tab);
      if (chosen) await perform({ type: 'tab', do: what, tab: chosen.id });
    }
    return { tabs: await listTabs({ observe }) };
  },
});

function chooseTab(open: readonly Tab[], asked: string | undefined): Tab {
  if (asked) return findTab(open, asked);
  throw new HandrailError('invalid_input', 'tabs needs the field `tab`.', `Open tabs: ${formatTabs(open)}.`);
}

const search = defineTool({
  ...pageTool,
  name: 'search',
  title: 'Search this site',
  description: 'Types a query into the search box of this page and submits it.',
  safety: 'low_risk',
  idempotent: true,
  input: z.object({ query: z.string().min(1).describe('Text to search for') }),
  returns: 'URL and title of the results.',
  examples: ['search(query="mug")'],
  aliases: ['search_site'],
  fieldAliases: { text: 'query', term: 'query' },
  async run({ query }, { perform, observe }) {
    const { elements } = await observe({ budget: 1 });
    const fields = elements.filter(({ role, kind }) => role === 'TextInput' || kind === 'searchbox');
    const boxes = fields.filter(({ kind }) => kind === 'searchbox');
    const [field, ...others] = boxes.length > 0 ? boxes : fields.filter(isNamedSearch);
    if (others.length > 0)
      throw new HandrailError(
        'ambiguous',
        `This page has ${others.length + 1} search boxes: ${describeElements([...(field ? [field] : []), ...others])}.`,
        'Type into one of them, with submit.',
      );
    if (!field)
      throw new HandrailError(
        'not_found',
        'This page has no search box.',
        'Open a page that has one, or a search engine, with goto.',
      );
    const target = { element: field.id };
    return toActionOutput(await perform({ type: 'type', target, text: query, clear: true, submit: true }));
  },
});

/** Whether a word of the field's texts is about searching. */
function isNamedSearch({ name, guess = '', description = '' }: Element): boolean {
  return [name, guess, description].some((text) => /\bsearch\b/i.test(text));
}

export const navigationTools = [goto, navigate, back, forward, refresh, tabs, search];
