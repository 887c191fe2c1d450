import type { ElementId } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { Outcome } from '../../core/outcome.js';
import type { ToolContext } from '../context.js';
import { ensureChosen, isChosen, shows } from './ensure-chosen.js';
import { listNames } from './match-option.js';
import { closeList, type OptionList, openList } from './option-list.js';
import { lookFor, type Search, seek } from './seek-option.js';

/** Opens a box that is drawn by the page, chooses the option that is named so, and checks that the box shows it. */
export async function chooseOption(context: ToolContext, box: ElementId, wanted: string): Promise<Outcome> {
  const search: Search = { list: await openList(context, box), wanted, seen: new Set(), typed: false };
  const { list } = search;
  try {
    const option = await seek(context, search);
    if (isChosen(option) && (await shows(context, list, option.name))) {
      await closeList(context, list, search.typed);
      return context.perform({ type: 'wait', for: { seconds: 0 } });
    }
    const outcome = await context.perform({ type: 'click', target: { element: option.id } });
    await ensureChosen(context, list, option);
    await closeList(context, list, false);
    return outcome;
  } catch (error) {
    if (!context.signal.aborted) await closeList(context, list, search.typed);
    throw error;
  }
}

/** After a text was put into a field with suggestions: the one that is the same is chosen. What else is suggested is told. */
export async function takeSuggestion(
  context: ToolContext,
  list: OptionList,
  text: string,
): Promise<Outcome | undefined> {
  const seen = new Set<string>();
  const same = await lookFor(context, { list, wanted: text, seen, typed: true }).catch((error: unknown) => {
    if (!(error instanceof HandrailError) || error.code !== 'ambiguous') throw error;
    return undefined;
  });
  if (same) return context.perform({ type: 'click', target: { element: same.id } });
  if (seen.size > 0) context.say(`It suggests: ${listNames([...seen], 8)}. Choose one of them with select.`);
  return undefined;
}
