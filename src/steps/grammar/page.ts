import type { Direction, Operation } from '../instruction.js';
import { readCondition } from '../parser/conditions.js';
import { splitList } from '../parser/lists.js';
import { asPhrase, asValue, type Masked } from '../parser/mask.js';
import { readNumber } from '../parser/number-words.js';
import { readUrl } from '../parser/url.js';
import type { Found, Rule } from './form.js';
import { readMenuPath } from './pointer.js';

type Meaning = Operation | Operation[];

function toNavigation({ raw, text, phrase, masked }: Found): Operation | undefined {
  const url = readUrl(text('place'));
  if (url) return { kind: 'goto', url };
  const path = readMenuPath(raw('place'), masked);
  if (path) return { kind: 'choose_menu', path };
  return phrase('place') === '' ? undefined : { kind: 'open', target: phrase('place') };
}

function toNewTab({ raw, text }: Found): Operation | undefined {
  if (raw('place') === '') return { kind: 'new_tab' };
  const url = readUrl(text('place'));
  return url ? { kind: 'new_tab', url } : undefined;
}

function toWait(clause: string, seconds: number | undefined, masked: Masked): Operation {
  const what = clause.replace(/^the\s+(?:text|words?|message)\s+(?=\p{Co})/iu, '');
  const condition = readCondition(clause, masked) ?? { kind: 'shown', what: asPhrase(masked, what) };
  return { kind: 'wait_for', condition, seconds };
}

function toScroll(word: string, target: string | undefined): Operation {
  const directions: readonly Direction[] = ['up', 'down', 'left', 'right', 'top', 'bottom'];
  const edge = /^(?:top|start|beginning)$/iu.test(word) ? 'top' : 'bottom';
  const direction = directions.find((one) => one === word.toLowerCase()) ?? edge;
  const area = target?.replace(/^(?:the\s+)?(?:page|screen|window)$/iu, '');
  return area ? { kind: 'scroll', direction, target: area } : { kind: 'scroll', direction };
}

const scroll = ({ raw, optional }: Found): Operation => toScroll(raw('direction'), optional('where'));

const acceptDialog = ({ raw, value }: Found): Operation =>
  raw('text') === ''
    ? { kind: 'answer_dialog', accept: true }
    : { kind: 'answer_dialog', accept: true, text: value('text') };

const edges = '{direction:top|bottom|end|start|beginning}';

/** URLs, history, tabs, waiting, scrolling, dialogs and files. */
export const pageRules: readonly Rule<Meaning>[] = [
  [
    [
      '(go|navigate|move|step) (back|backwards?) [(one|a) page|to the (previous|last) page]',
      '(return|go) to the previous page',
    ],
    () => ({ kind: 'back' }),
  ],
  ['(go|navigate|move) forwards? [(one|a) page]', () => ({ kind: 'forward' })],
  ['(refresh|reload) [(the|this) [current] [web] (web\\s?page|page|browser|site|tab)]', () => ({ kind: 'refresh' })],
  [
    '(navigate|browse|look|go) through [the] [file|folder|directory] (tree|files|folders|page|list|menus?) [below]',
    () => ({ kind: 'no_op' }),
  ],
  [
    [
      '(open|create|start) [a] new [browser] tab [with|at|for|on|to] [and (go|navigate) to] [{place}]',
      'open {place} in a new [browser] tab',
    ],
    toNewTab,
  ],
  [
    'close [the|this] [{which:current|new|other|second|first|last|popup}] [browser] tab [{name}]',
    ({ raw, optional }) => {
      const which = optional('name') ?? (raw('which') === 'current' ? undefined : optional('which'));
      return which ? { kind: 'close_tab', which } : { kind: 'close_tab' };
    },
  ],
  [
    '(switch|change|go|move|return|jump) [back] to [the] {which:[browser] (tab|window)\\b.*|.+? [browser] (tab|window)}',
    ({ phrase }) => ({ kind: 'switch_tab', which: phrase('which') }),
  ],
  [
    ['<go> [back] [on|over] to {place}', '(visit|load|navigate|browse) {place}', '(open|launch) [up] {place}'],
    toNavigation,
  ],

  [
    '(wait|pause|sleep) [for] [about] {count:\\d+(?:\\.\\d+)?|an?|one|two|three|four|five|ten|half a}\\s*{unit:<seconds>}',
    ({ raw }) => {
      const count = raw('count') === 'half a' ? 0.5 : (readNumber(raw('count')) ?? 1);
      const factor = /^(?:ms|milli)/iu.test(raw('unit')) ? 0.001 : /^min/iu.test(raw('unit')) ? 60 : 1;
      return { kind: 'pause', seconds: count * factor };
    },
  ],
  [
    'wait [for] (up to|at most) {.count} {unit:seconds?|minutes?|s} (for|until|till) {clause}',
    ({ raw, masked }) => {
      const seconds = (readNumber(raw('count')) ?? 10) * (/^m/iu.test(raw('unit')) ? 60 : 1);
      return toWait(raw('clause'), seconds, masked);
    },
  ],
  ['wait (until|till|for|while) {clause}', ({ raw, masked }) => toWait(raw('clause'), undefined, masked)],

  ['scroll [down|up] (until|till) [the] {direction:end|bottom} [of [the] (page|list)]', scroll],
  [
    'scroll [down|up] (until|till) [you (see|find|reach|get to)|there is] {what} [is (visible|shown|displayed|in view)|appears?|comes? into view]',
    ({ phrase }) => ({ kind: 'seek', by: 'scrolling', target: phrase('what'), click: false }),
  ],
  [`scroll [all the way] [up|down] [to] [the] [very] ${edges} [of {where}]`, scroll],
  [`scroll [the] {where} [all the way] [up|down] to [the|its] [very] ${edges} [of .+]`, scroll],
  [
    'scroll {direction:up|down|left|right} [a (bit|little|page)|once|one (page|screen)|the page] [(in|on|inside|within) {where}]',
    scroll,
  ],
  ['scroll {where} {direction:up|down|left|right}', scroll],
  [
    ['(scroll|move|page) [up|down] to {what} [into view]', '(scroll|bring) {what} into view'],
    ({ phrase }) => ({ kind: 'scroll_to', target: phrase('what') }),
  ],

  [
    [
      '(accept|confirm|approve|ok|okay|acknowledge) [the|this|any] <dialog> [(with|by (typing|entering)|and (enter|type)|using) {text}]',
      '(answer|reply to|respond to) [the] prompt with {text}',
      '(type|enter|write) {text} (in|into) the (prompt|alert) [dialog|box]',
    ],
    acceptDialog,
  ],
  ['(dismiss|cancel|reject|decline|deny) [the|this|any] <dialog>', () => ({ kind: 'answer_dialog', accept: false })],
  [
    '(upload|attach) [the|a] [files?|documents?|images?] {files} [(to|into|in|as|using|with|via|through|for) {target}]',
    ({ raw, optional, masked }) => ({
      kind: 'upload',
      paths: splitList(raw('files')).map((part) => asValue(masked, part)),
      target: optional('target'),
    }),
  ],
  ['download {what}', ({ phrase }) => ({ kind: 'download', target: phrase('what') })],
];
