import type { ElementId } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { Outcome } from '../../core/outcome.js';
import type { ToolContext } from '../context.js';
import { findOption, type OptionSearch, waitForOption } from './find-option.js';
import { joinNames } from './match-option.js';
import { closeList, type OptionList, openList } from './option-list.js';
import { isChosen, showsChoice, verifyChoice } from './verify-choice.js';

/** Opens a custom dropdown, chooses an option and verifies that the dropdown shows it. */
export async function chooseOption(context: ToolContext, box: ElementId, wanted: string): Promise<Outcome> {
  const search: OptionSearch = { list: await openList(context, box), wanted, foundNames: new Set(), hasTyped: false };
  const { list } = search;
  try {
    const option = await findOption(context, search);
    if (isChosen(option) && (await showsChoice(context, list, option.name))) {
      await closeList(context, list, search.hasTyped);
      return context.perform({ type: 'wait', for: { seconds: 0 } });
    }
    const outcome = await context.perform({ type: 'click', target: { element: option.id } });
    await verifyChoice(context, list, option);
    await closeList(context, list, false);
    return outcome;
  } catch (error) {
    if (!context.signal.aborted) await closeList(context, list, search.hasTyped);
    throw error;
  }
}

/** Chooses the suggestion that equals the typed text. Otherwise reports the suggestions. */
export async function chooseSuggestion(
  context: ToolContext,
  list: OptionList,
  text: string,
): Promise<Outcome | undefined> {
  const foundNames = new Set<string>();
  const match = await waitForOption(context, { list, wanted: text, foundNames, hasTyped: true }).catch(
    (error: unknown) => {
      if (!(error instanceof HandrailError) || error.code !== 'ambiguous') throw error;
      return undefined;
    },
  );
  if (match) return context.perform({ type: 'click', target: { element: match.id } });
  if (foundNames.size > 0)
    context.report(`Suggestions: ${joinNames([...foundNames], 8)}. Choose one of them with select.`);
  return undefined;
}
