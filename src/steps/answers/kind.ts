import { readDate } from '../../core/dates/calendar-date.js';

const money = /\b(?:price|cost|costs|how\s+much|amount|balance|salary|fee|total)\b/iu;
const counted = /^how\s+(?:many|long|far|old)\b/iu;
const time = /^(?:when|what\s+(?:time|day|date|year))\b/iu;

/** Whether a value can be the answer: an amount needs a digit and is not a date. */
export function canAnswer(question: string, value: string): boolean {
  const text = question.trim();
  if (counted.test(text)) return /\d/u.test(value);
  if (money.test(text) && !/\b(?:date|name|status|number|code)\b/iu.test(text))
    return /\d|\bfree\b|\bnone\b/iu.test(value) && !/^\d{4}-\d{2}-\d{2}$/u.test(value.trim()) && !isLongDate(value);
  if (time.test(text))
    return /\d|day\b|tomorrow|today|noon|midnight|never|soon|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/iu.test(
      value,
    );
  return true;
}

function isLongDate(value: string): boolean {
  return /\p{L}{3,}/u.test(value) && readDate(value) !== undefined;
}

const ofWhat = /^(?:(?:what|which|who)(?:['’]s|\s+(?:is|are|was))\s+)?(?:the\s+)?(.+?)\s+(?:of|for)\s+(?=\S)/iu;

/** "details" in "the details of the course": the attribute that is asked for. */
export function attributeOf(question: string): string | undefined {
  return ofWhat.exec(question.trim())?.[1];
}

const known: readonly (readonly [asks: RegExp, says: RegExp])[] = [
  [/\b(?:phone|telephone|mobile)\b/iu, /^\+?[\d\s().-]{6,}$/u],
  [/\be-?mail\b/iu, /^\S+@\S+$/u],
  [/\b(?:price|cost|fee|salary|amount|total|balance|value)\b/iu, /^[^\p{L}]*\d[\d.,]*[^\p{L}]*(?:\p{Lu}{3})?$/u],
  [/\b(?:date|day|time)\b/iu, /\d/u],
  [/\b(?:name|text|title|address)\b/iu, /\p{L}/u],
];

/** Whether a value has the format of what is asked for, such as a phone number. */
export function hasFormat(question: string, value: string): boolean {
  return known.some(([asks, says]) => asks.test(question) && says.test(value.trim()));
}
