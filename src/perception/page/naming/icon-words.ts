import { attributeOf, tagOf } from '../dom/native-node.js';
import { byTag } from '../dom/native-query.js';
import { toWords } from './identifier-words.js';

/** Prefixes of icon fonts and sprites: `fa-trash`, `icon-bin`, `bi-x`. */
const iconPrefix =
  /^(?:fa[bdlrst]?|icons?|ico|glyphicon|bi|mdi|ri|ti|ion|lucide|feather|octicon|codicon|la[bsr]?|pi|ui-icon|tabler-icon|el-icon|anticon|dashicons|sprite|symbol|svg)[-_]+(.+)$/i;
const iconSuffix = /^(.+?)[-_](?:icon|ico|svg)$/i;

/** Parts of icon classes that style the icon. */
const styleWords = new Set(
  'fw lg sm xs xl xxl md spin pulse solid regular light thin brands duotone button btn wrapper container box small large outline outlined fill filled stroke white black font inline left right class'.split(
    ' ',
  ),
);

/** What controls without a name are for. A class with one of these words names an icon. */
const knownWords = new Set(
  'add alarm archive arrow attach back bell bin bold bookmark burger calendar camera cancel caret cart chat check chevron clear clip close cog collapse comment compose copy crop cut delete dislike dots down download drag edit eject emoji erase exit expand export eye facebook favorite fav file filter first flag folder forward fullscreen gear github grip hamburger handle heart help hide home image import info italic key kebab last like link linkedin list lock login logout magnifier mail map maximize menu message mic minimize minus mute next notification open options paste pause pen pencil phone photo pin play plus power prev previous print profile question record redo refresh reload remove reply reset resize retweet rotate save scissors search send settings share show skip smile sort speaker spinner star stop sync tag thumb toggle tools trash twitter underline undo unlock up upload user video view volume wishlist youtube zoom'.split(
    ' ',
  ),
);

const maxDescendants = 8;

/** The name of the icon that an element shows, from its classes, data attributes or sprite: `fa-trash` is "trash". */
export function iconName(element: Element): string {
  const descendants = byTag(element, '*');
  const shown = [
    element,
    ...Array.from({ length: Math.min(descendants.length, maxDescendants) }, (_, at) => descendants[at]),
  ];
  for (const one of shown) {
    const name = one && (attributeName(one) || classIcon(one));
    if (name) return name;
  }
  for (const one of shown) {
    const name = one && knownClass(one);
    if (name) return name;
  }
  return '';
}

function attributeName(element: Element): string {
  const given = ['data-icon', 'data-lucide', 'data-feather', 'icon', 'icon-name'].map((name) =>
    attributeOf(element, name),
  );
  const use = tagOf(element) === 'use' ? (attributeOf(element, 'href') ?? attributeOf(element, 'xlink:href')) : null;
  const symbol = use?.split('#')[1];
  const word = given.find(Boolean) ?? (symbol && (iconPrefix.exec(symbol)?.[1] ?? symbol));
  return word ? toWords(word) : '';
}

function classesOf(element: Element): string[] {
  return attributeOf(element, 'class')?.split(/\s+/) ?? [];
}

function classIcon(element: Element): string {
  for (const token of classesOf(element)) {
    const word = iconPrefix.exec(token)?.[1] ?? iconSuffix.exec(token)?.[1];
    if (!word || styleWords.has(word.toLowerCase()) || /^\d/.test(word)) continue;
    const words = toWords(word);
    if (words) return words;
  }
  return '';
}

const maxKnownWords = 3;

function knownClass(element: Element): string {
  // The last class is the most specific one.
  for (const token of classesOf(element).reverse()) {
    const words = toWords(token);
    const list = words.split(' ');
    if (list.length <= maxKnownWords && list.some((word) => knownWords.has(word))) return words;
  }
  return '';
}
