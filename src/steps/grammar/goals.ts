import type { Field, Operation } from '../instruction.js';
import { splitFields, splitList } from '../parser/lists.js';
import { asPhrase, type Masked } from '../parser/mask.js';
import { readSuperlative } from '../parser/superlatives.js';
import { readValue } from '../parser/value.js';
import type { Found, Rule } from './form.js';
import { toClick } from './pointer.js';

type Meaning = Operation | Operation[];
type Seek = Extract<Operation, { kind: 'seek' }>;

const seek =
  (by: Seek['by']) =>
  ({ phrase, raw }: Found): Operation => ({ kind: 'seek', by, target: phrase('target'), click: raw('press') !== '' });

/** What follows "… to": "find and click the link", "click the link". */
const sought = '(<findAndPress> [and|then|and then] [{press:click|press|tap|open|select} [on]] {target})';
const pressed = '{press:click|press|tap} [on] {target}';

/** "username a and password b", "a / b". */
function toLogin({ raw, masked }: Found): Operation | undefined {
  const text = raw('who')
    .replace(/^(?:the\s+)?(?:following\s+)?(?:credentials|account|details)\s*:?\s*/iu, '')
    .replace(/\s*\/\s*/u, ' and ')
    .replace(/\s+with\s+(?:the\s+)?password\s+/iu, ' and password ');
  const pair = splitList(text);
  const fields = splitFields(pair.join(', '), masked);
  if (fields && fields.length >= 2) return { kind: 'login', fields };
  const [user = '', password = ''] = pair;
  if (pair.length !== 2 || /\s/u.test(user)) return undefined;
  const known: Field[] = [
    ['username', readValue(user.replace(/^(?:the\s+)?(?:user\s*name|user|email)\s+/iu, ''), masked)],
    ['password', readValue(password.replace(/^(?:the\s+)?password\s+/iu, ''), masked)],
  ];
  return { kind: 'login', fields: known };
}

const search = ({ value, optional }: Found): Operation => {
  const where = optional('where');
  const isSite = where !== undefined && /^the\s+(?:site|page|website|shop|store|web|internet)$/iu.test(where);
  return { kind: 'search', value: value('text'), where: isSite ? undefined : where };
};

/** Goals that take several actions: searching, logging in, picking the cheapest. */
export const goalRules: readonly Rule<Meaning>[] = [
  [
    'read {target:(the|my) [\\p{L}+] (e-?mail|mail|message|article|post|thread|conversation|story)\\b(?!\\s*$).*}',
    ({ phrase }) => ({ kind: 'open', target: phrase('target') }),
  ],
  [
    '(register|sign\\s?up|create an? [new] account) (with|using) {list}',
    ({ raw, masked }) => {
      const fields = splitFields(raw('list'), masked);
      return (
        fields && { kind: 'press_named_control', verb: 'register', what: 'account with it', target: 'register', fields }
      );
    },
  ],
  [
    `(expand|open|unfold|look (in|into|through|inside)) [<all>] [of] [the] [collapsible|collapsed] (section|panel|accordion|heading|item)s? [below] ,? [in order] (to|and) ${sought}`,
    seek('sections'),
  ],
  [
    [sought, pressed].map(
      (end) =>
        `(switch|go|look|click|move|browse|flip) (between|through|in) [all] [the] tabs? [below] ,? [in order] (to|and) ${end}`,
    ),
    seek('tabs'),
  ],
  [
    [sought, pressed].map((end) => `(go|look|page|click|browse) through [all] [the] pages? ,? (to|and) ${end}`),
    seek('pages'),
  ],
  [`scroll [down] [the (page|list)] (to|and) ${sought}`, seek('scrolling')],
  ['<find> ,? (and|then|and then) {press:click|press|tap|open|select} [on] {target}', seek('tree')],
  [
    [
      '(search|look) up {text}',
      '(search|query|google) [the|my|all] \\S+ [\\S+] for {text}',
      '(do a search|run a search|search|query) for {text} (in|on|using|with|via) {where:the .+}',
      '(do a search|run a search|search|query|google) [for] {text}',
    ],
    search,
  ],
  [
    '(log|sign)[\\s-]?(in|on) [(to|on|at|into) [the] (site|website|page|app|application|account|shop|store|my account)] ,? (with|using|as) {who}',
    toLogin,
  ],
  ['{verb:(log|sign)[\\s-]?(in|out|up|off)|register|check\\s?out}', ({ raw }) => toClick(raw('verb'))],
];

/** "Book the cheapest flight". Tried after the packs. */
export const superlativeRules: readonly Rule<Meaning>[] = [
  [
    '{verb:book|buy|order|purchase|reserve|select|choose|click|open|pick|add|delete|remove|view|get|take} [on] [the] {what}',
    ({ raw, phrase }) => readSuperlative(phrase('what'), raw('verb').toLowerCase()),
  ],
];

/** Verbs that pages name their controls after. Tried last. */
export const controlRules: readonly Rule<Meaning>[] = [
  [
    "submit [the|this|your|my] [form|answers?|it|page] [(when|once) (done|finished|you're done|you are done)]",
    () => ({ kind: 'submit' }),
  ],
  [
    ['submit [the] {target:.+? form}', '(submit|send off) [the|my|this|your] {target:\\S+ [\\S+]}'],
    ({ phrase }) => ({ kind: 'submit', target: phrase('target') }),
  ],
  [
    '{verb:sign\\s?up|register|subscribe|enrol+|unsubscribe|join|apply} {what:(for|to|from|with|using|as|the) .+}',
    ({ raw, phrase }) => toNamedControl(raw('verb'), phrase('what')),
  ],
  ['close [out] {what}', ({ phrase }) => ({ kind: 'close', what: phrase('what') })],
  [
    '(expand|unfold|show|reveal) {target}',
    ({ phrase }) =>
      /\bto\s+find\b/iu.test(phrase('target')) ? undefined : { kind: 'expand', target: phrase('target') },
  ],
  ['(collapse|fold|hide) {target}', ({ phrase }) => ({ kind: 'collapse', target: phrase('target') })],
];

export const findRules: readonly Rule<Meaning>[] = [
  [
    '(<find>|identify|spot) {target}',
    ({ phrase }) => readSuperlative(phrase('target'), 'find') ?? { kind: 'find', target: phrase('target') },
  ],
  ['{verb:<controlVerb>} [{what}]', ({ raw, masked }) => toNamedControls(raw('verb'), raw('what'), masked)],
];

const source = /\s+from\s+(?:the|my|your)\s+(?:list|table|board|page|inbox|cart|basket|shopping\s+cart)$/iu;
const nameStart = /^(?:[\p{Lu}\d#@\p{Co}]|the\s+(?:first|second|third|last|\d+(?:st|nd|rd|th))\s)/u;

/** "Remove A and B from the list": one operation for each item. */
function toNamedControls(verb: string, what: string, masked: Masked): Meaning | undefined {
  if (/:\s/u.test(what)) return undefined;
  const bare = what.replace(source, '');
  const parts = splitList(bare);
  if (parts.length > 1 && parts.every((part) => nameStart.test(part))) {
    const each = parts.map((part) => toNamedControl(verb, asPhrase(masked, part)));
    return each.every((step) => step !== undefined) ? each : undefined;
  }
  const step = toNamedControl(verb, asPhrase(masked, bare));
  if (step?.kind !== 'press_named_control') return step;
  const named = /^(?:an?\s+|the\s+|another\s+)?(?:new\s+)?([\p{L}\s-]+?)\s+(?:named|called|titled)\s+(.+)$/iu.exec(
    bare,
  );
  if (named && /^(?:create|add|make)$/iu.test(verb)) {
    const [, name = named[2] ?? '', rest] = /^(.+?)\s+(?:with|and)\s+(.+)$/iu.exec(named[2] ?? '') ?? [];
    const others = rest === undefined ? [] : splitFields(rest, masked);
    if (others)
      return {
        ...step,
        what: `${asPhrase(masked, named[1] ?? '')} with it`,
        fields: [['name', readValue(name, masked)], ...others],
      };
  }
  const list = /^(?:an?|the|my|new|another)\s.*?\s(?:with|having|using)\s+(?:the\s+)?(.+)$/iu.exec(bare)?.[1];
  const fields = list === undefined ? undefined : splitFields(list, masked);
  return fields ? { ...step, fields } : step;
}

/** "Delete the first item": the control that is named after the verb, for one item. */
export function toNamedControl(verb: string, what: string): Operation | undefined {
  const word = verb.toLowerCase();
  if (/^(?:me|us|him|her)\s/iu.test(what)) return undefined;
  if (word === 'confirm' && /^(?:the\s+)?(?:password|e-?mail|pin)\b/iu.test(what)) return undefined;
  if (what === '' || /^(?:it|this|that|them)$/iu.test(what)) return toClick(word);
  return { kind: 'press_named_control', verb: word, what, target: `${word} ${what}` };
}
