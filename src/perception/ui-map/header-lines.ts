import type { Modal, OffscreenContent, Scroll, Tab } from '../../core/observation.js';
import type { View } from '../../core/view.js';
import { countTokens } from '../count-tokens.js';
import { cleanText, formatNumber, quoteText } from '../quote-text.js';

/** The lines before and after the elements. */
export interface MapFrame {
  top: string[];
  bottom: string[];
}

interface FramePart {
  side: keyof MapFrame;
  /** Renders the line with texts of at most `maxLength` characters. */
  line: (maxLength: number) => string;
}

/** The text lengths to try, longest first. */
const textLengths = [160, 60, 20, 0];
const maxTabs = 12;
const maxHeadingLength = 60;
const maxAppLength = 40;

/** The header and footer of the map, with texts of full length. */
export function fullFrame(view: View): MapFrame {
  return assemble(parts(view).map((part) => ({ side: part.side, text: part.line(textLengths[0] ?? 0) })));
}

/** The same within `budget` tokens: shortens texts, then omits the least important lines. */
export function fitFrame(view: View, budget: number): MapFrame & { tokens: number } {
  const all = parts(view);
  const chosen: { side: keyof MapFrame; text: string }[] = [];
  let tokens = 0;
  for (const part of all) {
    for (const maxLength of textLengths) {
      const text = part.line(maxLength);
      const cost = countTokens(`${text}\n`);
      if (tokens + cost > budget) continue;
      tokens += cost;
      chosen.push({ side: part.side, text });
      break;
    }
  }
  return { ...assemble(chosen), tokens };
}

/** A blocking dialog and the action that clears it. */
export function renderModal(modal: Modal, maxLength: number): string {
  const text = modal.text === '' || maxLength === 0 ? '' : ` ${quoteText(modal.text, maxLength * 2)}`;
  const defaultText = modal.defaultText ? ` with default ${quoteText(modal.defaultText, maxLength)}` : '';
  const files = modal.multiple ? ' (several files)' : '';
  const clear = modal.clearedBy === 'dialog' ? 'the dialog action (handle_dialog)' : 'the upload action (upload_file)';
  return `BLOCKED by ${modal.kind.replace('_', ' ')}${files}${text}${defaultText}: answer it with ${clear} before anything else`;
}

/** The lines of this view, most important first, which is also their order. */
function parts(view: View): FramePart[] {
  const found: FramePart[] = [];
  const top = (line: FramePart['line']): void => void found.push({ side: 'top', line });
  const { modal, incomplete, tabs, scroll, above, below } = view;
  if (modal) top((maxLength) => renderModal(modal, maxLength));
  if (view.title || view.url || view.app) top((maxLength) => titleLine(view, maxLength));
  if (incomplete) top((maxLength) => `INCOMPLETE: ${cleanText(incomplete, maxLength) || 'observe again'}`);
  if (scroll && isScrollable(scroll, view) && !isKnownFromFooter(scroll, view)) top(() => scrollLine(scroll));
  if (tabs && tabs.length > 1)
    top((maxLength) => tabsLine(tabs, view.app === undefined ? 'tabs' : 'windows', Math.floor(maxLength / 4)));
  if (above && above.pixels > 0) top((maxLength) => offscreenLine(above, 'above', maxLength));
  if (below && below.pixels > 0)
    found.push({ side: 'bottom', line: (maxLength) => offscreenLine(below, 'below', maxLength) });
  return found;
}

function assemble(lines: readonly { side: keyof MapFrame; text: string }[]): MapFrame {
  const at = (side: keyof MapFrame): string[] => lines.filter((line) => line.side === side).map((line) => line.text);
  return { top: at('top'), bottom: at('bottom') };
}

function titleLine(view: View, maxLength: number): string {
  const parts = [view.app ? 'app' : 'page'];
  if (view.app) parts.push(quoteText(view.app, Math.min(maxLength, maxAppLength)));
  if (view.title) parts.push(quoteText(view.title, maxLength));
  if (view.url) parts.push(cleanText(view.url, maxLength).replaceAll(' ', '%20'));
  return parts.filter((part) => part !== '' && part !== '""').join(' ');
}

function isScrollable(scroll: Scroll, { screen }: View): boolean {
  return scroll.x > 0 || scroll.y > 0 || scroll.width > screen.width + 1 || scroll.height > screen.height + 1;
}

/** At the top of a page, the line about the content below says the same. */
function isKnownFromFooter({ x, y, width }: Scroll, { screen, below, app }: View): boolean {
  return (
    app === undefined && x === 0 && y === 0 && width <= screen.width + 1 && below !== undefined && below.pixels > 0
  );
}

function scrollLine(scroll: Scroll): string {
  const across = scroll.x > 0 ? `, ${formatNumber(scroll.x)} of ${formatNumber(scroll.width)} px across` : '';
  return `scrolled ${formatNumber(scroll.y)} of ${formatNumber(scroll.height)} px${across}`;
}

function tabsLine(tabs: readonly Tab[], label: 'tabs' | 'windows', maxLength: number): string {
  const listed = tabs.filter((tab, index) => index < maxTabs || tab.active);
  const parts = listed.map((tab) => {
    const name = maxLength === 0 ? '' : ` ${quoteText(tab.title || tab.url, maxLength)}`;
    return `${tab.id}${name}${tab.active ? ' active' : ''}`;
  });
  const more = tabs.length > listed.length ? `, … ${tabs.length - listed.length} more` : '';
  return `${label}: ${parts.join(', ')}${more}`;
}

function offscreenLine(content: OffscreenContent, side: 'above' | 'below', maxLength: number): string {
  const headings = content.headings
    .slice(0, maxLength / 20)
    .map((heading) => quoteText(heading, Math.min(maxLength, maxHeadingLength)));
  const list = headings.length > 0 ? `: ${headings.join(', ')}` : '';
  return `${formatNumber(content.pixels)} px ${side}${list}`;
}
