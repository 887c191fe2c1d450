import { isRecord } from '../../core/is-record.js';
import { createShownIds, type ShownIds } from '../../session/shown-ids.js';
import type { ToolResult } from '../tool.js';

/** Lets the caller use the ids in a result. Ids that only repeat the input of the call do not count: they may be guessed. */
export function showIds(result: ToolResult, input: unknown, shownIds: ShownIds | undefined): void {
  if (!shownIds || result.metadata.code === 'unknown_element') return;
  const given = createShownIds();
  visitTexts(input, given.addText);
  const { pictures: _, ...texts } = result;
  visitTexts(texts, (text) => shownIds.addText(text, given));
}

function visitTexts(value: unknown, visit: (text: string) => void): void {
  if (typeof value === 'string') visit(value);
  else if (Array.isArray(value)) for (const one of value) visitTexts(one, visit);
  else if (isRecord(value) && !Buffer.isBuffer(value)) for (const one of Object.values(value)) visitTexts(one, visit);
}
