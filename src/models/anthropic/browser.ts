import type { Target } from '../../core/action.js';
import { isElementId } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { Tab } from '../../core/observation.js';
import { isRecord } from '../../core/record.js';
import { pixels } from '../../core/space.js';
import { type Arguments, addressOf, readArguments, targetAt, toCalls, unknownCall } from '../adapter/arguments.js';
import type { Call } from '../model.js';
import { clicks, heldIn, plainCalls, type Reading, regionIn, wheelIn } from './members.js';

/** Our own tools that answer members of the browser toolset: they are called, but not told of. */
export const answeredByBrowser: readonly string[] = [
  'observe',
  'find',
  'expand',
  'extract_text',
  'fill',
  'upload_file',
  'tabs',
  'goto',
  'back',
  'forward',
  'refresh',
];

const reading = ['read_page', 'get_page_text', 'find', 'screenshot', 'zoom'] as const;
const pages = ['navigate', 'list_tabs', 'new_tab', 'switch_tab', 'close_tab'] as const;
const fields = ['form_input', 'file_upload', 'scroll_to'] as const;
const pointing = [
  'left_click',
  'right_click',
  'middle_click',
  'double_click',
  'triple_click',
  'hover',
  'left_click_drag',
  'left_mouse_down',
  'left_mouse_up',
  'mouse_move',
  'scroll',
] as const;
const keys = ['type', 'key', 'hold_key', 'wait'] as const;
/** What we can be asked for with the browser toolset. The others are switched off. */
export const browserMembers: readonly string[] = [...pages, ...reading, ...fields, ...pointing, ...keys];

/** Characters of a page's text, and tokens of its tree, at most. */
const longestText = 50_000;
const longestTree = 12_000;

/** One thing asked for with the browser toolset, as calls; in another tab, that tab is brought to the front first. */
export function readBrowserMember(
  id: string,
  name: string,
  given: unknown,
  read: Reading,
  tabs: readonly Tab[],
): Call[] {
  return toCalls(id, name, () => {
    if (!browserMembers.includes(name)) throw unknownCall(name, browserMembers);
    const input = readArguments(name, given);
    const made = memberCalls(id, name, input, read);
    const calls = Array.isArray(made) ? made : [made];
    if (!input.has('tab_id') || name === 'switch_tab' || name === 'close_tab') return calls;
    const tab = input.text('tab_id');
    const isActive = tabs.find(({ active }) => active)?.id === tab && read.earlier.every(isNoTab);
    return isActive ? calls : [{ id, action: { type: 'tab', do: 'select', tab } }, ...calls];
  });
}

function isNoTab(call: Call): boolean {
  return !('action' in call && call.action.type === 'tab') && !('tool' in call && call.tool === 'tabs');
}

function memberCalls(id: string, name: string, input: Arguments, { seen }: Reading): Call | Call[] {
  const target = (field = 'target'): Target => targetIn(name, field, input, seen);
  const held = input.has('modifiers') ? () => heldIn(input, 'modifiers') : () => ({});
  const click = Object.hasOwn(clicks, name) ? clicks[name] : undefined;
  if (click) return { id, action: { type: 'click', target: target(), ...click, ...held() } };
  switch (name) {
    case 'hover':
    case 'mouse_move':
    // Pointing at an element brings it into view, which is all that scroll_to asks for.
    case 'scroll_to':
      return { id, action: { type: 'move', target: target(), ...held() } };
    case 'left_click_drag':
      return { id, action: { type: 'drag', path: [target('from'), target()], ...held() } };
    case 'left_mouse_down':
      return { id, action: { type: 'press', target: target() } };
    case 'left_mouse_up':
      return { id, action: { type: 'release', target: target() } };
    case 'scroll':
      return { id, action: { type: 'scroll', target: target(), ...wheelIn(input), ...held() } };
    case 'zoom':
      return { id, look: regionIn(input, seen) };
    case 'navigate':
      return { id, action: goTo(input.text('url'), seen.url) };
    case 'list_tabs':
      return { id, tool: 'tabs', input: { do: 'list' } };
    case 'new_tab':
      return { id, tool: 'tabs', input: { do: 'new' } };
    case 'switch_tab':
    case 'close_tab':
      return { id, tool: 'tabs', input: { do: name === 'switch_tab' ? 'select' : 'close', tab: input.text('tab_id') } };
    case 'read_page':
      return readPage(id, input);
    case 'get_page_text':
      return { id, tool: 'extract_text', input: { limit: longestText } };
    case 'find':
      return { id, tool: 'find', input: { query: input.text('query') } };
    case 'form_input':
      return { id, tool: 'fill', input: { selector: refIn(name, input), value: valueIn(input.raw.value) } };
    case 'file_upload':
      return { id, tool: 'upload_file', input: { selector: refIn(name, input), paths: pathsIn(input) } };
    default:
      return plainCalls(id, name, input);
  }
}

function readPage(id: string, input: Arguments): Call {
  const only = input.oneOf('filter', ['all', 'interactive'], 'all') === 'interactive' ? { interactive: true } : {};
  if (input.has('ref')) return { id, tool: 'expand', input: { element: elementOf(input.text('ref')), ...only } };
  return { id, tool: 'observe', input: { budget: longestTree, ...only } };
}

function goTo(url: string, base: string | undefined): Extract<Call, { action: unknown }>['action'] {
  if (url === 'back' || url === 'forward' || url === 'reload') return { type: url };
  return { type: 'navigate', url: addressOf(url, base) };
}

function targetIn(call: string, field: string, input: Arguments, seen: Reading['seen']): Target {
  const given = input.raw[field];
  if (isRecord(given) && given.ref !== undefined) return { element: elementOf(given.ref) };
  if (isRecord(given)) return targetAt(call, pixels, [given.x, given.y], seen);
  throw new HandrailError(
    'invalid_input',
    `${call} needs a "${field}".`,
    'Give {"type":"coordinate","x":…,"y":…} or {"type":"ref","ref":"ref_7"}.',
  );
}

function refIn(call: string, input: Arguments): string {
  const given = input.raw.target;
  if (isRecord(given)) return elementOf(given.ref);
  throw new HandrailError('invalid_input', `${call} needs a "target".`, 'Give {"type":"ref","ref":"ref_7"}.');
}

/** `ref_7` is our `el_7`. */
function elementOf(ref: unknown): `el_${number}` {
  const id = String(ref).replace(/^ref_/, 'el_');
  if (isElementId(id)) return id;
  throw new HandrailError(
    'invalid_input',
    `"${String(ref).slice(0, 40)}" is no reference.`,
    'Give one that read_page or find told, such as ref_7.',
  );
}

function valueIn(value: unknown): string | boolean {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return String(value);
  throw new HandrailError('invalid_input', 'form_input needs a "value".', 'Give a text, a number, true or false.');
}

function pathsIn(input: Arguments): string[] {
  const paths = input.has('paths') ? input.list('paths').filter((one) => typeof one === 'string') : [];
  if (paths.length > 0) return paths;
  throw new HandrailError('invalid_input', 'file_upload needs "paths".', 'Give paths of files on this machine.');
}
