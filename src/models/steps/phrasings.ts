const roleWords =
  /\b(?:buttons?|links?|fields?|inputs?|text\s*box(?:es)?|text\s*fields?|text\s*areas?|check\s*box(?:es)?|radio|dropdowns?|drop-down|menus?|items?|tabs?|icons?|headings?|images?|options?|rows?|box(?:es)?|page|section|list|table|column|header|dialog|widget|element|control|control)\b/giu;
const pointers =
  /\b(?:the|a|an|this|that|on|named|labell?ed|called|titled|saying|first|second|third|fourth|fifth|last|\d+(?:st|nd|rd|th))\b/giu;

/** The ways a phrase may be put, most literal first. */
export function phrasings(phrase: string): string[] {
  const whole = phrase.trim();
  const forms = [whole];
  const add = (form: string): void => {
    const tidy = form.replace(/\s+/gu, ' ').trim();
    if (tidy !== '' && !forms.includes(tidy)) forms.push(tidy);
  };
  const without = whole.replace(
    /\s+(?:below|above|shown|displayed|on\s+the\s+(?:page|screen|left|right)|in\s+the\s+(?:page|sidebar|list))$/iu,
    '',
  );
  add(without);
  // "the button in the dialog labelled X" is "the X button in the dialog".
  add(
    whole.replace(
      /^(.*?)\s+((?:in|on|of|inside|within)\s+the\s+.+?)\s+(?:labell?ed|named|called|titled|saying|that says)\s+(["“].+["”])$/iu,
      '$3 $1 $2',
    ),
  );
  add(
    whole.replace(
      /\b(?:labell?ed|named|called|titled|saying|that\s+says|with\s+the\s+(?:text|label|name|title))\s+(?=["“])/iu,
      '',
    ),
  );
  add(
    whole.replace(
      /\b(?:folder|file|folder\s+or\s+file|user|person|product|article|employee|order|card|task|category|filter|theme|plan|file\s+or\s+folder|email|e-mail|mail|message|todo|column)\s+(?:or\s+(?:folder|file)\s+)?(?:named\s+|called\s+)?(?=["“#@\p{Lu}\d])/iu,
      '',
    ),
  );
  add(
    without.replace(
      /\s+(?:page|section|screen|view|website|site|theme|plan|option|tab|column|card|category|filter|account|product|item|product|mail|email|widget|menu|button|link|icon)$/iu,
      '',
    ),
  );
  add(without.replace(/^(?:on|into|to|at)\s+/iu, ''));
  add(without.replace(/\s+(?:in\s+order\s+)?to\s+\p{Ll}+\s+.+$/iu, ''));
  add(without.replace(/\s+button$/iu, ' icon'));
  if (!/["“]/u.test(without))
    add(without.replace(/^(?:the|my|your)\s+/iu, '').replace(/\s+(?:field|box|input)$/iu, ''));
  return forms;
}

/** What to look for on the rest of the page: the quoted part, or the phrase without words that only point. */
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
