import type { Operation } from '../../instruction.js';
import { hasStrayVerb, readTargets, readValues } from '../lists.js';
import { asPhrase, asValue, type Masked } from '../mask.js';
import { readNumber } from '../number-words.js';
import type { Pattern } from '../pattern.js';
import { readValue } from '../value.js';
import { readMenuPath } from './pointer.js';
import { toSetDate, toType } from './typing.js';

function toSet(target: string, value: string, masked: Masked): Operation {
  const parts = `${target} to ${value}`.split(/(?:\s*,\s*(?:and\s+)?|\s+and\s+)(?=[^,]+?\s+to\s+)/iu);
  const fields = parts.length > 1 ? parts.map((part) => /^(?:the\s+)?(.+?)\s+to\s+(.+)$/iu.exec(part)) : [];
  if (fields.length > 1 && fields.every((field) => field !== null)) {
    return {
      kind: 'fill',
      fields: fields.map((field) => [asPhrase(masked, field?.[1] ?? ''), readValue(field?.[2] ?? '', masked)]),
    };
  }
  const label = asPhrase(masked, target);
  if (/^(?:on|checked|true|enabled)$/iu.test(value.trim()))
    return { kind: 'check', targets: [label], whole: label, checked: true };
  if (/^(?:off|unchecked|false|disabled)$/iu.test(value.trim()))
    return { kind: 'check', targets: [label], whole: label, checked: false };
  return toSetDate(value, label, masked) ?? { kind: 'set', target: label, value: readValue(value, masked) };
}

function toChoose(options: string, from: string | undefined, masked: Masked): Operation | undefined {
  const bare = options
    .replace(
      /^(?:the\s+)?(?:options?|values?|items?|entry|entries|choices?|suggestions?|radio(?:\s+button)?|results?)\s+(?=\S)/iu,
      '',
    )
    .replace(/\s+(?:option|value)$/iu, '');
  if (/^(?:nothing|none|no\s+\S+)$/iu.test(bare)) return { kind: 'no_op' };
  if (from !== undefined && /\b(?:slider|spinner|spinbutton|stepper|range|counter)\b/iu.test(from)) {
    return { kind: 'set', target: asPhrase(masked, from), value: readValue(bare, masked) };
  }
  if (from === undefined && /^(?:all|every|each|both)\s/iu.test(bare)) return toCheck(bare, true, masked);
  const pairs = from === undefined ? undefined : toFillChoices(bare, from, masked);
  if (pairs) return pairs;
  const date = toSetDate(bare, from === undefined ? undefined : asPhrase(masked, from), masked);
  if (date) return date;
  const path = readMenuPath(bare, masked);
  if (path) return { kind: 'choose_menu', path };
  const names = readValues(bare, masked).filter((name) => name !== '');
  if (names.length === 0 || hasStrayVerb(names)) return undefined;
  const whole = asPhrase(masked, bare);
  return { kind: 'choose', options: names, whole, from: from === undefined ? undefined : asPhrase(masked, from) };
}

/** '"Red" in the Color dropdown and "L" in the Size dropdown'. */
function toFillChoices(options: string, from: string, masked: Masked): Operation | undefined {
  const parts = `${options} from ${from}`.split(
    /(?:\s*,\s*(?:and\s+)?|\s+and\s+)(?=[^,]+?\s+(?:from|in|for|as|on)\s+)/iu,
  );
  if (parts.length < 2) return undefined;
  const fields = parts.map((part) =>
    /^(?:(?:select|choose|pick)\s+)?(.+?)\s+(?:from|in|for|as|on)\s+(?:the\s+)?(.+)$/iu.exec(part),
  );
  if (!fields.every((field) => field !== null)) return undefined;
  return {
    kind: 'fill',
    fields: fields.map((field) => [asPhrase(masked, field?.[2] ?? ''), readValue(field?.[1] ?? '', masked)]),
  };
}

function toCheck(text: string, checked: boolean, masked: Masked): Operation | undefined {
  const every = /^(?:all|every|each|both)(?:\s+of)?(?:\s+the)?\s+(.+)$/iu.exec(text);
  if (every) {
    const target = asPhrase(masked, every[1] ?? '');
    return { kind: 'check', targets: [target], whole: target, checked, every: true };
  }
  const lead =
    /^(?:the\s+)?(?:check\s*boxes|boxes|check\s*box|box|options?|items?|radio(?:\s+buttons?)?)\s+(?:for|labell?ed|named|called|next\s+to|with)?\s*(?=\S)/iu;
  const { target, parts } = readTargets(text.replace(lead, ''), masked);
  return target === '' || hasStrayVerb(parts) ? undefined : { kind: 'check', targets: parts, whole: target, checked };
}

/** Values, checkboxes, counters and options. */
export const choicePatterns: readonly Pattern[] = [
  [
    /^(?:set|change|update|adjust|edit|switch|move|drag)\s+(.+?)\s+(?:slider|knob)\s+to\s+(.+)$/iu,
    ([target = '', value = ''], masked) => toSet(`${target} slider`, value, masked),
  ],
  [
    /^(?:set|change|update|adjust|edit|modify|switch(?!\s+(?:back|over|between|through|to)\b))\s+(.+?)\s+(?:to\s+be|to|=|as)\s+(.+)$/iu,
    ([target = '', value = ''], masked) => toSet(target, value, masked),
  ],
  [
    /^(?:replace|overwrite)\s+(.+?)\s+(?:with|by)\s+(.+)$/iu,
    ([target = '', value = ''], masked) =>
      /^(?:the\s+|its\s+)?(?:text|contents?|value|it)$/iu.test(target)
        ? { kind: 'type', value: readValue(value, masked), replace: true }
        : toType(value, target.replace(/^(?:the\s+)?(?:text|contents?|value)\s+(?:of|in)\s+/iu, ''), masked),
  ],
  [
    /^mark\s+(.+?)\s+as\s+(not\s+|un|in)?(?:done|completed?|finished|checked|selected|ticked)$/iu,
    ([what = '', not], masked) => toCheck(what, not === undefined, masked),
  ],
  [/^(?:allow|permit)\s+(?!me\b|us\b)(.+)$/iu, ([what = ''], masked) => toCheck(what, true, masked)],
  [
    /^(?:check|tick|mark|enable|activate)\s+(?!that\b|if\b|whether\b)(?:off\s+)?(.+)$/iu,
    ([what = ''], masked) => toCheck(what, true, masked),
  ],
  [
    /^(?:turn|switch|toggle)\s+on\s+(.+)$|^(?:turn|switch|toggle)\s+(.+)\s+on$/iu,
    ([one, other], masked) => toCheck(one ?? other ?? '', true, masked),
  ],
  [
    /^(?:turn|switch|toggle)\s+off\s+(.+)$|^(?:turn|switch|toggle)\s+(.+)\s+off$/iu,
    ([one, other], masked) => toCheck(one ?? other ?? '', false, masked),
  ],
  [
    /^(?:uncheck|untick|unmark|deselect|unselect|disable|deactivate)\s+(.+)$/iu,
    ([what = ''], masked) => toCheck(what, false, masked),
  ],
  [/^(?:agree|consent)\s+(?:to|with)\s+(.+)$/iu, ([what = ''], masked) => toCheck(what, true, masked)],
  [
    /^accept\s+((?:the\s+|our\s+|all\s+)?(?:terms|conditions|privacy|agreement|licen[sc]e|policy)\b.*)$/iu,
    ([what = ''], masked) => toCheck(what, true, masked),
  ],

  [
    /^(?:increment|increase|raise|decrement|decrease|reduce|lower)\s+(.+?)\s+(to|by)\s+(\S+)$/iu,
    ([target = '', preposition = '', amount = ''], masked) => {
      const number = readNumber(asValue(masked, amount));
      if (number === undefined) return undefined;
      return preposition.toLowerCase() === 'to'
        ? { kind: 'set_counter', target: asPhrase(masked, target), to: number }
        : undefined;
    },
  ],
  [
    /^(increment|increase|raise|decrement|decrease|reduce|lower)\s+(.+?)\s+by\s+(\S+)$/iu,
    ([verb = '', target = '', amount = ''], masked) => {
      const number = readNumber(asValue(masked, amount));
      return number === undefined
        ? undefined
        : { kind: 'set_counter', target: asPhrase(masked, target), by: /^(?:in|rai)/iu.test(verb) ? number : -number };
    },
  ],
  [
    /^(?:use|using)\s+(?:the\s+)?(.+?)\s+to\s+(?:select|choose|pick|set)\s+(.+)$/iu,
    ([from = '', options = ''], masked) => toChoose(options, from, masked),
  ],
  [
    /^(?:select|choose|pick|set)\s+(.+)\s+(?:from|in|on|under|within|out\s+of|with|using)\s+((?:the|this|that|a|my|your)\s+.+|.*(?:list|dropdown|drop-down|menu|slider|spinner|select|picker|combobox))$/iu,
    ([options = '', from = ''], masked) => toChoose(options, from, masked),
  ],
  [
    /^(?:select|choose|pick|set)\s+(.+?)\s+(?:from|for|as|under)\s+(?:the\s+|your\s+|a\s+)?(.+)$/iu,
    ([options = '', from = ''], masked) => toChoose(options, from, masked),
  ],
  [/^(?:select|choose|pick)\s+(?:only\s+)?(.+)$/iu, ([options = ''], masked) => toChoose(options, undefined, masked)],
  [/^(?:highlight)\s+(.+)$/iu, ([target = ''], masked) => ({ kind: 'select_text', target: asPhrase(masked, target) })],
];
