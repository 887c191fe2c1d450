import type { Element } from '../../core/element.js';
import type { Answer } from './answer.js';

const asksChosen =
  /^(?:which|what)\s+(.+?)\s+(?:is|are)\s+(?:currently\s+)?(?:selected|checked|chosen|ticked|active|set|picked)$/iu;

/** "Which theme is selected?": the selected radio button, tab or checkbox, or the value of the list of that name. */
export function selectedAnswer(text: string, elements: readonly Element[]): Answer | undefined {
  const asked = asksChosen.exec(text.trim().replace(/[?.!]+$/u, ''));
  if (!asked) return undefined;
  const word = (asked[1] ?? '').toLowerCase();
  const list = elements.find(
    ({ role, name, value }) => role === 'Dropdown' && value !== undefined && name.toLowerCase().includes(word),
  );
  if (list?.value) return { value: list.value, why: `in the list "${list.name}"` };
  const isTab = /\btabs?$/u.test(word);
  const isBox = /\b(?:check)?boxe?s?$/u.test(word);
  const chosen = elements.filter(({ role, states }) => {
    if (isTab) return role === 'Tab' && states.includes('selected');
    return role === (isBox ? 'Checkbox' : 'Radio') && states.includes('checked');
  });
  const names = chosen.map(({ name }) => name);
  const [only] = names;
  if (only === undefined || (!isBox && names.length > 1)) return undefined;
  return { value: names.length === 1 ? only : names, why: isTab ? 'the selected tab' : 'the checked boxes' };
}
