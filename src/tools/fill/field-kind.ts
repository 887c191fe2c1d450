import { readDateWish } from './date-wish.js';

/** Tag and attributes of a field. */
export interface FieldFacts {
  tag: string;
  attributes: Record<string, string>;
}

/**
 * How to fill an element: set the value, choose from a list, type with suggestions, type a search with suggestions, choose a member of the
 * group, move a slider, or pick a date.
 */
export type FieldKind = 'plain' | 'list' | 'suggests' | 'searches' | 'group' | 'range' | 'date';

const settableRoles = /^(?:checkbox|radio|searchbox|switch|textbox|menuitemcheckbox|menuitemradio|option)$/;
const rangeRoles = /^(?:slider|spinbutton)$/;
const dropdownClass = /(?:^|[\s_-])(?:select|dropdown|combobox)(?:$|[\s_-])/i;
const suggestClass = /(?:^|[\s_-])(?:autocomplete|autosuggest|typeahead)(?:$|[\s_-])/i;
const pickerClass = /(?:^|[\s_-])(?:has)?(?:date-?picker|flatpickr|calendar)(?:$|[\s_-])/i;
const sliderClass = /(?:^|\s)\S*slider[_-]*(?:handle|thumb)(?:\s|$)/i;

/** `choose`: only an option is wanted, so a search field is one that suggests, too. */
export function fieldKind({ tag, attributes }: FieldFacts, value: unknown, choose = false): FieldKind {
  const { role = '', class: className = '', type = '', 'aria-haspopup': popup = '' } = attributes;
  if (rangeRoles.test(role) || (tag === 'input' && /^(?:range|number)$/.test(type))) return 'range';
  if (role === '' && tag !== 'input' && sliderClass.test(className)) return 'range';
  const isDate = typeof value === 'string' && readDateWish(value) !== undefined;
  const isText = isTextInput(tag, type);
  const opensPicker = popup === 'dialog' || pickerClass.test(className);
  if (isDate && isText && (attributes.readonly !== undefined || opensPicker)) return 'date';
  if (isDate && tag === 'button' && opensPicker) return 'date';
  if (tag === 'select' || tag === 'textarea' || settableRoles.test(role)) return 'plain';
  const isBox = role === 'combobox' || /^(?:listbox|menu|tree|true)$/.test(popup);
  const isEditable = tag === 'input' ? attributes.readonly === undefined : 'contenteditable' in attributes;
  const isSuggesting = isBox || 'aria-autocomplete' in attributes || (tag === 'input' && suggestClass.test(className));
  if (isEditable && !isSuggesting) return 'plain';
  if (isEditable) return choose || !isSearch(attributes) ? 'suggests' : 'searches';
  if (tag === 'fieldset' || role === 'radiogroup' || role === 'group') return 'group';
  // A text field that cannot be typed into may show what was chosen in a list that a press opens.
  const isChosen = choose && isText && attributes.readonly !== undefined;
  if (isBox || isChosen || role === 'listbox' || role === 'menu') return 'list';
  if (tag === 'a' || tag === 'input' || popup === 'dialog') return 'plain';
  return 'aria-expanded' in attributes || (dropdownClass.test(className) && tag !== 'button') ? 'list' : 'plain';
}

function isTextInput(tag: string, type: string): boolean {
  return tag === 'input' && /^(?:|text)$/.test(type);
}

/** Whether a date for this field is typed or chosen in a calendar. Fields of the browser for dates are set directly. */
export function takesDate({ tag, attributes }: FieldFacts, kind: FieldKind): boolean {
  return kind === 'date' || (kind === 'plain' && isTextInput(tag, attributes.type ?? ''));
}

/** Choosing a suggestion of a search field submits the search. */
function isSearch({
  type,
  name = '',
  placeholder = '',
  'aria-label': label = '',
  id = '',
}: Record<string, string>): boolean {
  return type === 'search' || /^q$/i.test(name) || [name, placeholder, label, id].some((one) => /search/i.test(one));
}
