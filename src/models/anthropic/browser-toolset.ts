import type { Action, Target } from '../../core/action.js';
import { isElementId } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import { isRecord } from '../../core/is-record.js';
import { type ActionRequest, type ActionTable, convertAction } from '../adapter/action-request.js';
import { type Arguments, readArguments } from '../adapter/arguments.js';
import { type CallContext, toCalls } from '../adapter/calls.js';
import { resolveUrl } from '../adapter/urls.js';
import type { Call } from '../model.js';
import { clickMembers, keyboardMembers, modifiersIn, readRegion, scrollDelta } from './computer-tool.js';

/** Tools that members of the browser toolset use. They run, but are not listed to the model. */
export const toolsetTools: readonly string[] = [
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

const maxTextCharacters = 50_000;
const maxTreeTokens = 12_000;

const move: ActionTable[string] = (request) => ({
  type: 'move',
  target: targetIn(request),
  ...heldModifiers(request.args),
});

/** The members that Handrail supports. The others are disabled. */
const members: ActionTable = {
  navigate: ({ args, context }) => navigate(args.text('url'), context.snapshot.url),
  list_tabs: () => ({ tool: 'tabs', input: { do: 'list' } }),
  new_tab: () => ({ tool: 'tabs', input: { do: 'new' } }),
  switch_tab: ({ args }) => ({ tool: 'tabs', input: { do: 'select', tab: args.text('tab_id') } }),
  close_tab: ({ args }) => ({ tool: 'tabs', input: { do: 'close', tab: args.text('tab_id') } }),
  read_page({ args }) {
    const isInteractive = args.oneOf('filter', ['all', 'interactive'], 'all') === 'interactive';
    const filter = isInteractive ? { interactive: true } : {};
    if (!args.has('ref')) return { tool: 'observe', input: { budget: maxTreeTokens, ...filter } };
    return { tool: 'expand', input: { element: toElementId(args.text('ref')), ...filter } };
  },
  get_page_text: () => ({ tool: 'extract_text', input: { limit: maxTextCharacters } }),
  find: ({ args }) => ({ tool: 'find', input: { query: args.text('query') } }),
  zoom: ({ args, context }) => ({ capture: readRegion(args, context.snapshot) }),
  form_input: ({ name, args }) => ({
    tool: 'fill',
    input: { selector: elementIn(name, args), value: readValue(args.raw.value) },
  }),
  file_upload: ({ name, args }) => ({
    tool: 'upload_file',
    input: { selector: elementIn(name, args), paths: readPaths(args) },
  }),
  // Pointing at an element scrolls it into view.
  scroll_to: move,
  ...clickMembers(targetIn, heldModifiers),
  hover: move,
  mouse_move: move,
  left_click_drag: (request) => ({
    type: 'drag',
    path: [targetIn(request, 'from'), targetIn(request)],
    ...heldModifiers(request.args),
  }),
  left_mouse_down: (request) => ({ type: 'press', target: targetIn(request) }),
  left_mouse_up: (request) => ({ type: 'release', target: targetIn(request) }),
  scroll: (request) => ({
    type: 'scroll',
    target: targetIn(request),
    ...scrollDelta(request.args),
    ...heldModifiers(request.args),
  }),
  ...keyboardMembers,
};

export const browserMembers: readonly string[] = Object.keys(members);

/** Converts one member of the browser toolset. If it names another tab, that tab is selected first. */
export function readBrowserMember(name: string, input: unknown, context: CallContext): Call[] {
  const { id, turn, earlier } = context;
  return toCalls(id, name, () => {
    const requested = [convertAction(members, name, input, context, browserMembers)].flat();
    const args = readArguments(name, input);
    if (!args.has('tab_id') || name === 'switch_tab' || name === 'close_tab') return requested;
    const tab = args.text('tab_id');
    const activeTab = turn.observation.tabs?.find(({ active }) => active);
    const isActive = activeTab?.id === tab && !earlier.some(isTabCall);
    return isActive ? requested : [{ type: 'tab', do: 'select', tab }, ...requested];
  });
}

function isTabCall(call: Call): boolean {
  return ('action' in call && call.action.type === 'tab') || ('tool' in call && call.tool === 'tabs');
}

function navigate(url: string, base: string | undefined): Action {
  if (url === 'back' || url === 'forward' || url === 'reload') return { type: url };
  return { type: 'navigate', url: resolveUrl(url, base) };
}

function heldModifiers(args: Arguments) {
  return args.has('modifiers') ? modifiersIn(args, 'modifiers') : {};
}

function targetIn({ name, args, point }: ActionRequest, field = 'target'): Target {
  const given = args.raw[field];
  if (isRecord(given) && given.ref !== undefined) return { element: toElementId(given.ref) };
  if (isRecord(given)) return point([given.x, given.y]);
  throw new HandrailError(
    'invalid_input',
    `${name} needs a "${field}".`,
    'Pass {"type":"coordinate","x":…,"y":…} or {"type":"ref","ref":"ref_7"}.',
  );
}

function elementIn(name: string, args: Arguments): string {
  const given = args.raw.target;
  if (isRecord(given)) return toElementId(given.ref);
  throw new HandrailError('invalid_input', `${name} needs a "target".`, 'Pass {"type":"ref","ref":"ref_7"}.');
}

/** The element id of a reference: `ref_7` is `el_7`. */
function toElementId(ref: unknown): `el_${number}` {
  const id = String(ref).replace(/^ref_/, 'el_');
  if (isElementId(id)) return id;
  throw new HandrailError(
    'invalid_input',
    `"${String(ref).slice(0, 40)}" is not a reference.`,
    'Use one that read_page or find returned, such as ref_7.',
  );
}

function readValue(value: unknown): string | boolean {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return String(value);
  throw new HandrailError('invalid_input', 'form_input needs a "value".', 'Pass a text, a number, true or false.');
}

function readPaths(args: Arguments): string[] {
  const paths = args.has('paths') ? args.list('paths').filter((path) => typeof path === 'string') : [];
  if (paths.length > 0) return paths;
  throw new HandrailError('invalid_input', 'file_upload needs "paths".', 'Pass paths of files on this machine.');
}
