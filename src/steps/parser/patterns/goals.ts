import type { Field, Operation } from '../../instruction.js';
import { composePatterns, replyPatterns } from '../../packs/mail/patterns.js';
import { shopPatterns } from '../../packs/shop/patterns.js';
import { routePatterns } from '../../packs/travel/patterns.js';
import { controlVerbs } from '../control-verbs.js';
import { splitFields, splitList } from '../lists.js';
import { asPhrase, type Masked } from '../mask.js';
import { readNumber } from '../number-words.js';
import type { Pattern } from '../pattern.js';
import { readSuperlative } from '../superlatives.js';
import { readValue } from '../value.js';

function toSeek(by: Extract<Operation, { kind: 'seek' }>['by'], rest: string, masked: Masked): Operation | undefined {
  const match =
    /^(?:find|locate|look\s+for|search\s+for)?\s*(?:,?\s*and\s+)?(?:then\s+)?(click|press|tap|open|select)?(?:\s+on)?\s*(.+)$/iu.exec(
      rest,
    );
  const target = match && asPhrase(masked, match[2] ?? '');
  return target ? { kind: 'seek', by, target, click: Boolean(match?.[1]) } : undefined;
}

function toLogin(text: string, masked: Masked): Operation | undefined {
  const bare = text.replace(/^(?:the\s+)?(?:following\s+)?(?:credentials|account|details)\s*:?\s*/iu, '');
  const pair = splitList(
    bare.replace(/\s*\/\s*/u, ' and ').replace(/\s+with\s+(?:the\s+)?password\s+/iu, ' and password '),
  );
  const fields = splitFields(pair.join(', '), masked);
  if (fields && fields.length >= 2) return { kind: 'login', fields };
  const [user = '', password = ''] = pair;
  if (pair.length !== 2 || /\s/u.test(user)) return undefined;
  const secret = password.replace(/^(?:the\s+)?password\s+/iu, '');
  const name = user.replace(/^(?:the\s+)?(?:user\s*name|user|email)\s+/iu, '');
  const known: Field[] = [
    ['username', readValue(name, masked)],
    ['password', readValue(secret, masked)],
  ];
  return { kind: 'login', fields: known };
}

/** Goals that take several actions: searching, logging in, picking the cheapest. */
export const goalPatterns: readonly Pattern[] = [
  [
    /^(?:rate|give)\s+(?:(?:it|this|the\s+[\p{L}\s]+?)\s+)?(?:a\s+rating\s+of\s+|with\s+)?(\d|one|two|three|four|five)\s+(?:out\s+of\s+\S+\s+)?stars?$/iu,
    ([count = '']) => {
      const number = readNumber(count) ?? 1;
      const target = `"${number} star${number === 1 ? '' : 's'}"`;
      return { kind: 'click', target, parts: [target] };
    },
  ],
  [
    /^read\s+((?:the|my)\s+(?:\p{L}+\s+)?(?:e-?mail|mail|message|article|post|thread|conversation|story)\b(?!\s*$).*)$/iu,
    ([target = ''], masked) => ({ kind: 'open', target: asPhrase(masked, target) }),
  ],
  [
    /^(?:register|sign\s*up|create\s+an?\s+(?:new\s+)?account)\s+(?:with|using)\s+(.+)$/iu,
    ([list = ''], masked) => {
      const fields = splitFields(list, masked);
      return (
        fields && { kind: 'press_named_control', verb: 'register', what: 'account with it', target: 'register', fields }
      );
    },
  ],
  ...routePatterns,
  ...composePatterns,
  [
    /^(?:expand|open|unfold|look\s+(?:in|into|through|inside))\s+(?:(?:all|each|every)\s+)?(?:of\s+)?(?:the\s+)?(?:collapsible\s+|collapsed\s+)?(?:sections?|panels?|accordions?|headings?|items?)(?:\s+below)?\s*,?\s*(?:in\s+order\s+)?(?:to|and)\s+(find\s+.+|locate\s+.+)$/iu,
    ([rest = ''], masked) => toSeek('sections', rest, masked),
  ],
  [
    /^(?:switch|go|look|click|move|browse|flip)\s+(?:between|through|in)\s+(?:all\s+)?(?:the\s+)?tabs?(?:\s+below)?\s*,?\s*(?:in\s+order\s+)?(?:to|and)\s+(find\s+.+|locate\s+.+|click\s+.+)$/iu,
    ([rest = ''], masked) => toSeek('tabs', rest, masked),
  ],
  [
    /^(?:go|look|page|click|browse)\s+through\s+(?:all\s+)?(?:the\s+)?pages?\s*,?\s*(?:to|and)\s+(find\s+.+|locate\s+.+|click\s+.+)$/iu,
    ([rest = ''], masked) => toSeek('pages', rest, masked),
  ],
  [
    /^scroll\s+(?:down\s+)?(?:the\s+(?:page|list)\s+)?(?:to|and)\s+(find\s+.+)$/iu,
    ([rest = ''], masked) => toSeek('scrolling', rest, masked),
  ],
  [
    /^(?:find|locate|look\s+for)\s*,?\s+(?:and|then|and\s+then)\s+(?:click|press|tap|open|select)(?:\s+on)?\s+(.+)$/iu,
    ([target = ''], masked) => ({ kind: 'seek', by: 'tree', target: asPhrase(masked, target), click: true }),
  ],
  [/^(?:search|look)\s+up\s+(.+)$/iu, ([text = ''], masked) => ({ kind: 'search', value: readValue(text, masked) })],
  [
    /^(?:search|query|google)\s+(?:the\s+|my\s+|all\s+)?[\p{L}-]+(?:\s+[\p{L}-]+)?\s+for\s+(.+)$/iu,
    ([text = ''], masked) => ({ kind: 'search', value: readValue(text, masked) }),
  ],
  [
    /^(?:do\s+a\s+search|run\s+a\s+search|search|query)\s+for\s+(.+?)\s+(?:in|on|using|with|via)\s+(the\s+.+)$/iu,
    ([text = '', where = ''], masked) =>
      /^the\s+(?:site|page|website|shop|store|web|internet)$/iu.test(where)
        ? { kind: 'search', value: readValue(text, masked) }
        : { kind: 'search', value: readValue(text, masked), where: asPhrase(masked, where) },
  ],
  [
    /^(?:do\s+a\s+search|run\s+a\s+search|search|query|google)\s+(?:for\s+)?(.+)$/iu,
    ([text = ''], masked) => ({ kind: 'search', value: readValue(text, masked) }),
  ],
  [
    /^(?:log|sign)[\s-]?(?:in|on)(?:\s+(?:to|on|at|into)\s+(?:the\s+)?(?:site|website|page|app|application|account|shop|store|my\s+account))?\s*,?\s+(?:with|using|as)\s+(.+)$/iu,
    ([text = ''], masked) => toLogin(text, masked),
  ],
  [
    /^(log[\s-]?in|sign[\s-]?in|log[\s-]?out|sign[\s-]?out|sign[\s-]?up|register|check\s*out|log[\s-]?off)$/iu,
    ([verb = '']) => ({ kind: 'click', target: verb, parts: [verb] }),
  ],
  ...shopPatterns,
  [
    /^(book|buy|order|purchase|reserve|select|choose|click|open|pick|add|delete|remove|view|get|take)\s+(?:on\s+)?(?:the\s+)?(.+)$/iu,
    ([verb = '', what = ''], masked) => readSuperlative(asPhrase(masked, what), verb.toLowerCase()),
  ],
];

/** Patterns that are tried last: verbs that pages name their controls after. */
export const latePatterns: readonly Pattern[] = [
  [
    /^submit(?:\s+(?:the|this|your|my))?(?:\s+(?:form|answers?|it|page))?(?:\s+(?:when|once)\s+(?:done|finished|you(?:['’]re|\s+are)\s+done))?$/iu,
    () => ({ kind: 'submit' }),
  ],
  [
    /^submit\s+(?:the\s+)?(.+?\s+form)$/iu,
    ([target = ''], masked) => ({ kind: 'submit', target: asPhrase(masked, target) }),
  ],
  [
    /^(?:submit|send\s+off)\s+(?:the\s+|my\s+|this\s+|your\s+)?([\p{L}-]+(?:\s+[\p{L}-]+)?)$/iu,
    ([target = ''], masked) => ({ kind: 'submit', target: asPhrase(masked, target) }),
  ],
  [
    /^(sign\s*up|register|subscribe|enrol+|unsubscribe|join|apply)\s+((?:for|to|from|with|using|as|the)\s+.+)$/iu,
    ([verb = '', what = ''], masked) => ({
      kind: 'press_named_control',
      verb: verb.toLowerCase(),
      what: asPhrase(masked, what),
      target: `${verb.toLowerCase()} ${asPhrase(masked, what)}`,
    }),
  ],
  [/^close\s+(?:out\s+)?(.+)$/iu, ([what = ''], masked) => ({ kind: 'close', what: asPhrase(masked, what) })],
  [
    /^(?:expand|unfold|show|reveal)\s+(.+)$/iu,
    ([target = ''], masked) =>
      /\bto\s+find\b/iu.test(target) ? undefined : { kind: 'expand', target: asPhrase(masked, target) },
  ],
  [
    /^(?:collapse|fold|hide)\s+(.+)$/iu,
    ([target = ''], masked) => ({ kind: 'collapse', target: asPhrase(masked, target) }),
  ],
  ...replyPatterns,
  [
    /^(?:find|locate|look\s+for|identify|spot)\s+(.+)$/iu,
    ([target = ''], masked) => {
      const best = readSuperlative(asPhrase(masked, target), 'find');
      return best ?? { kind: 'find', target: asPhrase(masked, target) };
    },
  ],
  [
    new RegExp(`^(${controlVerbs})(?:\\s+(.+))?$`, 'iu'),
    ([verb = '', what], masked) => toNamedControls(verb, what ?? '', masked),
  ],
];

const source = /\s+from\s+(?:the|my|your)\s+(?:list|table|board|page|inbox|cart|basket|shopping\s+cart)$/iu;

/** "Remove A and B from the list": one operation for each item. */
function toNamedControls(verb: string, what: string, masked: Masked): Operation | Operation[] | undefined {
  if (/:\s/u.test(what)) return undefined;
  const bare = what.replace(source, '');
  const parts = splitList(bare);
  const areNames =
    parts.length > 1 &&
    parts.every((part) =>
      /^(?:[\p{Lu}\d#@\ue100-\uf0ff]|the\s+(?:first|second|third|last|\d+(?:st|nd|rd|th))\s)/u.test(part),
    );
  if (areNames) {
    const each = parts.map((part) => toNamedControl(verb, asPhrase(masked, part)));
    return each.every((step) => step !== undefined) ? each : undefined;
  }
  const step = toNamedControl(verb, asPhrase(masked, bare));
  const named = /^(?:an?\s+|the\s+|another\s+)?(?:new\s+)?([\p{L}\s-]+?)\s+(?:named|called|titled)\s+(.+)$/iu.exec(
    bare,
  );
  if (step?.kind === 'press_named_control' && named && /^(?:create|add|make)$/iu.test(verb)) {
    const others = /^(.+?)\s+(?:with|and)\s+(.+)$/iu.exec(named[2] ?? '');
    const more = others ? splitFields(others[2] ?? '', masked) : [];
    if (more) {
      const name: Field = ['name', readValue(others ? (others[1] ?? '') : (named[2] ?? ''), masked)];
      return { ...step, what: `${asPhrase(masked, named[1] ?? '')} with it`, fields: [name, ...more] };
    }
  }
  const list = /^(?:an?|the|my|new|another)\s.*?\s(?:with|having|using)\s+(?:the\s+)?(.+)$/iu.exec(bare)?.[1];
  const fields = list === undefined ? undefined : splitFields(list, masked);
  return step?.kind === 'press_named_control' && fields ? { ...step, fields } : step;
}

/** "Delete the first item": the control that is named after the verb, for one item. */
function toNamedControl(verb: string, what: string): Operation | undefined {
  const word = verb.toLowerCase();
  if (/^(?:me|us|him|her)\s/iu.test(what)) return undefined;
  if (/^confirm$/u.test(word) && /^(?:the\s+)?(?:password|e-?mail|pin)\b/iu.test(what)) return undefined;
  if (what === '' || /^(?:it|this|that|them)$/iu.test(what)) return { kind: 'click', target: word, parts: [word] };
  return { kind: 'press_named_control', verb: word, what, target: `${word} ${what}` };
}
