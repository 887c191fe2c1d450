import type { Operation, PointerKind } from '../../instruction.js';
import { readKeys } from '../keys.js';
import { hasStrayVerb, readTargets } from '../lists.js';
import { asPhrase, asValue, isQuoted, type Masked } from '../mask.js';
import { numberWords, readNumber, readOrdinal, takeTimes } from '../number-words.js';
import type { Pattern } from '../pattern.js';

const everyTail = new RegExp(
  `^(.+?)\\s+(?:on|for|in|of)\\s+(?:(all|every|each)(?:\\s+of)?|(${numberWords}))\\s+(?:the\\s+)?(?:posts?|items?|rows?|messages?|tweets?|comments?|products?|entries|entry|results?|cards?)\\s+(?:by|from|of|with|for|named|containing)\\s+(.+)$`,
  'iu',
);

/** A name contains no verb clause: "Archive and in the popup click Cancel" is two instructions. */
const containsClause =
  /(?:,|\sand|\sthen)\s+(?:then\s+)?(?:in|on|from|inside|within)\s+(?:the|that|this)\s[^,]*?\s(?:click|press|tap|hit|select|choose|type|enter|check|tick)\s/iu;

function toPointer(pointer: PointerKind, text: string, masked: Masked): Operation | undefined {
  const [rest, times] = takeTimes(text.trim());
  if (rest.trim() === '' || containsClause.test(rest)) return undefined;
  const path = readMenuPath(rest, masked);
  if (path && pointer === 'click') return { kind: 'choose_menu', path };
  const ofEvery = everyTail.exec(rest);
  if (ofEvery) {
    const target = `${asPhrase(masked, ofEvery[1] ?? '')} in the row with ${asPhrase(masked, ofEvery[4] ?? '')}`;
    const atMost = ofEvery[3] ? readNumber(ofEvery[3]) : undefined;
    return { kind: pointer, target, parts: [target], every: true, atMost: atMost || undefined };
  }
  const every = /^(?:(?:on\s+)?(?:all|every|each|both)(?:\s+of)?(?:\s+the)?|each\s+of\s+the)\s+(.+)$/iu.exec(rest);
  if (every) {
    const target = asPhrase(masked, every[1] ?? '');
    return { kind: pointer, target, parts: [target], every: true };
  }
  const targets = readTargets(rest, masked);
  if (hasStrayVerb(targets.parts)) return undefined;
  return { kind: pointer, ...targets, times: times || undefined };
}

/** "File > Save as" as a menu path. */
export function readMenuPath(text: string, masked: Masked): string[] | undefined {
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

function toPress(text: string, masked: Masked): Operation | undefined {
  const [rest, times] = takeTimes(text.trim());
  const inside = /^(.+?)\s+(?:in|into|on|inside|while\s+in|at)\s+(.+)$/iu.exec(rest);
  const keys = readKeys(asValue(masked, rest));
  if (keys) return { kind: 'press_key', keys, times: times || undefined };
  const keysInside = inside && readKeys(asValue(masked, inside[1] ?? ''));
  if (inside && keysInside)
    return {
      kind: 'press_key',
      keys: keysInside,
      target: asPhrase(masked, inside[2] ?? ''),
      times: times || undefined,
    };
  if (/^(?:the\s+)?keys?\s|\skeys?$/iu.test(rest)) return undefined;
  return toPointer('click', rest.replace(/^(?:on|the\s+button\s+(?=[\ue100-\uf0ff]))\s*/iu, ''), masked);
}

const positions =
  '(?:the\\s+)?(?:(\\S+)\\s+(?:position|place|spot|slot)|(?:position|place|spot|slot|number|index)\\s+(?:number\\s+|#)?(\\S+)|(?:very\\s+)?(top|bottom|beginning|start|end)(?:\\s+of\\s+(?:the\\s+)?(?:list|stack|queue))?)';

/** Clicking, pointing, keys and dragging. */
export const pointerPatterns: readonly Pattern[] = [
  [
    /^(?:double|dbl)[\s-]?(?:click|tap)(?:\s+on)?\s+(.+)$/iu,
    ([what = ''], masked) => toPointer('double_click', what, masked),
  ],
  [
    /^(?:right|secondary|context)[\s-]?(?:click)(?:\s+on)?\s+(.+)$/iu,
    ([what = ''], masked) => toPointer('right_click', what, masked),
  ],
  [
    /^(?:open|show)\s+the\s+context\s+menu\s+(?:of|for|on)\s+(.+)$/iu,
    ([what = ''], masked) => toPointer('right_click', what, masked),
  ],
  [
    /^(?:hover|mouse|point)(?:\s+the\s+(?:mouse|cursor|pointer))?(?:\s+(?:over|on|onto|at|above))?\s+(.+)$/iu,
    ([what = ''], masked) => toPointer('hover', what, masked),
  ],
  [
    /^move\s+(?:the\s+|your\s+)?(?:mouse|cursor|pointer)\s+(?:over|to|onto|on)(?:\s+to)?\s+(.+)$/iu,
    ([what = ''], masked) => toPointer('hover', what, masked),
  ],
  [
    /^(?:focus|put\s+the\s+(?:focus|cursor))(?:\s+(?:on|in|into|onto))?\s+(.+)$/iu,
    ([what = ''], masked) => toPointer('focus', what, masked),
  ],
  [
    /^(?:press|hit|push|strike|use)\s+(?:the\s+)?(?:button|link)\s+(.+)$/iu,
    ([what = ''], masked) => toPointer('click', what, masked),
  ],
  [/^(?:press|hit|push|strike)\s+(.+)$/iu, ([what = ''], masked) => toPress(what, masked)],
  [
    new RegExp(
      `^(?:drag|move)\\s+(.+?)\\s+(up|down|left|right)\\s+by\\s+(${numberWords})(?:\\s+(?:place|position|spot)s?)?$`,
      'iu',
    ),
    ([source = '', towards = '', count = ''], masked) => ({
      kind: 'drag_in_grid',
      source: asPhrase(masked, source),
      direction: towards.toLowerCase(),
      by: readNumber(count) ?? 1,
    }),
  ],
  [
    /^(?:drag|move)\s+(.+?)\s+to\s+the\s+((?:top|center|centre|middle|bottom)\s+(?:left|center|centre|middle|right)|center|centre|middle)$/iu,
    ([source = '', towards = ''], masked) => ({
      kind: 'drag_in_grid',
      source: asPhrase(masked, source),
      direction: towards.toLowerCase(),
      by: 0,
    }),
  ],
  [
    new RegExp(`^(?:drag(?:\\s+and\\s+drop)?|move|reorder)\\s+(.+?)\\s+(?:on|in|in)?to\\s+${positions}$`, 'iu'),
    ([source = '', ordinal, number, edge], masked) => {
      const position = readOrdinal(ordinal ?? number ?? edge ?? '');
      return position === undefined
        ? undefined
        : { kind: 'drag_to_position', source: asPhrase(masked, source), position };
    },
  ],
  [
    /^drag(?:\s+and\s+drop)?\s+(.+?)\s+(?:and\s+drop\s+(?:it\s+)?)?(?:on\s*to|into|to|over|onto|on|inside|in)\s+(.+)$/iu,
    ([source = '', target = ''], masked) => ({
      kind: 'drag',
      source: asPhrase(masked, source),
      target: asPhrase(masked, target),
    }),
  ],
  [
    /^(?:drag|move)\s+(.+?)\s+(?:above|below|before|after|next\s+to)\s+(.+)$/iu,
    ([source = '', target = ''], masked) => ({
      kind: 'drag',
      source: asPhrase(masked, source),
      target: asPhrase(masked, target),
    }),
  ],
  [
    /^move\s+(.+?)\s+(?:to|into|onto)\s+(.+)$/iu,
    ([source = '', target = ''], masked) => ({
      kind: 'drag',
      source: asPhrase(masked, source),
      target: asPhrase(masked, target),
    }),
  ],
  [
    /^(?:click|tap|push|activate|toggle|trigger|follow|left[\s-]?click|press\s+on)(?:\s+(?:on|at))?(?:\s+to)?\s+(.+)$/iu,
    ([what = ''], masked) => toPointer('click', what, masked),
  ],
];
