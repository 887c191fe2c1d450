import type { Pointing, Step } from '../../instruction.js';
import { readKeys } from '../key-words.js';
import { hasStrayVerb, readTargets } from '../lists.js';
import { numberWords, type Pattern, readNumber, readOrdinal, takeTimes } from '../pattern.js';
import { asPhrase, asValue, isQuoted, type Masked } from '../quotes.js';

const everyTail = new RegExp(
  `^(.+?)\\s+(?:on|for|in|of)\\s+(?:(all|every|each)(?:\\s+of)?|(${numberWords}))\\s+(?:the\\s+)?(?:posts?|items?|rows?|messages?|tweets?|comments?|products?|entries|entry|results?|cards?)\\s+(?:by|from|of|with|for|named|containing)\\s+(.+)$`,
  'iu',
);

/** Names do not give orders: "Archive and in the popup click Cancel" is two things to do. */
const holdsClause =
  /(?:,|\sand|\sthen)\s+(?:then\s+)?(?:in|on|from|inside|within)\s+(?:the|that|this)\s[^,]*?\s(?:click|press|tap|hit|select|choose|type|enter|check|tick)\s/iu;

function pointing(how: Pointing, text: string, masked: Masked): Step | undefined {
  const [rest, times] = takeTimes(text.trim());
  if (rest.trim() === '' || holdsClause.test(rest)) return undefined;
  const path = menuPath(rest, masked);
  if (path && how === 'click') return { do: 'menu', path };
  const many = everyTail.exec(rest);
  if (many) {
    const target = `${asPhrase(masked, many[1] ?? '')} in the row with ${asPhrase(masked, many[4] ?? '')}`;
    const atMost = many[3] ? readNumber(many[3]) : undefined;
    return { do: how, target, parts: [target], every: true, ...(atMost ? { atMost } : {}) };
  }
  const every = /^(?:(?:on\s+)?(?:all|every|each|both)(?:\s+of)?(?:\s+the)?|each\s+of\s+the)\s+(.+)$/iu.exec(rest);
  if (every) {
    const target = asPhrase(masked, every[1] ?? '');
    return { do: how, target, parts: [target], every: true };
  }
  const targets = readTargets(rest, masked);
  if (hasStrayVerb(targets.parts)) return undefined;
  return { do: how, ...targets, ...(times ? { times } : {}) };
}

/** "File > Save as" as the menus to open one after the other. */
export function menuPath(text: string, masked: Masked): string[] | undefined {
  const bare = text
    .replace(/\s+(?:in|from|on|of)\s+the\s+(?:main\s+|top\s+)?menu(?:\s+bar)?$/iu, '')
    .replace(/^the\s+/iu, '');
  const source = isQuoted(masked, bare) ? asValue(masked, bare) : bare;
  const parts = source
    .split(/\s*(?:>|→|»|->|›|➜)\s*/u)
    .map((part) => (source === bare ? asPhrase(masked, part) : part))
    .map((part) => part.replace(/\s*\.{2,3}$/u, '…'));
  return parts.length > 1 && parts.every((part) => part !== '') ? parts : undefined;
}

function pressing(text: string, masked: Masked): Step | undefined {
  const [rest, times] = takeTimes(text.trim());
  const inside = /^(.+?)\s+(?:in|into|on|inside|while\s+in|at)\s+(.+)$/iu.exec(rest);
  const keys = readKeys(asValue(masked, rest));
  if (keys) return { do: 'press', keys, ...(times ? { times } : {}) };
  const held = inside && readKeys(asValue(masked, inside[1] ?? ''));
  if (inside && held)
    return { do: 'press', keys: held, target: asPhrase(masked, inside[2] ?? ''), ...(times ? { times } : {}) };
  if (/^(?:the\s+)?keys?\s|\skeys?$/iu.test(rest)) return undefined;
  return pointing('click', rest.replace(/^(?:on|the\s+button\s+(?=[\ue100-\uf0ff]))\s*/iu, ''), masked);
}

const places =
  '(?:the\\s+)?(?:(\\S+)\\s+(?:position|place|spot|slot)|(?:position|place|spot|slot|number|index)\\s+(?:number\\s+|#)?(\\S+)|(?:very\\s+)?(top|bottom|beginning|start|end)(?:\\s+of\\s+(?:the\\s+)?(?:list|stack|queue))?)';

/** Clicking, pointing, keys and dragging. */
export const pointerPatterns: readonly Pattern[] = [
  [
    /^(?:double|dbl)[\s-]?(?:click|tap)(?:\s+on)?\s+(.+)$/iu,
    ([what = ''], masked) => pointing('double_click', what, masked),
  ],
  [
    /^(?:right|secondary|context)[\s-]?(?:click)(?:\s+on)?\s+(.+)$/iu,
    ([what = ''], masked) => pointing('right_click', what, masked),
  ],
  [
    /^(?:open|show)\s+the\s+context\s+menu\s+(?:of|for|on)\s+(.+)$/iu,
    ([what = ''], masked) => pointing('right_click', what, masked),
  ],
  [
    /^(?:hover|mouse|point)(?:\s+the\s+(?:mouse|cursor|pointer))?(?:\s+(?:over|on|onto|at|above))?\s+(.+)$/iu,
    ([what = ''], masked) => pointing('hover', what, masked),
  ],
  [
    /^move\s+(?:the\s+|your\s+)?(?:mouse|cursor|pointer)\s+(?:over|to|onto|on)(?:\s+to)?\s+(.+)$/iu,
    ([what = ''], masked) => pointing('hover', what, masked),
  ],
  [
    /^(?:focus|put\s+the\s+(?:focus|cursor))(?:\s+(?:on|in|into|onto))?\s+(.+)$/iu,
    ([what = ''], masked) => pointing('focus', what, masked),
  ],
  [
    /^(?:press|hit|push|strike|use)\s+(?:the\s+)?(?:button|link)\s+(.+)$/iu,
    ([what = ''], masked) => pointing('click', what, masked),
  ],
  [/^(?:press|hit|push|strike)\s+(.+)$/iu, ([what = ''], masked) => pressing(what, masked)],
  [
    new RegExp(
      `^(?:drag|move)\\s+(.+?)\\s+(up|down|left|right)\\s+by\\s+(${numberWords})(?:\\s+(?:place|position|spot)s?)?$`,
      'iu',
    ),
    ([source = '', way = '', count = ''], masked) => ({
      do: 'drag_along',
      source: asPhrase(masked, source),
      way: way.toLowerCase(),
      by: readNumber(count) ?? 1,
    }),
  ],
  [
    /^(?:drag|move)\s+(.+?)\s+to\s+the\s+((?:top|center|centre|middle|bottom)\s+(?:left|center|centre|middle|right)|center|centre|middle)$/iu,
    ([source = '', way = ''], masked) => ({
      do: 'drag_along',
      source: asPhrase(masked, source),
      way: way.toLowerCase(),
      by: 0,
    }),
  ],
  [
    new RegExp(`^(?:drag(?:\\s+and\\s+drop)?|move|reorder)\\s+(.+?)\\s+(?:on|in|in)?to\\s+${places}$`, 'iu'),
    ([source = '', ordinal, number, edge], masked) => {
      const position = readOrdinal(ordinal ?? number ?? edge ?? '');
      return position === undefined
        ? undefined
        : { do: 'drag_to_position', source: asPhrase(masked, source), position };
    },
  ],
  [
    /^drag(?:\s+and\s+drop)?\s+(.+?)\s+(?:and\s+drop\s+(?:it\s+)?)?(?:on\s*to|into|to|over|onto|on|inside|in)\s+(.+)$/iu,
    ([source = '', target = ''], masked) => ({
      do: 'drag',
      source: asPhrase(masked, source),
      target: asPhrase(masked, target),
    }),
  ],
  [
    /^(?:drag|move)\s+(.+?)\s+(?:above|below|before|after|next\s+to)\s+(.+)$/iu,
    ([source = '', target = ''], masked) => ({
      do: 'drag',
      source: asPhrase(masked, source),
      target: asPhrase(masked, target),
    }),
  ],
  [
    /^move\s+(.+?)\s+(?:to|into|onto)\s+(.+)$/iu,
    ([source = '', target = ''], masked) => ({
      do: 'drag',
      source: asPhrase(masked, source),
      target: asPhrase(masked, target),
    }),
  ],
  [
    /^(?:click|tap|push|activate|toggle|trigger|follow|left[\s-]?click|press\s+on)(?:\s+(?:on|at))?(?:\s+to)?\s+(.+)$/iu,
    ([what = ''], masked) => pointing('click', what, masked),
  ],
];
