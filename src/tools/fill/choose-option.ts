import type { Element, ElementId } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { Outcome } from '../../core/outcome.js';
import type { ToolContext } from '../context.js';
import { findOption, type OptionSearch, waitForOption } from './find-option.js';
import { joinNames, plainText } from './match-option.js';
import { closeList, listOptions, type OptionList, openList, readAttributes } from './option-list.js';
import { isChosen, showedChoice, verifyChoice } from './verify-choice.js';

/** Opens a custom dropdown, chooses an option and verifies that the dropdown shows it. */
export async function chooseOption(context: ToolContext, box: ElementId, wanted: string): Promise<Outcome> {
  const search: OptionSearch = { list: await openList(context, box), wanted, foundNames: new Set(), hasTyped: false };
  const { list } = search;
  try {
    const option = await findOption(context, search);
    if (isChosen(option) && showedChoice(list, option.name)) {
      await closeList(context, list, search.hasTyped);
      return context.perform({ type: 'wait', for: { seconds: 0 } });
    }
    const name = await shownName(context, option);
    const outcome = await context.perform({ type: 'click', target: { element: option.id } });
    await verifyChoice(context, list, { ...option, name }, search.hasTyped);
    await closeList(context, list, false);
    return outcome;
  } catch (error) {
    if (!context.signal.aborted) await closeList(context, list, search.hasTyped);
    throw error;
  }
}

/** The text of an option. Its name can contain more than the choice shows: a hint such as "Press to select". */
async function shownName(context: ToolContext, { id, name }: Element): Promise<string> {
  const { text = '' } = (await readAttributes(context, id)) ?? {};
  const isPart = plainText(text) !== '' && plainText(name).includes(plainText(text));
  return isPart ? text : name;
}

/** Reports the open suggestions of a search field. Choosing one would submit the search. */
export async function reportSuggestions(context: ToolContext, list: OptionList): Promise<void> {
  const { attributes = {} } = (await readAttributes(context, list.box)) ?? {};
  if (attributes['aria-expanded'] !== 'true') return;
  const names = (await listOptions(context, list)).map(({ name }) => name);
  if (names.length > 0)
    context.report(
      `The text was typed; nothing is chosen. Suggestions: ${joinNames(names, 8)}. Choose one with select.`,
    );
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
