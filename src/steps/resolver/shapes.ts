import type { Element } from '../../core/element.js';
import type { ExecutionState } from '../execution-state.js';

const colours =
  'red|green|blue|yellow|orange|purple|pink|black|white|gr[ae]y|brown|cyan|magenta|lime|olive|teal|navy|aqua|violet|gold|silver|maroon|fuchsia|turquoise|indigo';
const shapes: Readonly<Record<string, string>> = {
  circle: 'circle, ellipse',
  ellipse: 'ellipse',
  rectangle: 'rect',
  square: 'rect, div, span, td',
  triangle: 'polygon, path',
  box: 'rect, div, span, td, button',
  shape: 'circle, ellipse, rect, polygon, path, text',
  item: 'circle, ellipse, rect, polygon, path, text',
  letter: 'text',
  digit: 'text',
  number: 'text',
};
const phrasing = new RegExp(
  `^(an?|the|any)\\s+(?:(small|tiny|large|big)\\s+)?(?:(${colours})(?:[\\s-]+colou?red)?\\s+)?(${Object.keys(shapes).join('|')})$`,
  'iu',
);

/** Shapes by size, color and kind: "a large yellow circle". With "a" or "any", returns only the first. */
export async function matchShapes(state: ExecutionState, phrase: string): Promise<Element[]> {
  const match = phrasing.exec(phrase.trim());
  const [, article = '', size, colour, kind = ''] = match ?? [];
  const tags = shapes[kind.toLowerCase()];
  if (!tags || (!colour && !tags.startsWith('circle') && !/^(?:rect|polygon|text)/u.test(tags))) return [];
  const named = await ofColour(state, tags, colour?.toLowerCase());
  const ofKind = named.filter(({ name }) => isOfKind(kind.toLowerCase(), name));
  const sized = size ? await bySize(state, ofKind, /large|big/iu.test(size)) : ofKind;
  return /^an?$|^any$/iu.test(article) ? sized.slice(0, 1) : sized;
}

/** How many shapes match a phrase. Returns undefined when the phrase names no shape or the page has no drawing. */
export async function countShapes(state: ExecutionState, phrase: string): Promise<number | undefined> {
  const one = phrase.trim().replace(/^(?:the\s+)?(.+?)s?$/iu, 'the $1');
  const singular = phrasing.test(one) ? one : one.replace(/xe$/u, 'x');
  const { elements } = await state.turn.read({ what: 'elements', css: 'svg *' });
  if (!phrasing.test(singular) || elements.length === 0) return undefined;
  const found = await matchShapes(state, singular);
  return found.length > 0 ? found.length : undefined;
}

function isOfKind(kind: string, name: string): boolean {
  if (kind === 'letter') return /^\p{L}$/u.test(name.trim());
  return kind === 'digit' || kind === 'number' ? /^\d$/u.test(name.trim()) : true;
}

async function ofColour(state: ExecutionState, tags: string, colour: string | undefined): Promise<Element[]> {
  const paint = colour
    ? `:is(${[
        `[data-color="${colour}" i]`,
        `[fill="${colour}" i]`,
        ...['fill', 'background', 'background-color'].flatMap((property) => [
          `[style*="${property}: ${colour}" i]`,
          `[style*="${property}:${colour}" i]`,
        ]),
      ].join(', ')})`
    : '';
  const { elements } = await state.turn.read({ what: 'elements', css: `:is(${tags})${paint}` });
  const shown = elements.filter(({ bounds }) => bounds.width > 2 && bounds.height > 2);
  const { elements: inTask } = await state.turn.read({ what: 'elements', css: `[data-color="${colour ?? ''}" i]` });
  const ids = new Set(inTask.map(({ id }) => id));
  const certain = shown.filter(({ id }) => ids.has(id));
  return certain.length > 0 ? certain : shown;
}

/** "large" and "small" need both sizes on the page. */
async function bySize(state: ExecutionState, elements: readonly Element[], isLarge: boolean): Promise<Element[]> {
  const { elements: all } = await state.turn.read({ what: 'elements', css: shapes.shape ?? '' });
  const sizes = all.map(extent).filter((one) => one > 2);
  const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)];
  if (largest < smallest * 1.3) return [];
  const middle = (smallest + largest) / 2;
  return elements.filter((element) => extent(element) >= middle === isLarge);
}

function extent({ bounds }: Element): number {
  return Math.max(bounds.width, bounds.height);
}
