import { readDate } from '../../../core/dates/calendar-date.js';
import type { Operation } from '../../instruction.js';
import { splitFields } from '../lists.js';
import { asPhrase, asValue, isQuoted, type Masked, mark } from '../mask.js';
import { takeTimes } from '../number-words.js';
import type { Pattern } from '../pattern.js';
import { readValue } from '../value.js';

const everyField = /^(?:both|all|each|every)(?:\s+of)?(?:\s+the)?\s+/iu;

const noun = '(?:form|fields?|details|information|info|inputs?|boxes|text\\s*fields)';

export function toType(value: string, target: string | undefined, masked: Masked): Operation | undefined {
  if (value.trim() === '') return undefined;
  const more = afterQuote(value, masked);
  if (more) return more.times === undefined ? undefined : repeatText(toType(more.quote, target, masked), more.times);
  if (target === undefined) return { kind: 'type', value: readValue(value, masked) };
  const pairs = toFillPairs(value, target, masked);
  if (pairs) return pairs;
  // 'the password "x"': only the quoted part is typed.
  const bare = value.replace(/^(?:the|a|an|your|my)\s+[\p{L}\s]+\s(?=[\ue100-\uf0ff]$)/iu, '');
  const label = asPhrase(masked, target).replace(/^the\s+(?=text (?:field|box)s?$)/iu, '');
  if (everyField.test(label))
    return { kind: 'type', value: readValue(bare, masked), target: label.replace(everyField, ''), every: true };
  return toSetDate(value, label, masked) ?? { kind: 'type', value: readValue(bare, masked), target: label };
}

function repeatText(step: Operation | undefined, times: number): Operation | undefined {
  if (step?.kind !== 'type' || step.value.kind !== 'text') return undefined;
  return { ...step, value: { kind: 'text', text: step.value.text.repeat(times) } };
}

/** 'Type "a" 5 times': the text after the quoted part is not typed. */
function afterQuote(value: string, masked: Masked): { quote: string; times?: number } | undefined {
  const [, quote = '', rest = ''] = new RegExp(`^(${mark})\\s+([^\\s,].*)$`, 'u').exec(value.trim()) ?? [];
  if (rest === '' || !isQuoted(masked, quote) || /^(?:and|or|in|as)\s|[\ue100-\uf0ff]/iu.test(rest)) return undefined;
  const [before, times] = takeTimes(` ${rest}`);
  return times !== undefined && before.trim() === '' ? { quote, times: Math.min(times, 200) } : { quote };
}

/** 'the username "a" and the password "b" into the text fields'; 'John into first name and Doe into last name'. */
function toFillPairs(value: string, target: string, masked: Masked): Operation | undefined {
  if (
    /^(?:the\s+|their\s+)?(?:(?:text|input|appropriate|corresponding|respective|matching|given)\s+)*(?:fields|boxes|inputs|form|textboxes)(?:\s+below)?$/iu.test(
      target,
    ) &&
    /[\ue100-\uf0ff]/u.test(value)
  ) {
    const fields = splitFields(value, masked);
    if (fields) return { kind: 'fill', fields };
  }
  const whole = `${value} into ${target}`;
  const parts = whole.split(/(?:\s*,\s*(?:and\s+)?|\s+and\s+)(?=[^,]+?\s+(?:into|in|to|as)\s+)/iu);
  if (parts.length < 2) return undefined;
  const fields = parts.map((part) => /^(.+?)\s+(?:into|in|to|as)\s+(?:the\s+|your\s+|a\s+)?(.+)$/iu.exec(part));
  if (!fields.every((field) => field !== null) || parts.some((part) => /^then\s/iu.test(part))) return undefined;
  return {
    kind: 'fill',
    fields: fields.map((field) => [asPhrase(masked, field?.[2] ?? ''), readValue(field?.[1] ?? '', masked)]),
  };
}

export function toSetDate(value: string, target: string | undefined, masked: Masked): Operation | undefined {
  const text = asValue(masked, value).replace(/^the\s+date\s+(?:of\s+)?/iu, '');
  if (!readDate(text)) return undefined;
  const bare = target?.replace(/^(?:the\s+)?(?:date|day|calendar|date ?picker)$/iu, 'date');
  return { kind: 'set_date', date: text, target: bare || undefined };
}

function toFill(form: string | undefined, list: string, masked: Masked): Operation | undefined {
  const fields = splitFields(list.replace(/^(?:the\s+)?following(?:\s+\w+)?\s*:?\s*/iu, ''), masked);
  if (!fields) return undefined;
  return { kind: 'fill', fields, form: form ? asPhrase(masked, form) : undefined };
}

/** "Type 'ls' followed by Enter". An unquoted text may itself end in "enter"; the key then has a capital. */
function withKey(typed: string, key: string, masked: Masked): Operation[] | undefined {
  if (!/^\p{Lu}/u.test(key) && !/[\ue100-\uf0ff]$/u.test(typed.trim())) return undefined;
  const keys = /^tab$/iu.test(key) ? 'Tab' : 'Enter';
  for (const [words, build] of typingPatterns) {
    const match = words.exec(typed);
    const steps = match && build(match.slice(1), masked);
    if (steps) return [...(Array.isArray(steps) ? steps : [steps]), { kind: 'press_key', keys }];
  }
  return undefined;
}

const typeVerbs = '(?:type|enter|input|write|put|insert|key\\s+in|type\\s+in|fill\\s+in|fill|paste|provide|give|place)';

/** Typing into fields and filling in forms. Patterns for forms come before the general ones for typing. */
export const typingPatterns: readonly Pattern[] = [
  [/^(?:type|write|enter)\s*:\s+(.+)$/iu, ([value = ''], masked) => toType(value, undefined, masked)],
  [
    new RegExp(
      `^(?:type|write|enter|put|insert)\\s+(?:the\\s+)?(?:following(?:\\s+text)?|text)\\s+(?:in|into)\\s+([^:]+?)\\s*:\\s*(${mark})$`,
      'iu',
    ),
    ([target = '', value = ''], masked) => toType(value, target, masked),
  ],
  [
    /^(?:type|enter|write|input)\s+(.+)\s+at\s+((?:the\s+)?(?:(?:command|shell)\s*)?(?:line|prompt))$/iu,
    ([value = '', target = ''], masked) => toType(value, target, masked),
  ],
  [
    new RegExp(
      `^(?:write|type|make|add|enter)\\s+(?:an?\\s+|the\\s+)?(?:short\\s+)?(?:note|memo|line|sentence|text)\\s+(?:saying|reading|that\\s+(?:says|reads)|with\\s+the\\s+(?:text|words?))\\s*:?\\s+(${mark})$`,
      'iu',
    ),
    ([value = ''], masked) => toType(value, undefined, masked),
  ],
  [
    /^(?:enter|type|write|put|fill\s+in)\s+the\s+values?\s+that\s+(?:corresponds?|belongs?|matche?s?)\s+(?:with\s+|to\s+)?(?:each|every)\s+(?:label|field)(?:\s+(?:into|in)\s+the\s+(?:form|fields|text\s*boxes))?$/iu,
    () => ({ kind: 'fill_from_page' }),
  ],
  [
    /^(?:solve|work\s+out|calculate|compute)\s+(?:for\s+\p{L}|the\s+(?:math\s+)?(?:problem|equation|sum))\s+and\s+(?:type|enter|write|put)\s+(?:your|the)\s+(?:answer|solution|result)\s+(?:into|in)\s+(.+)$/iu,
    ([target = ''], masked) => ({
      kind: 'type',
      value: { kind: 'read', question: 'the solution' },
      target: asPhrase(masked, target),
    }),
  ],
  [
    new RegExp(
      `^(?:enter|type|choose|select|pick|find)\\s+(?:an?|the|any)\\s+(?:\\S+\\s+){0,2}?\\S+\\s+that\\s+(?:starts|begins)\\s+with\\s+(${mark})(?:\\s+and\\s+ends\\s+with\\s+(${mark}))?(?:\\s+(?:in|into|from|using)\\s+(.+))?$`,
      'iu',
    ),
    ([starts = '', ends, target], masked) => ({
      kind: 'autocomplete',
      starts: asValue(masked, starts),
      ends: ends ? asValue(masked, ends) : undefined,
      target: target ? asPhrase(masked, target) : undefined,
    }),
  ],
  [
    /^(?:use|using)\s+(?:the\s+)?(.+?)\s+to\s+(?:enter|type|input|write|search\s+for)\s+(.+)$/iu,
    ([target = '', value = ''], masked) => toType(value, target, masked),
  ],
  [
    new RegExp(
      `^(?:fill|complete)\\s+(?:in|out|up)?\\s*(?:the\\s+|this\\s+)?((?:[^\\ue100-\\uf0ff]+?\\s+)?${noun})\\s+(?:with|using|by\\s+entering)\\s*:?\\s+(.+)$`,
      'iu',
    ),
    ([form = '', list = ''], masked) => toFill(form, list, masked),
  ],
  [
    new RegExp(
      `^(?:fill|complete)\\s+(?:in|out|up)?\\s*(?:the\\s+|this\\s+)?((?:[^\\ue100-\\uf0ff]+?\\s+)?${noun})\\s*:\\s*(.+)$`,
      'iu',
    ),
    ([form = '', list = ''], masked) => toFill(form, list, masked),
  ],
  [
    new RegExp(`^fill\\s+(?:in|out)\\s+((?:[^\\ue100-\\uf0ff]+?)\\s+${mark}.*)$`, 'iu'),
    ([list = ''], masked) => toFill(undefined, list, masked),
  ],
  [
    /^(?:fill|populate)\s+(?:in\s+|out\s+|up\s+)?(.+?)\s+(?:with|using)\s+(.+)$/iu,
    ([target = '', value = ''], masked) => {
      const fields = /\s(?:with|using)\s/iu.test(value) ? splitFields(`${target} with ${value}`, masked) : undefined;
      return fields && fields.length > 1 ? { kind: 'fill', fields } : toType(value, target, masked);
    },
  ],
  [/^fill\s+(?:in|out)\s+(.+)$/iu, ([list = ''], masked) => toFill(undefined, list, masked)],
  [
    /^append\s+(.+?)\s+to\s+(.+)$/iu,
    ([value = '', target = ''], masked) => ({
      kind: 'type',
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
      kind: 'type',
      value: readValue(value, masked),
      target: /\send$/iu.test(target) ? 'the text' : asPhrase(masked, target),
      append: true,
    }),
  ],
  [
    new RegExp(`^${typeVerbs}\\s+(.+)\\s+(?:into|in\\s+to|inside)\\s+(.+)$`, 'iu'),
    ([value = '', target = ''], masked) => toType(value, target, masked),
  ],
  [
    new RegExp(`^${typeVerbs}\\s+(.+?)\\s+as\\s+(?:the\\s+|your\\s+|a\\s+)?(.+)$`, 'iu'),
    ([value = '', target = ''], masked) => toType(value, target, masked),
  ],
  [
    new RegExp(
      `^${typeVerbs}\\s+(?:the\\s+text\\s+)?(${mark}\\s+in\\s+(?:all\\s+)?(?:upper|lower)\\s*case(?:\\s+letters)?)\\s+(?:in|into)\\s+(.+)$`,
      'iu',
    ),
    ([value = '', target = ''], masked) => toType(value, target, masked),
  ],
  [
    new RegExp(
      `^${typeVerbs}\\s+(?:the\\s+(?:text|value|word|words|string|number|message)\\s+)?(${mark})\\s+(?:in|on|to|for|at|under|within)\\s+(?!all\\s+(?:upper|lower))(.+)$`,
      'iu',
    ),
    ([value = '', target = ''], masked) => toType(value, target, masked),
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
        return toType(list, undefined, masked);
      return toFill(undefined, list, masked);
    },
  ],
  [
    new RegExp(
      `^${typeVerbs}\\s+(.+)\\s+(?:in|on|for|to)\\s+((?:the|this|that|my|your)\\s+.+|[^\\ue100-\\uf0ff]*(?:field|box|input|bar|area|form|textbox|editor|cell))$`,
      'iu',
    ),
    ([value = '', target = ''], masked) => toType(value, target, masked),
  ],
  [
    /^(?:write|put|say)\s+((?:the\s+(?:text|words?)\s+)?[\ue100-\uf0ff])$/iu,
    ([value = ''], masked) => toType(value, undefined, masked),
  ],
  [
    // The words after the last "in" name the field. A text that contains "in" must be quoted.
    /^(?:type|enter|input|write|put|paste|key\s+in)\s+([^\ue100-\uf0ff]*\S)\s+in\s+([^\ue100-\uf0ff]+)$/iu,
    ([value = '', target = ''], masked) =>
      /^(?:an?|some|any|something|anything)\b/iu.test(value) ? undefined : toType(value, target, masked),
  ],
  [
    /^(?:type|enter|input|paste|key\s+in)\s+(.+)$/iu,
    ([value = ''], masked) =>
      /^(?:an?|some|any|something|anything)\b/iu.test(value) ? undefined : toType(value, undefined, masked),
  ],
  [
    /^(?:clear|empty|erase|wipe)\s+(?:out\s+)?(?:the\s+(?:text|contents?|value)\s+(?:of|in|from)\s+)?(.+)$/iu,
    ([target = ''], masked) => ({ kind: 'clear', target: asPhrase(masked, target) }),
  ],
];
