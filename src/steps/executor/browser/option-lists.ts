import type { Element } from '../../../core/element.js';
import { normalizeText } from '../../../perception/grounding/text-similarity.js';
import { isChoice } from '../../resolver/purpose.js';
import { single } from '../../single.js';
import type { Step } from '../../step.js';

/** Whether an element is a native list, whose options are set and not typed. */
export async function isNativeList({ screen: { turn } }: Step, element: Element): Promise<boolean> {
  if (!isChoice(element)) return false;
  return (await turn.read({ what: 'attributes', element: element.id })).tag.toLowerCase() === 'select';
}

/** The texts of the options of a native list. Undefined for other elements. No read request returns them, so they are parsed from the markup. */
export async function readOptions(step: Step, element: Element): Promise<string[] | undefined> {
  if (!(await isNativeList(step, element))) return undefined;
  const { html } = await step.screen.turn.read({ what: 'html', element: element.id });
  const options = html.matchAll(/<option\b[^>]*>([\s\S]*?)(?=<\/option|<option|<\/select|$)/giu);
  return [...options].map(([, text = '']) => decode(text));
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function decode(html: string): string {
  return html
    .replace(/<[^>]+>/gu, '')
    .replace(/&#(\d+);/gu, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(\w+);/gu, (whole, name: string) => entities[name] ?? whole)
    .replace(/\s+/gu, ' ')
    .trim();
}

/** The lists of a page that have all of the options. */
export async function listsWithOptions(
  step: Step,
  options: readonly string[],
  elements: readonly Element[],
): Promise<Element[]> {
  const lists: Element[] = [];
  for (const element of elements.slice(0, 20)) {
    const known = await readOptions(step, element);
    if (known && options.every((option) => hasOption(known, option))) lists.push(element);
  }
  return lists;
}

/** Whether one option has the text, or only one contains it. */
function hasOption(options: readonly string[], asked: string): boolean {
  const wanted = normalizeText(asked).text;
  const texts = options.map((option) => normalizeText(option).text);
  return texts.includes(wanted) || single(texts.filter((text) => ` ${text} `.includes(` ${wanted} `))) !== undefined;
}
