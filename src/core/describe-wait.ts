import type { WaitCondition } from './action.js';

/** What is still missing when a wait ends, as a sentence. */
export function describeUnmet(condition: WaitCondition, ms: number): string {
  if (condition === 'page_loaded') return `The page is still loading after ${ms} ms.`;
  if (condition === 'url_changed') return `The URL has not changed after ${ms} ms.`;
  if ('text' in condition) return `The text ${JSON.stringify(condition.text)} did not appear within ${ms} ms.`;
  if ('element' in condition) return `${describeMatch(condition.element)} did not appear within ${ms} ms.`;
  if ('gone' in condition) return `${describeMatch(condition.gone)} is still there after ${ms} ms.`;
  return `The condition ${JSON.stringify(condition)} was not met within ${ms} ms.`;
}

function describeMatch({ id, role, name, text }: { id?: string; role?: string; name?: string; text?: string }): string {
  if (id) return id;
  if (text) return `The text ${JSON.stringify(text)}`;
  return [role ?? 'An element', name && JSON.stringify(name)].filter(Boolean).join(' ');
}
