import type { Element } from '../../core/element.js';
import type { Observation } from '../../core/observation.js';
import { cleanText, formatNumber, quoteText } from '../../perception/quote-text.js';
import { isResult } from '../../perception/ui-map/result-text.js';

const maxTitleLength = 80;
const maxUrlLength = 160;
const maxTextLength = 120;
const maxTexts = 3;
const maxResults = 1;

/** A page in a few lines: title, URL, size, messages and main headings. For a page that the next command leaves or changes. */
export function summarizePage({ title, url, elements, total, modal }: Observation): string {
  const facts = [
    'page',
    title ? quoteText(title, maxTitleLength) : '',
    url ? cleanText(url, maxUrlLength).replaceAll(' ', '%20') : '',
    `(${formatNumber(total)} ${total === 1 ? 'element' : 'elements'})`,
  ];
  const results = elements.filter(isResult).slice(0, maxResults);
  const texts = [...elements.filter(isMessage), ...results, ...elements.filter(isMainHeading)].slice(0, maxTexts);
  return [
    facts.filter(Boolean).join(' '),
    ...(modal ? [`blocked by ${modal.kind.replace('_', ' ')}`] : []),
    ...[...new Set(texts)].map(
      ({ name, level }) => `${level ? `${'#'.repeat(level)} ` : ''}${quoteText(name, maxTextLength)}`,
    ),
  ].join('\n');
}

function isMessage({ kind, name }: Element): boolean {
  return (kind === 'alert' || kind === 'status') && name !== '';
}

function isMainHeading({ level, name }: Element): boolean {
  return level !== undefined && level <= 2 && name !== '';
}
