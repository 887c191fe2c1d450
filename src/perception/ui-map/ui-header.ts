import type { Beyond, Modal, Scroll, Tab } from '../../core/observation.js';
import type { View } from '../../core/view.js';
import { cleanText, formatNumber, quoteText } from '../page-text.js';
import { countTokens } from '../tokens.js';

/** The lines around the elements. */
export interface Frame {
  top: string[];
  bottom: string[];
}

interface Part {
  where: keyof Frame;
  /** The line with texts of at most `limit` characters. */
  line: (limit: number) => string;
}

const limits = [160, 60, 20, 0];
const tabsAtMost = 12;

/** The header and footer of the map, with texts of at most 160 characters. */
export function wholeFrame(view: View): Frame {
  return assemble(parts(view).map((part) => ({ where: part.where, text: part.line(limits[0] ?? 0) })));
}

/** The same within `budget` tokens: texts are cut, then the least important lines left out. */
export function fitFrame(view: View, budget: number): Frame & { tokens: number } {
  const all = parts(view);
  const chosen: { where: keyof Frame; text: string }[] = [];
  let tokens = 0;
  for (const part of all) {
    for (const limit of limits) {
      const text = part.line(limit);
      const cost = countTokens(`${text}\n`);
      if (tokens + cost > budget) continue;
      tokens += cost;
      chosen.push({ where: part.where, text });
      break;
    }
  }
  return { ...assemble(chosen), tokens };
}

/** What stands in front of everything, and what clears it. */
export function modalLine(modal: Modal, limit: number): string {
  const text = modal.text === '' || limit === 0 ? '' : ` ${quoteText(modal.text, limit * 2)}`;
  const standing = modal.defaultText ? ` holding ${quoteText(modal.defaultText, limit)}` : '';
  const many = modal.multiple ? ' (many files)' : '';
  const clear = modal.clearedBy === 'dialog' ? 'the dialog action (handle_dialog)' : 'the upload action (upload_file)';
  return `BLOCKED by ${modal.kind.replace('_', ' ')}${many}${text}${standing}: answer it with ${clear} before anything else`;
}

/** The parts there are, most important first: that is also the order they are read in. */
function parts(view: View): Part[] {
  const found: Part[] = [];
  const top = (line: Part['line']): void => void found.push({ where: 'top', line });
  const { modal, incomplete, tabs, scroll, above, below } = view;
  if (modal) top((limit) => modalLine(modal, limit));
  if (view.title || view.url || view.app) top((limit) => titleLine(view, limit));
  if (incomplete) top((limit) => `INCOMPLETE: ${cleanText(incomplete, limit) || 'look again'}`);
  if (scroll && scrollable(scroll, view)) top(() => scrollLine(scroll));
  if (tabs && tabs.length > 1)
    top((limit) => tabsLine(tabs, view.app === undefined ? 'tabs' : 'windows', Math.floor(limit / 4)));
  if (above && above.pixels > 0) top((limit) => beyondLine(above, 'above', limit));
  if (below && below.pixels > 0) found.push({ where: 'bottom', line: (limit) => beyondLine(below, 'below', limit) });
  return found;
}

function assemble(lines: readonly { where: keyof Frame; text: string }[]): Frame {
  const at = (where: keyof Frame): string[] => lines.filter((line) => line.where === where).map((line) => line.text);
  return { top: at('top'), bottom: at('bottom') };
}

function titleLine(view: View, limit: number): string {
  const words = [view.app ? 'app' : 'page'];
  if (view.app) words.push(quoteText(view.app, Math.min(limit, 40)));
  if (view.title) words.push(quoteText(view.title, limit));
  if (view.url) words.push(cleanText(view.url, limit).replaceAll(' ', '%20'));
  return words.filter((word) => word !== '' && word !== '""').join(' ');
}

function scrollable(scroll: Scroll, { screen }: View): boolean {
  return scroll.x > 0 || scroll.y > 0 || scroll.width > screen.width + 1 || scroll.height > screen.height + 1;
}

function scrollLine(scroll: Scroll): string {
  const across = scroll.x > 0 ? `, ${formatNumber(scroll.x)} of ${formatNumber(scroll.width)} px across` : '';
  return `scrolled ${formatNumber(scroll.y)} of ${formatNumber(scroll.height)} px${across}`;
}

function tabsLine(tabs: readonly Tab[], called: 'tabs' | 'windows', limit: number): string {
  const told = tabs.filter((tab, index) => index < tabsAtMost || tab.active);
  const words = told.map((tab) => {
    const name = limit === 0 ? '' : ` ${quoteText(tab.title || tab.url, limit)}`;
    return `${tab.id}${name}${tab.active ? ' active' : ''}`;
  });
  const more = tabs.length > told.length ? `, … ${tabs.length - told.length} more` : '';
  return `${called}: ${words.join(', ')}${more}`;
}

function beyondLine(beyond: Beyond, side: 'above' | 'below', limit: number): string {
  const headings = beyond.headings.slice(0, limit / 20).map((heading) => quoteText(heading, Math.min(limit, 60)));
  const named = headings.length > 0 ? `: ${headings.join(', ')}` : '';
  return `${formatNumber(beyond.pixels)} px ${side}${named}`;
}
