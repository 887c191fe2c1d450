import type { Direction, Operation } from '../../instruction.js';
import { readCondition } from '../conditions.js';
import { splitList } from '../lists.js';
import { asPhrase, asValue, type Masked } from '../mask.js';
import { readNumber } from '../number-words.js';
import type { Pattern } from '../pattern.js';
import { readUrl } from '../url.js';
import { readValue } from '../value.js';
import { readMenuPath } from './pointer.js';

const dialogNames =
  '(?:browser |javascript |js )?(?:alert|confirm(?:ation)?|prompt|dialog|pop-?up|message|warning)(?: (?:box|dialog|window|message|popup))?';

function toNavigation(place: string, masked: Masked): Operation | undefined {
  const address = readUrl(asValue(masked, place));
  if (address) return { kind: 'goto', url: address };
  const path = readMenuPath(place, masked);
  if (path) return { kind: 'choose_menu', path };
  const target = asPhrase(masked, place);
  return target === '' ? undefined : { kind: 'open', target };
}

function toWait(clause: string, masked: Masked): Operation | undefined {
  const turned = clause
    .replace(
      /^(?:for\s+)?(.+?)\s+to\s+(?:be|become)\s+(gone|hidden|visible|shown|displayed|enabled|disabled|checked|loaded|ready|present|clickable|closed|selected|empty|available)$/iu,
      '$1 is $2',
    )
    .replace(
      /^(?:for\s+)?(.+?)\s+to\s+(appear|disappear|load|show up|vanish|open|close|go away|exist)$/iu,
      (_, what: string, verb: string) =>
        `${what} ${/^(?:show|go)/iu.test(verb) ? verb.replace(/^\w+/u, (word) => (word === 'go' ? 'goes' : 'shows')) : `${verb}s`}`,
    )
    .replace(/^(?:for\s+)?(.+?)\s+to\s+(finish(?: loading)?|complete|be done|stop)$/iu, '$1 disappears')
    .replace(/\bfinish(?:es|ed)? loading$/iu, 'loads');
  const loading = /^(?:for\s+)?(?:the\s+)?(?:page|site)\b.*\b(?:load|loads|loaded|ready)\b/iu.test(turned);
  if (loading) return { kind: 'wait_for', condition: { kind: 'loaded' } };
  const condition = readCondition(turned.replace(/^for\s+/iu, ''), masked);
  if (condition) return { kind: 'wait_for', condition };
  const what = turned.replace(/^for\s+(?:the\s+(?:text|words?|message)\s+(?=[\ue100-\uf0ff]))?/iu, '');
  return what === turned && !/^for\s/iu.test(clause)
    ? undefined
    : { kind: 'wait_for', condition: { kind: 'shown', what: asPhrase(masked, what) } };
}

/** URLs, history, tabs, waiting, scrolling, dialogs and files. */
export const pagePatterns: readonly Pattern[] = [
  [
    /^(?:go|navigate|move|step)\s+back(?:wards?)?(?:\s+(?:one|a)\s+page|\s+to\s+the\s+(?:previous|last)\s+page)?$/iu,
    () => ({ kind: 'back' }),
  ],
  [/^(?:return|go)\s+to\s+the\s+previous\s+page$/iu, () => ({ kind: 'back' })],
  [/^(?:go|navigate|move)\s+forward(?:s|\s+(?:one|a)\s+page)?$/iu, () => ({ kind: 'forward' })],
  [
    /^(?:refresh|reload)(?:\s+(?:the|this)\s+(?:current\s+)?(?:web\s*)?(?:page|browser|site|tab))?$/iu,
    () => ({ kind: 'refresh' }),
  ],
  [
    /^(?:navigate|browse|look|go)\s+through\s+(?:the\s+)?(?:file\s+|folder\s+|directory\s+)?(?:tree|files|folders|page|list|menu|menus)(?:\s+below)?$/iu,
    () => ({ kind: 'no_op' }),
  ],
  [
    /^(?:open|create|start)\s+(?:a\s+)?new\s+(?:browser\s+)?tab(?:\s+(?:with|at|for|on|to)\s+(.+)|\s+and\s+(?:go|navigate)\s+to\s+(.+))?$/iu,
    ([one, other], masked) => {
      const place = one ?? other;
      if (!place) return { kind: 'new_tab' };
      const url = readUrl(asValue(masked, place));
      return url ? { kind: 'new_tab', url } : undefined;
    },
  ],
  [
    /^open\s+(.+?)\s+in\s+a\s+new\s+(?:browser\s+)?tab$/iu,
    ([place = ''], masked) => {
      const url = readUrl(asValue(masked, place));
      return url ? { kind: 'new_tab', url } : undefined;
    },
  ],
  [
    /^close\s+(?:the\s+|this\s+)?(current|new|other|second|first|last|popup)?\s*(?:browser\s+)?tab(?:\s+(.+))?$/iu,
    ([which, name], masked) => {
      const tab = name ? asPhrase(masked, name) : which && which !== 'current' ? which : undefined;
      return tab ? { kind: 'close_tab', which: tab } : { kind: 'close_tab' };
    },
  ],
  [
    /^(?:switch|change|go|move|return|jump)\s+(?:back\s+)?to\s+(?:the\s+)?((?:browser\s+)?(?:tab|window)\b.*|.+?\s+(?:browser\s+)?(?:tab|window))$/iu,
    ([which = ''], masked) => ({ kind: 'switch_tab', which: asPhrase(masked, which) }),
  ],
  [
    /^(?:go|navigate|browse|head|return|surf|proceed|continue|switch|jump)\s+(?:back\s+)?(?:on\s+|over\s+)?to\s+(.+)$/iu,
    ([place = ''], masked) => toNavigation(place, masked),
  ],
  [/^(?:visit|load|navigate|browse)\s+(.+)$/iu, ([place = ''], masked) => toNavigation(place, masked)],
  [/^(?:open|launch)\s+(?:up\s+)?(.+)$/iu, ([place = ''], masked) => toNavigation(place, masked)],

  [
    /^(?:wait|pause|sleep)(?:\s+for)?\s+(?:about\s+)?(\d+(?:\.\d+)?|an?|one|two|three|four|five|ten|half a)\s*(ms|milliseconds?|s|secs?|seconds?|minutes?|mins?|moment)$/iu,
    ([count = '', unit = '']) => {
      const number = count === 'half a' ? 0.5 : (readNumber(count) ?? 1);
      const factor = /^(?:ms|milli)/iu.test(unit) ? 0.001 : /^min/iu.test(unit) ? 60 : 1;
      return { kind: 'pause', seconds: number * factor };
    },
  ],
  [
    /^wait\s+(?:for\s+)?(?:up\s+to|at\s+most)\s+(\S+)\s+(seconds?|minutes?|s)\s+(?:for|until|till)\s+(.+)$/iu,
    ([count = '', unit = '', clause = ''], masked) => {
      const step = toWait(`for ${clause}`, masked);
      const seconds = (readNumber(count) ?? 10) * (/^m/iu.test(unit) ? 60 : 1);
      return step?.kind === 'wait_for' ? { ...step, seconds } : undefined;
    },
  ],
  [/^wait\s+(?:until|till|for|while)\s+(.+)$/iu, ([clause = ''], masked) => toWait(`for ${clause}`, masked)],
  [/^wait\s+(?=for)(.+)$/iu, ([clause = ''], masked) => toWait(clause, masked)],

  [
    /^scroll\s+(?:down\s+|up\s+)?(?:until|till)\s+(?:you\s+(?:see|find|reach|get to)\s+|there\s+is\s+)?(.+?)(?:\s+(?:is\s+(?:visible|shown|displayed|in view)|appears?|comes? into view))?$/iu,
    ([what = ''], masked) =>
      /^(?:the\s+)?(?:end|bottom)(?:\s+of\s+(?:the\s+)?(?:page|list))?$/iu.test(what)
        ? { kind: 'scroll', direction: 'bottom' }
        : { kind: 'seek', by: 'scrolling', target: asPhrase(masked, what), click: false },
  ],
  [
    /^scroll\s+(?:all\s+the\s+way\s+)?(?:up\s+|down\s+)?(?:to\s+)?(?:the\s+)?(?:very\s+)?(top|bottom|end|start|beginning)(?:\s+of\s+(.+))?$/iu,
    ([end = '', where], masked) => toScrollEdge(end, where && asPhrase(masked, where)),
  ],
  [
    /^scroll\s+(?:the\s+)?(.+?)\s+(?:all\s+the\s+way\s+)?(?:up\s+|down\s+)?to\s+(?:the\s+|its\s+)?(?:very\s+)?(top|bottom|end|start|beginning)(?:\s+of\s+.+)?$/iu,
    ([where = '', end = ''], masked) => toScrollEdge(end, asPhrase(masked, where)),
  ],
  [
    /^scroll\s+(up|down|left|right)(?:\s+(?:a\s+(?:bit|little|page)|once|one\s+(?:page|screen)|the\s+page))?(?:\s+(?:in|on|inside|within)\s+(.+))?$/iu,
    ([direction = '', where], masked) => toScroll(direction, where && asPhrase(masked, where)),
  ],
  [
    /^scroll\s+(.+?)\s+(up|down|left|right)$/iu,
    ([where = '', direction = ''], masked) => toScroll(direction, asPhrase(masked, where)),
  ],
  [
    /^(?:scroll|move|page)\s+(?:up\s+|down\s+)?to\s+(.+?)(?:\s+into\s+view)?$/iu,
    ([what = ''], masked) => ({ kind: 'scroll_to', target: asPhrase(masked, what) }),
  ],
  [
    /^(?:scroll|bring)\s+(.+?)\s+into\s+view$/iu,
    ([what = ''], masked) => ({ kind: 'scroll_to', target: asPhrase(masked, what) }),
  ],

  [
    new RegExp(
      `^(?:accept|confirm|approve|ok|okay|acknowledge)\\s+(?:the\\s+|this\\s+|any\\s+)?${dialogNames}(?:\\s+(?:with|by\\s+(?:typing|entering)|and\\s+(?:enter|type)|using)\\s+(.+))?$`,
      'iu',
    ),
    ([text], masked) =>
      text
        ? { kind: 'answer_dialog', accept: true, text: readValue(text, masked) }
        : { kind: 'answer_dialog', accept: true },
  ],
  [
    new RegExp(`^(?:dismiss|cancel|reject|decline|deny)\\s+(?:the\\s+|this\\s+|any\\s+)?${dialogNames}$`, 'iu'),
    () => ({ kind: 'answer_dialog', accept: false }),
  ],
  [
    /^(?:answer|reply\s+to|respond\s+to)\s+(?:the\s+)?prompt\s+with\s+(.+)$/iu,
    ([text = ''], masked) => ({ kind: 'answer_dialog', accept: true, text: readValue(text, masked) }),
  ],
  [
    /^(?:type|enter|write)\s+(.+?)\s+(?:in|into)\s+the\s+(?:prompt|alert)(?:\s+(?:dialog|box))?$/iu,
    ([text = ''], masked) => ({ kind: 'answer_dialog', accept: true, text: readValue(text, masked) }),
  ],

  [
    /^(?:upload|attach)\s+(?:the\s+|a\s+)?(?:files?\s+|documents?\s+|images?\s+)?(.+?)(?:\s+(?:to|into|in|as|using|with|via|through|for)\s+(.+))?$/iu,
    ([files = '', where], masked) => {
      const paths = splitList(files).map((part) => asValue(masked, part));
      return where ? { kind: 'upload', paths, target: asPhrase(masked, where) } : { kind: 'upload', paths };
    },
  ],
  [/^download\s+(.+)$/iu, ([what = ''], masked) => ({ kind: 'download', target: asPhrase(masked, what) })],
];

function toScrollEdge(end: string, target: string | undefined): Operation {
  return toScroll(/top|start|begin/iu.test(end) ? 'top' : 'bottom', target);
}

const directions: readonly Direction[] = ['up', 'down', 'left', 'right', 'top', 'bottom'];

function toScroll(word: string, target: string | undefined): Operation {
  const direction = directions.find((one) => one === word.toLowerCase()) ?? 'down';
  const bare = target?.replace(/^(?:the\s+)?(?:page|screen|window)$/iu, '');
  return bare ? { kind: 'scroll', direction, target: bare } : { kind: 'scroll', direction };
}
