import { isVerbAlone } from '../grammar/control-verbs.js';

const roleWords =
  /\b(?:buttons?|links?|fields?|inputs?|text\s*box(?:es)?|text\s*fields?|text\s*areas?|check\s*box(?:es)?|radio|dropdowns?|drop-down|menus?|items?|tabs?|icons?|headings?|images?|options?|rows?|box(?:es)?|page|section|list|table|column|header|dialog|widget|element|control|control)\b/giu;
const pointers =
  /\b(?:the|a|an|this|that|on|named|labell?ed|called|titled|saying|first|second|third|fourth|fifth|last|\d+(?:st|nd|rd|th))\b/giu;

/** The variants of a phrase, most literal first. */
export function phrasings(phrase: string): string[] {
  const whole = phrase.trim();
  const forms: string[] = [];
  const add = (form: string): void => {
    const tidy = form.replace(/\s+/gu, ' ').trim();
    if (tidy !== '' && !forms.includes(tidy)) forms.push(tidy);
  };
  for (const [pattern, instead] of namedForms) if (pattern.test(whole)) add(whole.replace(pattern, instead));
  add(whole);
  const without = whole.replace(trailingLocation, '');
  add(without);
  add(without.replace(kindBefore, ''));
  add(withoutKindAfter(without));
  add(without.replace(topicOf, ''));
  add(without.replace(/\s+column(?:\s+head(?:er|ing)?)?$|\s+(?:table\s+)?head(?:er|ing)$/iu, ''));
  add(without.replace(/^(?:on|into|to|at)\s+/iu, ''));
  add(without.replace(purpose, ''));
  add(withoutKindAfter(without.replace(purpose, '')));
  if (!/["“]/u.test(without))
    add(without.replace(/^(?:the|my|your)\s+/iu, '').replace(/\s+(?:field|box|input)$/iu, ''));
  return forms;
}

const purpose =
  /\s+(?:in\s+order\s+)?to\s+(?:delete|see|open|mark|save|view|get|show|close|go|continue|proceed|submit|find|remove|start|confirm|finish|complete|make|send|reply|expand|reveal|sort|edit|read|display|update|apply|check)\b.*$/u;
const trailingLocation =
  /\s+(?:below|above|shown|displayed|on\s+the\s+(?:page|screen)|in\s+the\s+(?:page|contact\s+book|inbox))$/iu;
const kinds =
  'folder|file|user|person|product|article|employee|order|card|task|category|filter|theme|plan|e-?mail|mail|message|todo|column|suggestion|item|option|contact|post|flight|room|book|song|city|country|ticket|issue|event|project|document|recipe|video|album|movie|playlist|topic|thread|repository|job|course|lesson|patient|invoice|customer|client|student|member|team|device|photo|note|chat|conversation|channel|section|question';
/** A phrase without the kind before a name: "SF 233" for "flight SF 233". */
export function withoutKind(phrase: string): string {
  return phrase.replace(kindBefore, '').trim();
}

/** A question without the kind before a name. "the city of Noor" asks for the city. */
export function withoutNamedKind(question: string): string {
  return question.replace(kindBeforeName, '').trim();
}

const kindBeforeName = new RegExp(
  `(?:\\b[tT]he\\s+)?\\b(?:${kinds})s?\\s+(?:(?:named|called|titled)\\s+)?(?=["“#@\\p{Lu}\\d])`,
  'u',
);

const kindBefore = new RegExp(
  `(?:\\b[tT]he\\s+)?\\b(?:${kinds})s?\\s+(?:(?:named|called|titled|by|from|of|with|about|with(?: the)? (?:subject|title|name))\\s+)?(?=["“#@\\p{Lu}\\d])`,
  'u',
);
const topicOf = new RegExp(`^(?:the\\s+)?(?:${kinds})\\s+(?:about|on|titled|called|named)\\s+`, 'iu');
const kindAfter =
  /\s+(?:page|section|screen|view|website|site|theme|plan|column|card|category|filter|account|product|mail|email|widget|folder|file|chat|conversation|channel|thread|message|article|post)$/iu;

/** "Settings" for "Settings page". The object of a verb is no kind: "delete the account" stays. */
function withoutKindAfter(phrase: string): string {
  const name = phrase.replace(kindAfter, '');
  return isVerbAlone(name) ? phrase : name;
}

/** Whether a wording is the phrase without the word for its kind: the rest must be the whole name of an element, not its beginning. */
export function isShortened(wording: string, phrase: string): boolean {
  return wording.length < phrase.trim().length && kindAfter.test(phrase) && !kindAfter.test(wording);
}

/** Phrases with a name beside a word for its kind, and the shorter phrase with only the name. */
const namedForms: readonly (readonly [RegExp, string])[] = [
  [
    /^(.*?)\s+((?:in|on|of|inside|within)\s+the\s+.+?)\s+(?:labell?ed|named|called|titled|saying|that says)\s+(["“].+["”])$/iu,
    '$3 $1 $2',
  ],
  [
    /\b(?:labell?ed|named|called|titled|saying|that\s+says|with\s+the\s+(?:text|label|name|title|subject))\s+(?=["“])/iu,
    '',
  ],
  [/^(?:the\s+)?(button|link|tab|checkbox|icon|option)\s+([\p{Lu}\d]\S*)$/u, '"$2" $1'],
  [/^(?:the\s+)?["“]?([^"“”]+?)["”]?\s+menu$/iu, '"$1" item'],
];

/** The texts to search for on the rest of the page: quoted parts, and the phrase without role words. */
export function searchWords(phrase: string): string[] {
  const quoted = [...phrase.matchAll(/["“]([^"”]+)["”]/gu)].map((match) => match[1] ?? '');
  const name = bareName(phrase);
  const related = /^(.+?)\s+(?:in|for|of|next to|beside|near|with|by|from)\s+(?:the\s+)?(?:row\s+with\s+)?(.+)$/iu.exec(
    phrase.replace(/["“”]/gu, ''),
  );
  const anchors = related ? [bareName(related[2] ?? ''), bareName(related[1] ?? '')] : [];
  return [
    ...new Set([...quoted, name, ...anchors].map((words) => words.trim()).filter((words) => words.length > 1)),
  ].slice(0, 4);
}

/** A phrase without role words, ordinals and articles. */
export function bareName(phrase: string): string {
  return phrase
    .replace(/["“”«»]/gu, '')
    .replace(pointers, ' ')
    .replace(roleWords, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}
