import type { Element } from '../../src/core/element.js';
import type { WitnessedSession } from '../witnessed-session.js';
import { compareNode, isUsed, type Miss, mayBeUsed } from './ax-compare.js';
import { type AccessibilityTree, type AxFact, readAccessibility } from './ax-witness.js';

export interface Tally {
  page: string;
  wanted: number;
  listed: number;
  named: number;
  roles: number;
  states: number;
  misses: Miss[];
}

interface Reader {
  /** The observation and the browser's tree at the same time. What moved in between is read again. */
  read(): Promise<{ elements: Element[]; facts: AxFact[] }>;
  close(): Promise<void>;
}

/** The tree of a large page is slow to read, and scrolling does not change it. It is read once per document. */
function createReader({ session, page, placeOf }: WitnessedSession): Reader {
  const placesIn = (elements: Element[]) => elements.map(({ id, bounds }) => `${id} ${Object.values(bounds)}`).join();
  const documentOf = ({ id }: Element) => placeOf(id).split('/', 1)[0] ?? '';
  let tree: AccessibilityTree | undefined;

  async function treeFor(elements: Element[]): Promise<AccessibilityTree> {
    const known = tree;
    if (known && elements.every((element) => known.documents.has(documentOf(element)))) return known;
    await known?.close();
    tree = await readAccessibility(page, mayBeUsed);
    return tree;
  }

  return {
    async read() {
      let before = await session.observe();
      for (let tries = 0; tries < 5; tries += 1) {
        const facts = await (await treeFor(before.elements)).facts();
        const after = await session.observe();
        if (placesIn(before.elements) === placesIn(after.elements)) return { elements: after.elements, facts };
        before = after;
      }
      throw new Error('The page does not stand still.');
    },
    close: async () => tree?.close(),
  };
}

/** Compares observations with the browser's tree, at several scroll positions of a page. */
export async function tally(witnessed: WitnessedSession, url: string, mostScreens: number): Promise<Tally> {
  const { session, page, placeOf } = witnessed;
  const outcome = await session.perform({ type: 'navigate', url });
  if (outcome.error) throw new Error(`${url}: ${outcome.error.message}`);
  const result: Tally = {
    page: new URL(url).pathname.slice(1),
    wanted: 0,
    listed: 0,
    named: 0,
    roles: 0,
    states: 0,
    misses: [],
  };
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const screens = Math.max(1, Math.ceil(height / 900));
  const count = Math.min(screens, mostScreens);
  const judged = new Set<string>();
  const reader = createReader(witnessed);
  for (let screen = 0; screen < count; screen += 1) {
    const top = count === 1 ? 0 : Math.round((screen * Math.max(0, height - 900)) / (count - 1));
    await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
    const { elements, facts } = await reader.read();
    const byPlace = new Map<string, Element>();
    for (const element of elements) {
      const place = placeOf(element.id);
      if (!byPlace.get(place)?.interactive) byPlace.set(place, element);
    }
    for (const fact of facts) {
      if (!fact.shown || fact.inner || !isUsed(fact) || judged.has(fact.place)) continue;
      judged.add(fact.place);
      result.wanted += 1;
      const element = byPlace.get(fact.place);
      if (!element) {
        result.misses.push({
          what: 'absent',
          told: `${fact.role} "${fact.name}" <${fact.tag.toLowerCase()}> "${fact.text}"`,
        });
        continue;
      }
      result.listed += 1;
      const misses = compareNode(fact, element);
      if (!misses.some((miss) => miss.what === 'name')) result.named += 1;
      if (!misses.some((miss) => miss.what === 'role')) result.roles += 1;
      if (!misses.some((miss) => miss.what === 'value' || miss.what === 'state')) result.states += 1;
      result.misses.push(...misses);
    }
  }
  await reader.close();
  return result;
}

export const percent = (part: number, whole: number) => (whole === 0 ? 100 : (part * 100) / whole);

export function report(one: Tally): string {
  const share = (part: number, whole: number) => `${percent(part, whole).toFixed(2)} %`;
  const lines = one.misses.map((miss) => `    ${miss.what}: ${miss.told}`);
  return [
    `${one.page}: ${one.wanted} interactive, ${share(one.listed, one.wanted)} listed, ${share(one.named, one.listed)} names, ${share(one.roles, one.listed)} roles, ${share(one.states, one.listed)} values and states`,
    ...lines,
  ].join('\n');
}
