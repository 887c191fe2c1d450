import type { Step } from '../../instruction.js';
import { readDate } from '../dates.js';
import { hasStrayVerb, readTargets, splitFields, valuesOf } from '../lists.js';
import { type Pattern, readNumber, takeTimes } from '../pattern.js';
import { asPhrase, asValue, isQuoted, type Masked, mark } from '../quotes.js';
import { readValue } from '../value.js';
import { menuPath } from './pointer.js';

const everyField = /^(?:both|all|each|every)(?:\s+of)?(?:\s+the)?\s+/iu;
const noun = '(?:form|fields?|details|information|info|inputs?|boxes|text\\s*fields)';

function typing(value: string, target: string | undefined, masked: Masked): Step | undefined {
  if (value.trim() === '') return undefined;
  const more = afterQuote(value, masked);
  if (more) return more.times === undefined ? undefined : repeated(typing(more.quote, target, masked), more.times);
  if (target === undefined) return { do: 'type', value: readValue(value, masked) };
  const pairs = manyPairs(value, target, masked);
  if (pairs) return pairs;
  // 'the password "x"': the quoted part is what is typed.
  const bare = value.replace(/^(?:the|a|an|your|my)\s+[\p{L}\s]+\s(?=[\ue100-\uf0ff]$)/iu, '');
  const place = asPhrase(masked, target).replace(/^the\s+(?=text (?:field|box)s?$)/iu, '');
  if (everyField.test(place))
    return { do: 'type', value: readValue(bare, masked), target: place.replace(everyField, ''), every: true };
  return dated(value, place, masked) ?? { do: 'type', value: readValue(bare, masked), target: place };
}

function repeated(step: Step | undefined, times: number): Step | undefined {
  if (step?.do !== 'type' || step.value.is !== 'text') return undefined;
  return { ...step, value: { is: 'text', text: step.value.text.repeat(times) } };
}

/** 'Type "a" 5 times': what stands behind a quoted text is no part of it. */
function afterQuote(value: string, masked: Masked): { quote: string; times?: number } | undefined {
  const [, quote = '', rest = ''] = new RegExp(`^(${mark})\\s+([^\\s,].*)$`, 'u').exec(value.trim()) ?? [];
  if (rest === '' || !isQuoted(masked, quote) || /^(?:and|or|in|as)\s|[\ue100-\uf0ff]/iu.test(rest)) return undefined;
  const [before, times] = takeTimes(` ${rest}`);
  return times !== undefined && before.trim() === '' ? { quote, times: Math.min(times, 200) } : { quote };
}

/** 'the username "a" and the password "b" into the text fields'; 'John into first name and Doe into last name'. */
function manyPairs(value: string, target: string, masked: Masked): Step | undefined {
  if (
    /^(?:the\s+|their\s+)?(?:(?:text|input|appropriate|corresponding|respective|matching|given)\s+)*(?:fields|boxes|inputs|form|textboxes)(?:\s+below)?$/iu.test(
      target,
    ) &&
    /[\ue100-\uf0ff]/u.test(value)
  ) {
    const fields = splitFields(value, masked);
    if (fields) return { do: 'fill', fields };
  }
  const whole = `${value} into ${target}`;
  const parts = whole.split(/(?:\s*,\s*(?:and\s+)?|\s+and\s+)(?=[^,]+?\s+(?:into|in|to|as)\s+)/iu);
  if (parts.length < 2) return undefined;
  const fields = parts.map((part) => /^(.+?)\s+(?:into|in|to|as)\s+(?:the\s+|your\s+|a\s+)?(.+)$/iu.exec(part));
  if (!fields.every((field) => field !== null) || parts.some((part) => /^then\s/iu.test(part))) return undefined;
  return {
    do: 'fill',
    fields: fields.map((field) => [asPhrase(masked, field?.[2] ?? ''), readValue(field?.[1] ?? '', masked)]),
  };
}

function dated(value: string, target: string | undefined, masked: Masked): Step | undefined {
  const text = asValue(masked, value).replace(/^the\s+date\s+(?:of\s+)?/iu, '');
  if (!readDate(text)) return undefined;
  const bare = target?.replace(/^(?:the\s+)?(?:date|day|calendar|date ?picker)$/iu, 'date');
  return { do: 'date', date: text, ...(bare ? { target: bare } : {}) };
}

function setting(target: string, value: string, masked: Masked): Step {
  const parts = `${target} to ${value}`.split(/(?:\s*,\s*(?:and\s+)?|\s+and\s+)(?=[^,]+?\s+to\s+)/iu);
  const fields = parts.length > 1 ? parts.map((part) => /^(?:the\s+)?(.+?)\s+to\s+(.+)$/iu.exec(part)) : [];
  if (fields.length > 1 && fields.every((field) => field !== null)) {
    return {
      do: 'fill',
      fields: fields.map((field) => [asPhrase(masked, field?.[1] ?? ''), readValue(field?.[2] ?? '', masked)]),
    };
  }
  const place = asPhrase(masked, target);
  if (/^(?:on|checked|true|enabled)$/iu.test(value.trim()))
    return { do: 'check', targets: [place], whole: place, checked: true };
  if (/^(?:off|unchecked|false|disabled)$/iu.test(value.trim()))
    return { do: 'check', targets: [place], whole: place, checked: false };
  return dated(value, place, masked) ?? { do: 'set', target: place, value: readValue(value, masked) };
}

function filling(form: string | undefined, list: string, masked: Masked): Step | undefined {
  const fields = splitFields(list.replace(/^(?:the\s+)?following(?:\s+\w+)?\s*:?\s*/iu, ''), masked);
  if (!fields) return undefined;
  return { do: 'fill', fields, ...(form ? { form: asPhrase(masked, form) } : {}) };
}

function choosing(options: string, from: string | undefined, masked: Masked): Step | undefined {
  const bare = options
    .replace(
      /^(?:the\s+)?(?:options?|values?|items?|entry|entries|choices?|suggestions?|radio(?:\s+button)?|results?)\s+(?=\S)/iu,
      '',
    )
    .replace(/\s+(?:option|value)$/iu, '');
  if (/^(?:nothing|none|no\s+\S+)$/iu.test(bare)) return { do: 'nothing' };
  if (from !== undefined && /\b(?:slider|spinner|spinbutton|stepper|range|counter)\b/iu.test(from)) {
    return { do: 'set', target: asPhrase(masked, from), value: readValue(bare, masked) };
  }
  if (from === undefined && /^(?:all|every|each|both)\s/iu.test(bare)) return checking(bare, true, masked);
  const pairs = from === undefined ? undefined : manyChoices(bare, from, masked);
  if (pairs) return pairs;
  const date = dated(bare, from === undefined ? undefined : asPhrase(masked, from), masked);
  if (date) return date;
  const path = menuPath(bare, masked);
  if (path) return { do: 'menu', path };
  const names = valuesOf(bare, masked).filter((name) => name !== '');
  if (names.length === 0 || hasStrayVerb(names)) return undefined;
  const whole = asPhrase(masked, bare);
  return { do: 'choose', options: names, whole, ...(from === undefined ? {} : { from: asPhrase(masked, from) }) };
}

/** '"Red" in the Color dropdown and "L" in the Size dropdown'. */
function manyChoices(options: string, from: string, masked: Masked): Step | undefined {
  const parts = `${options} from ${from}`.split(
    /(?:\s*,\s*(?:and\s+)?|\s+and\s+)(?=[^,]+?\s+(?:from|in|for|as|on)\s+)/iu,
  );
  if (parts.length < 2) return undefined;
  const fields = parts.map((part) =>
    /^(?:(?:select|choose|pick)\s+)?(.+?)\s+(?:from|in|for|as|on)\s+(?:the\s+)?(.+)$/iu.exec(part),
  );
  if (!fields.every((field) => field !== null)) return undefined;
  return {
    do: 'fill',
    fields: fields.map((field) => [asPhrase(masked, field?.[2] ?? ''), readValue(field?.[1] ?? '', masked)]),
  };
}

function checking(text: string, checked: boolean, masked: Masked): Step | undefined {
  const every = /^(?:all|every|each|both)(?:\s+of)?(?:\s+the)?\s+(.+)$/iu.exec(text);
  if (every) {
    const target = asPhrase(masked, every[1] ?? '');
    return { do: 'check', targets: [target], whole: target, checked, every: true };
  }
  const lead =
    /^(?:the\s+)?(?:check\s*boxes|boxes|check\s*box|box|options?|items?|radio(?:\s+buttons?)?)\s+(?:for|labell?ed|named|called|next\s+to|with)?\s*(?=\S)/iu;
  const { target, parts } = readTargets(text.replace(lead, ''), masked);
  return target === '' || hasStrayVerb(parts) ? undefined : { do: 'check', targets: parts, whole: target, checked };
}

/** "Type 'ls' followed by Enter". A text that only ends in such a word has it in small letters. */
function withKey(typed: string, key: string, masked: Masked): Step[] | undefined {
  if (!/^\p{Lu}/u.test(key) && !/[\ue100-\uf0ff]$/u.test(typed.trim())) return undefined;
  const keys = /^tab$/iu.test(key) ? 'Tab' : 'Enter';
  for (const [words, build] of fieldPatterns) {
    const match = words.exec(typed);
    const steps = match && build(match.slice(1), masked);
    if (steps) return [...(Array.isArray(steps) ? steps : [steps]), { do: 'press', keys }];
  }
  return undefined;
}

const typeVerbs = '(?:type|enter|input|write|put|insert|key\\s+in|type\\s+in|fill\\s+in|fill|paste|provide|give|place)';

/** Typing, forms, choices, check boxes, sliders. */
export const fieldPatterns: readonly Pattern[] = [
  [/^(?:type|write|enter)\s*:\s+(.+)$/iu, ([value = ''], masked) => typing(value, undefined, masked)],
  [
    new RegExp(
      `^(?:type|write|enter|put|insert)\\s+(?:the\\s+)?(?:following(?:\\s+text)?|text)\\s+(?:in|into)\\s+([^:]+?)\\s*:\\s*(${mark})$`,
      'iu',
    ),
    ([target = '', value = ''], masked) => typing(value, target, masked),
  ],
  [
    /^(?:type|enter|write|input)\s+(.+)\s+at\s+((?:the\s+)?(?:(?:command|shell)\s*)?(?:line|prompt))$/iu,
    ([value = '', target = ''], masked) => typing(value, target, masked),
  ],
  [
    new RegExp(
      `^(?:write|type|make|add|enter)\\s+(?:an?\\s+|the\\s+)?(?:short\\s+)?(?:note|memo|line|sentence|text)\\s+(?:saying|reading|that\\s+(?:says|reads)|with\\s+the\\s+(?:text|words?))\\s*:?\\s+(${mark})$`,
      'iu',
    ),
    ([value = ''], masked) => typing(value, undefined, masked),
  ],
  [
    /^(?:enter|type|write|put|fill\s+in)\s+the\s+values?\s+that\s+(?:corresponds?|belongs?|matche?s?)\s+(?:with\s+|to\s+)?(?:each|every)\s+(?:label|field)(?:\s+(?:into|in)\s+the\s+(?:form|fields|text\s*boxes))?$/iu,
    () => ({ do: 'fill_each' }),
  ],
  [
    /^(?:solve|work\s+out|calculate|compute)\s+(?:for\s+\p{L}|the\s+(?:math\s+)?(?:problem|equation|sum))\s+and\s+(?:type|enter|write|put)\s+(?:your|the)\s+(?:answer|solution|result)\s+(?:into|in)\s+(.+)$/iu,
    ([target = ''], masked) => ({
      do: 'type',
      value: { is: 'read', question: 'the solution' },
      target: asPhrase(masked, target),
    }),
  ],
  [
    new RegExp(
      `^(?:enter|type|choose|select|pick|find)\\s+(?:an?|the|any)\\s+(?:\\S+\\s+){0,2}?\\S+\\s+that\\s+(?:starts|begins)\\s+with\\s+(${mark})(?:\\s+and\\s+ends\\s+with\\s+(${mark}))?(?:\\s+(?:in|into|from|using)\\s+(.+))?$`,
      'iu',
    ),
    ([starts = '', ends, target], masked) => ({
      do: 'complete',
      starts: asValue(masked, starts),
      ...(ends ? { ends: asValue(masked, ends) } : {}),
      ...(target ? { target: asPhrase(masked, target) } : {}),
    }),
  ],
  [
    /^(?:use|using)\s+(?:the\s+)?(.+?)\s+to\s+(?:enter|type|input|write|search\s+for)\s+(.+)$/iu,
    ([target = '', value = ''], masked) => typing(value, target, masked),
  ],
  [
    /^(?:use|using)\s+(?:the\s+)?(.+?)\s+to\s+(?:select|choose|pick|set)\s+(.+)$/iu,
    ([from = '', options = ''], masked) => choosing(options, from, masked),
  ],
  [
    new RegExp(
      `^(?:fill|complete)\\s+(?:in|out|up)?\\s*(?:the\\s+|this\\s+)?((?:[^\\ue100-\\uf0ff]+?\\s+)?${noun})\\s+(?:with|using|by\\s+entering)\\s*:?\\s+(.+)$`,
      'iu',
    ),
    ([form = '', list = ''], masked) => filling(form, list, masked),
  ],
  [
    new RegExp(
      `^(?:fill|complete)\\s+(?:in|out|up)?\\s*(?:the\\s+|this\\s+)?((?:[^\\ue100-\\uf0ff]+?\\s+)?${noun})\\s*:\\s*(.+)$`,
      'iu',
    ),
    ([form = '', list = ''], masked) => filling(form, list, masked),
  ],
  [
    new RegExp(`^fill\\s+(?:in|out)\\s+((?:[^\\ue100-\\uf0ff]+?)\\s+${mark}.*)$`, 'iu'),
    ([list = ''], masked) => filling(undefined, list, masked),
  ],
  [
    /^(?:fill|populate)\s+(?:in\s+|out\s+|up\s+)?(.+?)\s+(?:with|using)\s+(.+)$/iu,
    ([target = '', value = ''], masked) => {
      const fields = /\s(?:with|using)\s/iu.test(value) ? splitFields(`${target} with ${value}`, masked) : undefined;
      return fields && fields.length > 1 ? { do: 'fill', fields } : typing(value, target, masked);
    },
  ],
  [/^fill\s+(?:in|out)\s+(.+)$/iu, ([list = ''], masked) => filling(undefined, list, masked)],
  [
    /^(?:set|change|update|adjust|edit|switch|move|drag)\s+(.+?)\s+(?:slider|knob)\s+to\s+(.+)$/iu,
    ([target = '', value = ''], masked) => setting(`${target} slider`, value, masked),
  ],
  [
    /^(?:set|change|update|adjust|edit|modify|switch(?!\s+(?:back|over|between|through|to)\b))\s+(.+?)\s+(?:to\s+be|to|=|as)\s+(.+)$/iu,
    ([target = '', value = ''], masked) => setting(target, value, masked),
  ],
  [
    /^(?:replace|overwrite)\s+(.+?)\s+(?:with|by)\s+(.+)$/iu,
    ([target = '', value = ''], masked) =>
      /^(?:the\s+|its\s+)?(?:text|contents?|value|it)$/iu.test(target)
        ? { do: 'type', value: readValue(value, masked), replace: true }
        : typing(value, target.replace(/^(?:the\s+)?(?:text|contents?|value)\s+(?:of|in)\s+/iu, ''), masked),
  ],
  [
    /^append\s+(.+?)\s+to\s+(.+)$/iu,
    ([value = '', target = ''], masked) => ({
      do: 'type',
      value: readValue(value, masked),
      target: asPhrase(masked, target),
      append: true,
    }),
  ],
  [
    /^((?:type|enter|input|write|key\s+in)\s+.+?)\s*,?\s+(?:followed\s+by|and|then|plus|\+)\s+(?:a\s+|the\s+)?(enter|return|tab|newline|line\s+break)(?:\s+key)?$/iu,
    ([typed = '', key = ''], masked) => withKey(typed, key, masked),
  ],
  [
    new RegExp(
      `^(?:add|append)\\s+(?:the\\s+(?:text|words?|line|sentence)\\s+)?(${mark})\\s+(?:to|at|in|into)\\s+(?:the\\s+end\\s+of\\s+)?(the\\s+(?:text\\s+)?(?:document|editor|text\\s*-?area|text|file|note)|its\\s+end|the\\s+end)$`,
      'iu',
    ),
    ([value = '', target = ''], masked) => ({
      do: 'type',
      value: readValue(value, masked),
      target: /\send$/iu.test(target) ? 'the text' : asPhrase(masked, target),
      append: true,
    }),
  ],
  [
    new RegExp(`^${typeVerbs}\\s+(.+)\\s+(?:into|in\\s+to|inside)\\s+(.+)$`, 'iu'),
    ([value = '', target = ''], masked) => typing(value, target, masked),
  ],
  [
    new RegExp(`^${typeVerbs}\\s+(.+?)\\s+as\\s+(?:the\\s+|your\\s+|a\\s+)?(.+)$`, 'iu'),
    ([value = '', target = ''], masked) => typing(value, target, masked),
  ],
  [
    new RegExp(
      `^${typeVerbs}\\s+(?:the\\s+text\\s+)?(${mark}\\s+in\\s+(?:all\\s+)?(?:upper|lower)\\s*case(?:\\s+letters)?)\\s+(?:in|into)\\s+(.+)$`,
      'iu',
    ),
    ([value = '', target = ''], masked) => typing(value, target, masked),
  ],
  [
    new RegExp(
      `^${typeVerbs}\\s+(?:the\\s+(?:text|value|word|words|string|number|message)\\s+)?(${mark})\\s+(?:in|on|to|for|at|under|within)\\s+(?!all\\s+(?:upper|lower))(.+)$`,
      'iu',
    ),
    ([value = '', target = ''], masked) => typing(value, target, masked),
  ],
  [
    new RegExp(
      `^${typeVerbs}\\s+((?:the\\s+|your\\s+|a\\s+|an\\s+)?[^\\ue100-\\uf0ff]*?[^\\ue100-\\uf0ff\\s]\\s*:?\\s+${mark}(?:(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+)[^\\ue100-\\uf0ff]+\\s+${mark})*)$`,
      'iu',
    ),
    ([list = ''], masked) => {
      if (
        /^(?:the\s+)?(?:text|value|words?|string|phrase|message|number|sentence|line|command|formula|following(?:\s+text)?)\s*:?\s+[\ue100-\uf0ff]$/iu.test(
          list,
        )
      )
        return typing(list, undefined, masked);
      return filling(undefined, list, masked);
    },
  ],
  [
    new RegExp(
      `^${typeVerbs}\\s+(.+)\\s+(?:in|on|for|to)\\s+((?:the|this|that|my|your)\\s+.+|[^\\ue100-\\uf0ff]*(?:field|box|input|bar|area|form|textbox|editor|cell))$`,
      'iu',
    ),
    ([value = '', target = ''], masked) => typing(value, target, masked),
  ],
  [
    /^(?:write|put|say)\s+((?:the\s+(?:text|words?)\s+)?[\ue100-\uf0ff])$/iu,
    ([value = ''], masked) => typing(value, undefined, masked),
  ],
  [
    /^(?:type|enter|input|paste|key\s+in)\s+(.+)$/iu,
    ([value = ''], masked) =>
      /^(?:an?|some|any|something|anything)\b/iu.test(value) ? undefined : typing(value, undefined, masked),
  ],
  [
    /^(?:clear|empty|erase|wipe)\s+(?:out\s+)?(?:the\s+(?:text|contents?|value)\s+(?:of|in|from)\s+)?(.+)$/iu,
    ([target = ''], masked) => ({ do: 'clear', target: asPhrase(masked, target) }),
  ],

  [
    /^mark\s+(.+?)\s+as\s+(not\s+|un|in)?(?:done|completed?|finished|checked|selected|ticked)$/iu,
    ([what = '', not], masked) => checking(what, not === undefined, masked),
  ],
  [/^(?:allow|permit)\s+(?!me\b|us\b)(.+)$/iu, ([what = ''], masked) => checking(what, true, masked)],
  [
    /^(?:check|tick|mark|enable|activate)\s+(?!that\b|if\b|whether\b)(?:off\s+)?(.+)$/iu,
    ([what = ''], masked) => checking(what, true, masked),
  ],
  [
    /^(?:turn|switch|toggle)\s+on\s+(.+)$|^(?:turn|switch|toggle)\s+(.+)\s+on$/iu,
    ([one, other], masked) => checking(one ?? other ?? '', true, masked),
  ],
  [
    /^(?:turn|switch|toggle)\s+off\s+(.+)$|^(?:turn|switch|toggle)\s+(.+)\s+off$/iu,
    ([one, other], masked) => checking(one ?? other ?? '', false, masked),
  ],
  [
    /^(?:uncheck|untick|unmark|deselect|unselect|disable|deactivate)\s+(.+)$/iu,
    ([what = ''], masked) => checking(what, false, masked),
  ],
  [/^(?:agree|consent)\s+(?:to|with)\s+(.+)$/iu, ([what = ''], masked) => checking(what, true, masked)],
  [
    /^accept\s+((?:the\s+|our\s+|all\s+)?(?:terms|conditions|privacy|agreement|licen[sc]e|policy)\b.*)$/iu,
    ([what = ''], masked) => checking(what, true, masked),
  ],

  [
    /^(?:increment|increase|raise|decrement|decrease|reduce|lower)\s+(.+?)\s+(to|by)\s+(\S+)$/iu,
    ([target = '', how = '', amount = ''], masked) => {
      const number = readNumber(asValue(masked, amount));
      if (number === undefined) return undefined;
      return how.toLowerCase() === 'to' ? { do: 'step', target: asPhrase(masked, target), to: number } : undefined;
    },
  ],
  [
    /^(increment|increase|raise|decrement|decrease|reduce|lower)\s+(.+?)\s+by\s+(\S+)$/iu,
    ([verb = '', target = '', amount = ''], masked) => {
      const number = readNumber(asValue(masked, amount));
      return number === undefined
        ? undefined
        : { do: 'step', target: asPhrase(masked, target), by: /^(?:in|rai)/iu.test(verb) ? number : -number };
    },
  ],
  [
    /^(?:select|choose|pick|set)\s+(.+)\s+(?:from|in|on|under|within|out\s+of|with|using)\s+((?:the|this|that|a|my|your)\s+.+|.*(?:list|dropdown|drop-down|menu|slider|spinner|select|picker|combobox))$/iu,
    ([options = '', from = ''], masked) => choosing(options, from, masked),
  ],
  [
    /^(?:select|choose|pick|set)\s+(.+?)\s+(?:from|for|as|under)\s+(?:the\s+|your\s+|a\s+)?(.+)$/iu,
    ([options = '', from = ''], masked) => choosing(options, from, masked),
  ],
  [/^(?:select|choose|pick)\s+(?:only\s+)?(.+)$/iu, ([options = ''], masked) => choosing(options, undefined, masked)],
  [/^(?:highlight)\s+(.+)$/iu, ([target = ''], masked) => ({ do: 'select_text', target: asPhrase(masked, target) })],
];
