import type { CallTimeline } from './timeline.js';

type Fields = Record<string, unknown>;
type Phrase = (fields: Fields, on: string) => string;

const into =
  (verb: string): Phrase =>
  (_fields, on) =>
    `${verb} ${on || 'the page'}`;

/** Tools and actions as a person would tell them. `on` is the name of what they were done to. */
const phrases: Record<string, Phrase> = {
  goto: ({ url }) => `Go to ${say(url)}`,
  navigate: ({ destination, url }) => `Go to ${say(destination ?? url)}`,
  back: () => 'Go back',
  forward: () => 'Go forward',
  refresh: () => 'Load the page again',
  reload: () => 'Load the page again',
  click: ({ count, button }, on) => `${clickWord(count, button)} ${on}`,
  double_click: into('Double-click'),
  right_click: into('Right-click'),
  hover: into('Point at'),
  move: into('Point at'),
  focus: into('Focus'),
  clear: into('Clear'),
  type: ({ text, submit }, on) =>
    `Type ${quote(text)}${on ? ` into ${on}` : ''}${submit === true ? ' and press Enter' : ''}`,
  fill: ({ value }, on) => `Fill ${on} with ${quote(value)}`,
  set_value: ({ value }, on) => `Set ${on} to ${typeof value === 'string' ? quote(value) : say(value)}`,
  fill_form: ({ fields, submit }) => `Fill in ${names(fields)}${submit === true ? ' and submit' : ''}`,
  press_key: ({ key, repeat }, on) => `Press ${say(key)}${times(repeat)}${on ? ` on ${on}` : ''}`,
  key: ({ keys, repeat }) => `Press ${say(keys)}${times(repeat)}`,
  scroll: ({ direction, dx, dy }, on) => `Scroll ${direction ? say(direction) : way(dx, dy)}${on ? ` in ${on}` : ''}`,
  select: ({ option }, on) => `Select ${list(option)}${on ? ` in ${on}` : ''}`,
  check: ({ checked }, on) => `${checked === false ? 'Uncheck' : 'Check'} ${on}`,
  drag: ({ source, target }, on) => (source ? `Drag ${quote(source)} to ${quote(target)}` : `Drag ${on}`),
  submit: (_fields, on) => `Submit ${on || 'the form'}`,
  upload_file: ({ paths }, on) => `Upload ${list(paths)}${on ? ` to ${on}` : ''}`,
  upload: ({ paths }, on) => `Upload ${list(paths)}${on ? ` to ${on}` : ''}`,
  download: into('Download'),
  wait: ({ seconds, condition }) =>
    `Wait ${seconds === undefined ? `for ${say(condition ?? 'the page')}` : `${say(seconds)} s`}`,
  wait_for: ({ text, element, url, gone }) =>
    `Wait for ${gone === undefined ? quote(text ?? element ?? url) : `${quote(gone)} to go`}`,
  extract_text: into('Read the text of'),
  extract_structured: into('Read the data of'),
  get_page_content: into('Read'),
  read_page: into('Read'),
  get_element_info: into('Look at'),
  get_attribute: ({ attribute }, on) => `Read ${quote(attribute)} of ${on}`,
  find: ({ query }) => `Find ${quote(query)}`,
  expand: into('Expand'),
  search: ({ query }) => `Search for ${quote(query)}`,
  tabs: ({ do: what, tab, url }) => tabWords(what, tab, url),
  tab: ({ do: what, tab, url }) => tabWords(what, tab, url),
  handle_dialog: ({ accept }) => `${accept === false ? 'Dismiss' : 'Accept'} the dialog`,
  dialog: ({ accept }) => `${accept === false ? 'Dismiss' : 'Accept'} the dialog`,
  screenshot: () => 'Take a picture',
  evaluate: () => 'Run a script in the page',
  ask_user: ({ question }) => `Ask ${quote(question)}`,
  remember: ({ key }) => `Remember ${quote(key)}`,
  recall: ({ key }) => (key === undefined ? 'Recall all that is remembered' : `Recall ${quote(key)}`),
  log: ({ message }) => `Note ${quote(message)}`,
  complete: () => 'Complete the task',
  fail: () => 'Give up',
};

/** The call in words: the ones it was announced with where they are words, or a phrase for its tool. */
export function callWords(story: CallTimeline): string {
  const { what, call } = story;
  if (what && !/^\w+\(.*\)$/s.test(what)) return what.charAt(0).toUpperCase() + what.slice(1);
  const name = call.tool ?? call.action?.type ?? call.name ?? (call.look === undefined ? 'call' : 'look');
  const fields = call.input ?? call.action ?? {};
  const phrase = phrases[name];
  if (phrase) return phrase(fields, nameTarget(story)).trim();
  const values = Object.entries(fields).flatMap(([field, value]) => (field === 'type' ? [] : [quote(value)]));
  return [`${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`, ...values].join(' ');
}

/** What it was done to: the name it was seen under, or how the call put it. */
function nameTarget({ call, ended, acts }: CallTimeline): string {
  const name = ended?.target?.name || acts[0]?.intent.element?.name;
  if (name) return quote(name);
  const { selector, element, target } = { ...call.action, ...call.input };
  const said = selector ?? element ?? target;
  if (typeof said !== 'object' || said === null) return said === undefined ? '' : quote(said);
  if ('element' in said) return say(said.element);
  return 'x' in said && 'y' in said ? `${say(said.x)},${say(said.y)}` : say(said);
}

function clickWord(count: unknown, button: unknown): string {
  if (button === 'right' || button === 'middle') return `${button === 'right' ? 'Right' : 'Middle'}-click`;
  return count === 2 ? 'Double-click' : count === 3 ? 'Triple-click' : 'Click';
}

function tabWords(what: unknown, tab: unknown, url: unknown): string {
  if (what === 'new') return `Open a new tab${url === undefined ? '' : ` at ${say(url)}`}`;
  if (what === 'select') return `Switch to tab ${say(tab)}`;
  return what === 'close' ? `Close the tab ${tab === undefined ? '' : say(tab)}` : 'List the tabs';
}

function way(dx: unknown, dy: unknown): string {
  if (typeof dy === 'number' && dy !== 0) return dy > 0 ? 'down' : 'up';
  return typeof dx === 'number' && dx < 0 ? 'left' : 'right';
}

function times(repeat: unknown): string {
  return typeof repeat === 'number' && repeat > 1 ? ` ${repeat} times` : '';
}

function names(fields: unknown): string {
  return typeof fields === 'object' && fields !== null ? list(Object.keys(fields)) : 'the form';
}

function list(values: unknown): string {
  return Array.isArray(values) ? values.map(quote).join(', ') : quote(values);
}

function quote(value: unknown): string {
  return `“${say(value)}”`;
}

function say(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length > 80 ? `${flat.slice(0, 79)}…` : flat;
}
