import type { Change } from '../../core/change.js';
import type { ElementId, State } from '../../core/element.js';
import { cleanText, formatNumber, quoteText } from '../page-text.js';

const nameLength = 60;
const addressLength = 160;

/** One change as one short line. Texts of the page stand in quotes. */
export function describeChange(change: Change): string {
  switch (change.kind) {
    case 'url':
      return `url: now ${address(change.to)}`;
    case 'title':
      return `title: now ${text(change.to)}`;
    case 'reloaded':
      return `reloaded ${address(change.url)}`;
    case 'focus':
      return change.element || change.name ? `focus: on ${named(change.element, change.name)}` : 'focus: on nothing';
    case 'value':
      return `value: ${named(change.element, change.name)} = ${text(change.to)}${was(change.from)}`;
    case 'state':
      return `state: ${named(change.element, change.name)} ${stateWords(change.added, change.removed)}`;
    case 'renamed':
      return `renamed: ${named(change.element, change.to)} was ${text(change.from)}`;
    case 'moved':
      return `moved: ${named(change.element, change.name)}`;
    case 'appeared':
      return `appeared: [${change.element}] ${change.role}${spaced(change.name)}`;
    case 'gone':
      return `gone: ${change.element} ${change.role}${spaced(change.name)}`;
    case 'text':
      return `text: ${quoteText(change.text, addressLength)}`;
    case 'attribute':
      return `attribute: ${named(change.element, change.name)} ${cleanText(change.attribute, nameLength)}`;
    case 'flashed':
      return `flashed: ${quoteText(change.text, addressLength)} came and went`;
    case 'dialog':
      return `dialog: ${cleanText(change.dialog, nameLength)} ${change.do} ${quoteText(change.text, addressLength)}`;
    case 'file_chooser':
      return `file chooser: opened${change.multiple ? ', takes many files' : ''}`;
    case 'download':
      return download(change);
    case 'popup':
      return `popup: ${change.tab ? `${change.tab} ` : ''}${address(change.url)}${change.note ? `, ${cleanText(change.note, nameLength)}` : ''}`;
    case 'tab':
      return change.window === undefined
        ? `tab: ${change.tab} ${change.do}`
        : `window: ${text(change.window)} (${change.tab}) ${change.do}`;
    case 'scrolled':
      return `scrolled: ${change.element ? `${change.element} ` : ''}by ${scrollWords(change.dx, change.dy)}`;
    case 'request':
      return `request: ${cleanText(change.method, 12)} ${address(change.url)}${change.status === undefined ? '' : ` ${change.status}`}`;
    case 'pixels':
      return `pixels: ${(change.share * 100).toFixed(change.share < 0.1 ? 1 : 0)}% of the picture`;
    case 'page':
      return `page: ${change.what.replace('_', ' ')}${change.detail ? `: ${cleanText(change.detail, addressLength)}` : ''}`;
  }
}

function download(change: Extract<Change, { kind: 'download' }>): string {
  const size = change.bytes > 0 ? `, ${formatNumber(change.bytes)} bytes` : '';
  const where = change.path ? ` at ${cleanText(change.path, addressLength)}` : '';
  const why = change.reason ? `: ${cleanText(change.reason, addressLength)}` : '';
  return `download: ${text(change.name)} ${change.state}${size}${where}${why}`;
}

function scrollWords(dx: number, dy: number): string {
  const words: string[] = [];
  if (dy !== 0) words.push(`${formatNumber(Math.abs(dy))} px ${dy > 0 ? 'down' : 'up'}`);
  if (dx !== 0) words.push(`${formatNumber(Math.abs(dx))} px ${dx > 0 ? 'right' : 'left'}`);
  return words.join(', ') || '0 px';
}

const opposites: Partial<Record<State, State>> = {
  checked: 'unchecked',
  unchecked: 'checked',
  expanded: 'collapsed',
  collapsed: 'expanded',
};

/** What is checked now need not be called unchecked no longer. */
function stateWords(added: readonly State[], removed: readonly State[]): string {
  const words: string[] = [];
  const gone = removed.filter((state) => !added.some((other) => opposites[other] === state));
  if (added.length > 0) words.push(`now ${added.join(', ')}`);
  if (gone.length > 0) words.push(`no longer ${gone.join(', ')}`);
  return words.join('; ');
}

function named(element: ElementId | undefined, name: string): string {
  return [element ? `[${element}]` : '', name ? text(name) : ''].filter(Boolean).join(' ') || 'an element';
}

function was(from: string | undefined): string {
  return from ? `, was ${text(from)}` : '';
}

function spaced(name: string): string {
  return name ? ` ${text(name)}` : '';
}

function text(value: string): string {
  return quoteText(value, nameLength);
}

function address(url: string): string {
  return cleanText(url, addressLength).replaceAll(' ', '%20');
}
