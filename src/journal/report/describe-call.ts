import type { CallTimeline } from './timeline.js';

const maxValueLength = 80;

type Fields = Record<string, unknown>;
type Phrase = (fields: Fields, on: string) => string;

const onTarget =
  (verb: string): Phrase =>
  (_fields, on) =>
    `${verb} ${on || 'the page'}`;

/** Phrases for tools and actions. `on` is the name of the target. */
const phrases: Record<string, Phrase> = {
  goto: ({ url }) => `Go to ${toText(url)}`,
  navigate: ({ destination, url }) => `Go to ${toText(destination ?? url)}`,
  back: () => 'Go back',
  forward: () => 'Go forward',
  refresh: () => 'Reload the page',
  reload: () => 'Reload the page',
  click: ({ count, button }, on) => `${clickVerb(count, button)} ${on}`,
  double_click: onTarget('Double-click'),
  triple_click: onTarget('Triple-click'),
  right_click: onTarget('Right-click'),
  hover: onTarget('Hover over'),
  move: onTarget('Hover over'),
  focus: onTarget('Focus'),
  clear: onTarget('Clear'),
  type: ({ text, submit }, on) =>
    `Type ${quote(text)}${on ? ` into ${on}` : ''}${submit === true ? ' and press Enter' : ''}`,
  fill: ({ value }, on) => `Fill ${on} with ${quote(value)}`,
  set_value: ({ value }, on) => `Set ${on} to ${typeof value === 'string' ? quote(value) : toText(value)}`,
  fill_form: ({ fields, submit }) => `Fill in ${listFields(fields)}${submit === true ? ' and submit' : ''}`,
  press_key: ({ key, times, repeat }, on) =>
    `Press ${toText(key)}${formatRepeat(times ?? repeat)}${on ? ` on ${on}` : ''}`,
  key: ({ keys, repeat }) => `Press ${toText(keys)}${formatRepeat(repeat)}`,
  scroll: ({ direction, dx, dy }, on) =>
    `Scroll ${direction ? toText(direction) : scrollDirection(dx, dy)}${on ? ` in ${on}` : ''}`,
  select: ({ option }, on) => `Select ${quoteAll(option)}${on ? ` in ${on}` : ''}`,
  select_text: ({ text }, on) => `Select the text ${quote(text)}${on ? ` in ${on}` : ''}`,
  check: ({ checked }, on) => `${checked === false ? 'Uncheck' : 'Check'} ${on}`,
  drag: ({ source, target }, on) => (source ? `Drag ${quote(source)} to ${quote(target)}` : `Drag ${on}`),
  submit: (_fields, on) => `Submit ${on || 'the form'}`,
  upload_file: ({ paths }, on) => `Upload ${quoteAll(paths)}${on ? ` to ${on}` : ''}`,
  upload: ({ paths }, on) => `Upload ${quoteAll(paths)}${on ? ` to ${on}` : ''}`,
  download: onTarget('Download'),
  wait: ({ seconds, condition }) =>
    `Wait ${seconds === undefined ? `for ${toText(condition ?? 'the page')}` : `${toText(seconds)} s`}`,
  wait_for: ({ text, element, url, gone }) =>
    `Wait for ${gone === undefined ? quote(text ?? element ?? url) : `${quote(gone)} to disappear`}`,
  extract_text: onTarget('Read the text of'),
  extract_structured: onTarget('Read the data of'),
  get_page_content: onTarget('Read'),
  read_page: onTarget('Read'),
  get_element_info: onTarget('Inspect'),
  get_attribute: ({ attribute }, on) => `Read ${quote(attribute)} of ${on}`,
  find: ({ query }) => `Find ${quote(query)}`,
  expand: onTarget('Expand'),
  search: ({ query }) => `Search for ${quote(query)}`,
  tabs: ({ do: what, tab, url }) => describeTab(what, tab, url),
  tab: ({ do: what, tab, url }) => describeTab(what, tab, url),
  handle_dialog: ({ accept }) => `${accept === false ? 'Dismiss' : 'Accept'} the dialog`,
  dialog: ({ accept }) => `${accept === false ? 'Dismiss' : 'Accept'} the dialog`,
  screenshot: () => 'Take a screenshot',
  evaluate: () => 'Run a script in the page',
  ask_user: ({ question }) => `Ask the user ${quote(question)}`,
  remember: ({ key }) => `Remember ${quote(key)}`,
  recall: ({ key }) => (key === undefined ? 'Recall all facts' : `Recall ${quote(key)}`),
  log: ({ message }) => `Log ${quote(message)}`,
  complete: () => 'Complete the task',
  fail: () => 'Fail the task',
};

/** Describes a call: by its own text if that is a phrase, else by a phrase for its tool. */
export function describeCall(timeline: CallTimeline): string {
  const { text, call } = timeline;
  if (text && !/^\w+\(.*\)$/s.test(text)) return text.charAt(0).toUpperCase() + text.slice(1);
  const name = call.tool ?? call.action?.type ?? call.name ?? (call.capture === undefined ? 'call' : 'capture');
  const fields = call.input ?? call.action ?? {};
  const phrase = phrases[name];
  if (phrase) return phrase(fields, nameTarget(timeline)).trim();
  const values = Object.entries(fields).flatMap(([field, value]) => (field === 'type' ? [] : [quote(value)]));
  return [`${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`, ...values].join(' ');
}

/** The observed name of the target, or the target in the call. */
function nameTarget({ call, ended, actions }: CallTimeline): string {
  const name = ended?.target?.name || actions[0]?.intent.element?.name;
  if (name) return quote(name);
  const { selector, element, target } = { ...call.action, ...call.input };
  const given = selector ?? element ?? target;
  if (typeof given !== 'object' || given === null) return given === undefined ? '' : quote(given);
  if ('element' in given) return toText(given.element);
  return 'x' in given && 'y' in given ? `${toText(given.x)},${toText(given.y)}` : toText(given);
}

function clickVerb(count: unknown, button: unknown): string {
  if (button === 'right' || button === 'middle') return `${button === 'right' ? 'Right' : 'Middle'}-click`;
  return count === 2 ? 'Double-click' : count === 3 ? 'Triple-click' : 'Click';
}

function describeTab(what: unknown, tab: unknown, url: unknown): string {
  if (what === 'new') return `Open a new tab${url === undefined ? '' : ` at ${toText(url)}`}`;
  if (what === 'select') return `Switch to tab ${toText(tab)}`;
  return what === 'close' ? `Close the tab ${tab === undefined ? '' : toText(tab)}` : 'List the tabs';
}

function scrollDirection(dx: unknown, dy: unknown): string {
  if (typeof dy === 'number' && dy !== 0) return dy > 0 ? 'down' : 'up';
  return typeof dx === 'number' && dx < 0 ? 'left' : 'right';
}

function formatRepeat(repeat: unknown): string {
  return typeof repeat === 'number' && repeat > 1 ? ` ${repeat} times` : '';
}

function listFields(fields: unknown): string {
  return typeof fields === 'object' && fields !== null ? quoteAll(Object.keys(fields)) : 'the form';
}

function quoteAll(values: unknown): string {
  return Array.isArray(values) ? values.map(quote).join(', ') : quote(values);
}

function quote(value: unknown): string {
  return `“${toText(value)}”`;
}

function toText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length > maxValueLength ? `${flat.slice(0, maxValueLength - 1)}…` : flat;
}
