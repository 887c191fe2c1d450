import type { Change } from '../../core/change.js';
import type { ElementId, State } from '../../core/element.js';
import { cleanText, formatNumber, quoteText, quoteValue } from '../quote-text.js';
import { describeRequest } from './describe-request.js';
import { textDifference } from './text-difference.js';

const maxNameLength = 60;
const maxUrlLength = 160;
const maxDifferenceLength = 200;
const maxOrderedNames = 12;
const maxOrderedLength = 30;

type ChangeOf<Kind extends Change['kind']> = Extract<Change, { kind: Kind }>;

/** Formats a change as one short line. Page texts are quoted. */
export function describeChange(change: Change): string {
  switch (change.kind) {
    case 'url':
      return `url: now ${formatUrl(change.to)}`;
    case 'title':
      return `title: now ${quote(change.to)}`;
    case 'reloaded':
      return `reloaded ${formatUrl(change.url)}`;
    case 'focus':
      return change.element || change.name ? `focus: on ${formatElement(change.element, change.name)}` : 'focus: none';
    case 'value':
      return `value: ${formatElement(change.element, change.name)}${formatValue(change)}`;
    case 'state':
      return `state: ${formatElement(change.element, change.name)} ${formatStates(change.added, change.removed)}`;
    case 'renamed':
      return `renamed: ${formatRenamed(change)}`;
    case 'reordered':
      return `order now: ${formatOrder(change)}`;
    case 'selection':
      return `selected text: ${quoteText(change.text, maxUrlLength)}`;
    case 'drawing':
      return `drawing: ${formatDrawing(change)}`;
    case 'moved':
      return `moved: ${formatElement(change.element, change.name)}`;
    case 'appeared':
      return `appeared: [${change.element}] ${change.role}${formatName(change.name)}`;
    case 'gone':
      return `gone: ${change.element} ${change.role}${formatName(change.name)}`;
    case 'text':
      return `text${change.removed ? ' removed' : ''}: ${quoteText(change.text, maxUrlLength)}`;
    case 'attribute':
      return `attribute: ${change.isPage ? 'the page' : formatElement(change.element, change.name)} ${cleanText(change.attribute, maxNameLength)}`;
    case 'flashed':
      return `flashed: ${quoteText(change.text, maxUrlLength)}, gone again`;
    case 'dialog':
      return `dialog: ${cleanText(change.dialog, maxNameLength)} ${change.do} ${quoteText(change.text, maxUrlLength)}`;
    case 'file_chooser':
      return `file chooser: opened${change.multiple ? ', takes several files' : ''}`;
    case 'download':
      return describeDownload(change);
    case 'popup':
      return `popup: ${change.tab ? `${change.tab} ` : ''}${formatUrl(change.url)}${change.note ? `, ${cleanText(change.note, maxNameLength)}` : ''}`;
    case 'tab':
      return change.window === undefined
        ? `tab: ${change.tab} ${change.do}`
        : `window: ${quote(change.window)} (${change.tab}) ${change.do}`;
    case 'scrolled':
      return `scrolled: ${change.element ? `${change.element} ` : ''}by ${formatScroll(change.dx, change.dy)}`;
    case 'request':
      return describeRequest(change);
    case 'pixels':
      return `pixels: ${(change.fraction * 100).toFixed(change.fraction < 0.1 ? 1 : 0)}% of the picture`;
    case 'page':
      return `page: ${change.what.replace('_', ' ')}${change.detail ? `: ${cleanText(change.detail, maxUrlLength)}` : ''}`;
  }
}

function describeDownload(change: ChangeOf<'download'>): string {
  const size = change.bytes > 0 ? `, ${formatNumber(change.bytes)} bytes` : '';
  const where = change.path ? ` at ${cleanText(change.path, maxUrlLength)}` : '';
  const why = change.reason ? `: ${cleanText(change.reason, maxUrlLength)}` : '';
  return `download: ${quote(change.name)} ${change.state}${size}${where}${why}`;
}

function formatScroll(dx: number, dy: number): string {
  const parts: string[] = [];
  if (dy !== 0) parts.push(`${formatNumber(Math.abs(dy))} px ${dy > 0 ? 'down' : 'up'}`);
  if (dx !== 0) parts.push(`${formatNumber(Math.abs(dx))} px ${dx > 0 ? 'right' : 'left'}`);
  return parts.join(', ') || '0 px';
}

const opposites: Partial<Record<State, State>> = {
  checked: 'unchecked',
  unchecked: 'checked',
  expanded: 'collapsed',
  collapsed: 'expanded',
};

/** Omits a removed state whose opposite was added. */
function formatStates(added: readonly State[], removed: readonly State[]): string {
  const parts: string[] = [];
  const ended = removed.filter((state) => !added.some((other) => opposites[other] === state));
  if (added.length > 0) parts.push(`now ${added.join(', ')}`);
  if (ended.length > 0) parts.push(`no longer ${ended.join(', ')}`);
  return parts.join('; ');
}

function formatElement(element: ElementId | undefined, name: string): string {
  return [element ? `[${element}]` : '', name ? quote(name) : ''].filter(Boolean).join(' ') || 'an element';
}

/** The new value. Of a long value, the part that differs. */
function formatValue({ from, to, difference }: ChangeOf<'value'>): string {
  if (difference) return `: ${quoteText(difference, maxDifferenceLength)}`;
  if (from && to && Math.max(from.length, to.length) > maxNameLength)
    return `: ${quoteText(textDifference(from, to), maxDifferenceLength)}`;
  return ` = ${quoteValue(to, maxNameLength)}${from ? `, was ${quoteValue(from, maxNameLength)}` : ''}`;
}

function formatRenamed({ element, from, to, difference }: ChangeOf<'renamed'>): string {
  if (difference) return `[${element}] ${quoteText(difference, maxDifferenceLength)}`;
  if (from && to && Math.max(from.length, to.length) > maxNameLength)
    return `[${element}] ${quoteText(textDifference(from, to), maxDifferenceLength)}`;
  return `${formatElement(element, to)}${to === '' ? ' ""' : ''} was ${quote(from)}`;
}

function formatOrder({ names, before, after }: ChangeOf<'reordered'>): string {
  const shown = names.slice(0, maxOrderedNames).map((name) => quoteText(name, maxOrderedLength));
  const isCut = names.length > shown.length;
  return [...(before > 0 ? [`${before} before`] : []), ...shown, ...(isCut || after > 0 ? ['…'] : [])].join(', ');
}

function formatDrawing({ what, element, name, count, do: done }: ChangeOf<'drawing'>): string {
  const place = element || name ? formatElement(element, name) : '';
  if (what === 'canvas') return `the canvas${place ? ` ${place}` : ''} changed`;
  const shapes = `${count} ${what}${count === 1 ? '' : 's'}`;
  return `${shapes} ${done === 'gone' ? 'disappeared' : done}${place ? ` in ${place}` : ''}`;
}

function formatName(name: string): string {
  return name ? ` ${quote(name)}` : '';
}

function quote(value: string): string {
  return quoteText(value, maxNameLength);
}

function formatUrl(url: string): string {
  return cleanText(url, maxUrlLength).replaceAll(' ', '%20');
}
