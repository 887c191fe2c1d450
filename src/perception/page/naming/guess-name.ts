import { containsPoint } from '../dom/box.js';
import { collapseSpaces, firstChildren } from '../dom/flat-tree.js';
import {
  attributeOf,
  attributesOf,
  idOf,
  isContentEditable,
  parentOf,
  rectOf,
  tagOf,
  textContentOf,
} from '../dom/native-node.js';
import { attributeInside } from '../dom/native-query.js';
import { labelBeside } from './adjacent-label.js';
import { iconName } from './icon-words.js';
import { toWords } from './identifier-words.js';
import { ariaRole } from './roles.js';
import { isSliderHandle } from './slider-class.js';

/** Attributes that scripts show as a tooltip. */
const tooltipAttributes = [
  'data-tooltip',
  'data-original-title',
  'data-bs-original-title',
  'data-bs-title',
  'data-tip',
  'data-title',
  'data-hint',
  'data-balloon',
  'aria-description',
];
const purposeAttributes = [
  'data-action',
  'data-command',
  'data-cmd',
  'data-tool',
  'data-label',
  'data-name',
  'data-event',
  'data-testid',
  'data-test-id',
  'data-test',
  'data-cy',
  'data-qa',
];
const maxLength = 60;

const fieldRoles = new Set(
  'textbox searchbox spinbutton slider combobox listbox checkbox radio switch color date datetime-local month week time file'.split(
    ' ',
  ),
);

/** A name for a control that has none, from what a user or the author calls it. Empty if nothing names it. */
export function guessName(element: Element, role: string): string {
  const control = element instanceof HTMLLabelElement ? element.control : null;
  if (control) return labelBeside(element, ariaRole(control)) || ownTooltip(element) || purpose(control);
  const track = isSliderHandle(element) ? parentOf(element) : null;
  if (track) return labelBeside(track, 'slider') || purpose(track);
  if (fieldRoles.has(role) || isContentEditable(element)) {
    return labelBeside(element, role) || ownTooltip(element) || purpose(element);
  }
  return (
    tooltip(element) ||
    textOnShape(element) ||
    iconName(element) ||
    linkTarget(element) ||
    purpose(element) ||
    imageFile(element) ||
    plainClass(element) ||
    onlyData(element)
  );
}

const maxSiblings = 100;

/** The text of a drawing that is painted on a shape: the letter in the circle of a graph. */
function textOnShape(element: Element): string {
  const parent = element instanceof SVGGeometryElement ? parentOf(element) : null;
  if (!parent) return '';
  const box = rectOf(element);
  for (const sibling of firstChildren(parent, maxSiblings)) {
    if (tagOf(sibling) !== 'text') continue;
    const { x, y, width, height } = rectOf(sibling);
    if (containsPoint(box, x + width / 2, y + height / 2))
      return collapseSpaces(textContentOf(sibling) ?? '').slice(0, maxLength);
  }
  return '';
}

/** The tooltips inside a field belong to its values. */
function ownTooltip(element: Element): string {
  const texts = [...tooltipAttributes, 'title'].map((name) => collapseSpaces(attributeOf(element, name) ?? ''));
  return texts.find(Boolean)?.slice(0, maxLength) ?? '';
}

function tooltip(element: Element): string {
  for (const name of tooltipAttributes) {
    const text = collapseSpaces(attributeOf(element, name) ?? attributeInside(element, `[${name}]`, name) ?? '');
    if (text) return text.slice(0, maxLength);
  }
  const inner = collapseSpaces(attributeInside(element, '[title]', 'title') ?? '');
  return inner.slice(0, maxLength);
}

/** The last part of an address: `/account/settings` is "settings". Without a path, the site. */
function linkTarget(element: Element): string {
  if (tagOf(element) !== 'A' && tagOf(element) !== 'AREA') return '';
  const address = attributeOf(element, 'href') ?? '';
  if (/^(?:javascript|data|blob):/i.test(address)) return '';
  const [path = '', fragment = ''] = address.replace(/\?[^#]*/, '').split('#', 2);
  const part = lastPart(fragment) || lastPart(path.replace(/^[a-z]+:\/\/[^/]*/i, ''));
  return part || (/^[a-z]+:\/\/(?:www\.)?([^/]+)/i.exec(path)?.[1] ?? '');
}

function lastPart(path: string): string {
  const parts = path.split('/').filter(Boolean);
  return toWords((parts.at(-1) ?? '').replace(/\.[a-z]{2,5}$/i, ''));
}

function purpose(element: Element): string {
  const given = ['data-label', 'data-name'].map((name) => collapseSpaces(attributeOf(element, name) ?? ''));
  const written = given.find((text) => /^\p{L}[\p{L}\p{N}]* [\p{L}\p{N} ]+$/u.test(text));
  if (written) return written.slice(0, maxLength);
  const identifiers = [
    attributeOf(element, 'name'),
    idOf(element),
    ...purposeAttributes.map((name) => attributeOf(element, name)),
  ];
  for (const identifier of identifiers) {
    const words = identifier ? toWords(identifier) : '';
    if (words) return words;
  }
  return '';
}

/** The value of the only data attribute, if it is a word. */
function onlyData(element: Element): string {
  const data = [...attributesOf(element)].filter(({ name }) => name.startsWith('data-'));
  return data.length === 1 ? toWords(data[0]?.value ?? '') : '';
}

function imageFile(element: Element): string {
  const source = tagOf(element) === 'IMG' ? attributeOf(element, 'src') : attributeInside(element, 'img[src]', 'src');
  return source && !source.startsWith('data:') ? lastPart(source.replace(/[?#].*/, '')) : '';
}

const maxClasses = 3;
const minClassLength = 3;
/** Classes that say how a control looks or where it is. */
const layoutClass =
  /^(?:box|cell|cells?|items?|rows?|cols?|column|card|tile|wrap|wrapper|container|inner|outer|content|block|inline|flex|grid|switch|slider|swatch|color|colour|shape|dot|square|circle|active|selected|current|hidden|visible|small|large|primary|secondary|default|dark|light|row\w*|col\w*)$/i;

/** The last class of an element with few of them, unless it is about layout. */
function plainClass(element: Element): string {
  const classes = attributeOf(element, 'class')?.split(/\s+/).filter(Boolean) ?? [];
  if (classes.length === 0 || classes.length > maxClasses) return '';
  for (const token of classes.reverse()) {
    const words = token.length >= minClassLength && !layoutClass.test(token) ? toWords(token) : '';
    if (words) return words;
  }
  return '';
}
