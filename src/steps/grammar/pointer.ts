import type { InstructionOf, Operation, PointerKind } from '../instruction.js';
import { readKeys } from '../parser/keys.js';
import { hasStrayVerb, readTargets } from '../parser/lists.js';
import { asPhrase, asValue, isQuoted, type Masked } from '../parser/mask.js';
import { readNumber, readOrdinal, takeTimes } from '../parser/number-words.js';
import { type Found, matchRules, type Rule } from './form.js';

type Meaning = Operation | Operation[];

/** A name contains no verb clause: "Archive and in the popup click Cancel" is two instructions. */
const containsClause =
  /(?:,|\sand|\sthen)\s+(?:then\s+)?(?:in|on|from|inside|within)\s+(?:the|that|this)\s[^,]*?\s(?:click|press|tap|hit|select|choose|type|enter|check|tick)\s/iu;

const rows = '(post|item|row|message|tweet|comment|product|entries|entry|result|card)s?';

const everyRules: readonly Rule<{ target: string; atMost?: number }>[] = [
  [
    `{what} (on|for|in|of) (<all> [of]|{count:<number>}) [the] ${rows} (by|from|of|with|for|named|containing) {row}`,
    ({ phrase, raw }) => ({
      target: `${phrase('what')} in the row with ${phrase('row')}`,
      atMost: readNumber(raw('count')),
    }),
  ],
  ['[on] <all> [of] [the] {what}', ({ phrase }) => ({ target: phrase('what') })],
];

function toPointer(kind: PointerKind, text: string, masked: Masked): Operation | undefined {
  const [rest, times] = takeTimes(text.trim());
  if (rest.trim() === '' || containsClause.test(rest)) return undefined;
  const path = kind === 'click' ? readMenuPath(rest, masked) : undefined;
  if (path) return { kind: 'choose_menu', path };
  const every = matchRules(everyRules, rest, masked);
  if (every) return { kind, ...every, parts: [every.target], every: true };
  const targets = readTargets(rest, masked);
  return hasStrayVerb(targets.parts) ? undefined : { kind, ...targets, times };
}

/** A click on the element that a phrase means. */
export function toClick(target: string): InstructionOf<'click'> {
  return { kind: 'click', target, parts: [target] };
}

const pointer =
  (kind: PointerKind) =>
  ({ raw, masked }: Found): Operation | undefined =>
    toPointer(kind, raw('target'), masked);

/** "File > Save as" as a menu path. */
export function readMenuPath(text: string, masked: Masked): string[] | undefined {
  const bare = text
    .replace(/\s+(?:in|from|on|of)\s+the\s+(?:main\s+|top\s+)?menu(?:\s+bar)?$/iu, '')
    .replace(/^the\s+/iu, '');
  const source = isQuoted(masked, bare) ? asValue(masked, bare) : bare;
  const parts = source
    .split(/\s*(?:>|→|»|->|›|➜)\s*/u)
    .map((part) => (source === bare ? asPhrase(masked, part) : part).replace(/\s*\.{2,3}$/u, '…'));
  return parts.length > 1 && parts.every((part) => part !== '') ? parts : undefined;
}

/** "Press Enter", "Press Ctrl+A in the editor", "Press Save". */
function toPress({ raw, masked }: Found): Operation | undefined {
  const [rest, times] = takeTimes(raw('target').trim());
  const [, inner = rest, place] = /^(.+?)\s+(?:in|into|on|inside|while\s+in|at)\s+(.+)$/iu.exec(rest) ?? [];
  const whole = readKeys(asValue(masked, rest));
  const keys = whole ?? readKeys(asValue(masked, inner));
  if (keys) {
    const target = whole === undefined && place !== undefined ? asPhrase(masked, place) : undefined;
    return { kind: 'press_key', keys, target, times };
  }
  if (/^(?:the\s+)?keys?\s|\skeys?$/iu.test(rest)) return undefined;
  return toPointer('click', rest.replace(/^(?:on|the\s+button\s+(?=\p{Co}))\s*/iu, ''), masked);
}

function toDragToPosition({ phrase, raw }: Found): Operation | undefined {
  const position = readOrdinal(raw('ordinal') || raw('number') || raw('edge'));
  return position === undefined ? undefined : { kind: 'drag_to_position', source: phrase('source'), position };
}

function toDrag({ phrase }: Found): Operation {
  return { kind: 'drag', source: phrase('source'), target: phrase('target') };
}

/** Clicking, pointing, keys and dragging. */
export const pointerRules: readonly Rule<Meaning>[] = [
  ['(double-?click|double click|double-?tap|double tap|dbl-?click) [on] {target}', pointer('double_click')],
  [
    [
      '(right|secondary|context) click [on] {target}',
      '(right|secondary|context)-?click [on] {target}',
      '(open|show) the context menu (of|for|on) {target}',
    ],
    pointer('right_click'),
  ],
  [
    [
      '(hover|mouse|point) [the (mouse|cursor|pointer)] [over|on|onto|at|above] {target}',
      'move [the|your] (mouse|cursor|pointer) (over|to|onto|on) [to] {target}',
    ],
    pointer('hover'),
  ],
  ['(focus|put the (focus|cursor)) [on|in|into|onto] {target}', pointer('focus')],
  [
    '(<click>|<press>) [on] {target} ,? [but|and] not [on] {except}',
    ({ raw, phrase, masked }) => {
      const step = toPointer('click', raw('target'), masked);
      return step?.kind === 'click' && !step.every ? { ...step, except: phrase('except') } : undefined;
    },
  ],
  ['(press|hit|push|strike|use) [the] (button|link) {target}', pointer('click')],
  ['<press> {target}', toPress],
  [
    [
      '(drag [and drop]|move|reorder) {source} (to|into|onto) [the] {.ordinal} (position|place|spot|slot)',
      '(drag [and drop]|move|reorder) {source} (to|into|onto) [the] (position|place|spot|slot|number|index) [number] {.number}',
      '(drag [and drop]|move|reorder) {source} (to|into|onto) [the] [very] {edge:top|bottom|beginning|start|end} [of [the] (list|stack|queue)]',
    ],
    toDragToPosition,
  ],
  [
    [
      'drag [and drop] {source} [and drop [it]] (on to|onto|into|to|over|on|inside|in) {target}',
      '(drag|move) {source} (above|below|before|after|next to) {target}',
      'move {source} (to|into|onto) {target}',
    ],
    toDrag,
  ],
  ['<click> [on|at] [to] {target}', pointer('click')],
];
