import { type Action, actionTypes, parseAction } from '../../core/action.js';
import type { Element } from '../../core/element.js';
import { HandrailError, messageOf } from '../../core/errors.js';
import { isRecord } from '../../core/is-record.js';
import type { Modal } from '../../core/observation.js';
import type { RiskAssessment } from '../../core/risk/risk-class.js';
import type { Safety } from '../../core/safety.js';
import { suggestName } from '../../core/words/suggest-name.js';
import { classifyName } from '../classify/classify-name.js';
import { riskOf } from '../risk.js';
import { parseHostPattern } from './host-pattern.js';
import { readRequest } from './read-request.js';
import type { Situation } from './situation.js';

/** The safety level of each tool. */
export type ToolLevels = ReadonlyMap<string, Safety>;

const forms =
  'Examples: click "Place order" on shop.example; click Save in gedit; POST https://shop.example/order item=7; {"type":"click","target":"Place order","url":"https://shop.example"}.';

/**
 * Reads what a policy would decide on: a phrase (`click "Place order" on shop.example`), a request (`POST https://shop.example/order item=7`), an action as JSON,
 * or a tool call. Throws HandrailError for anything else.
 */
export function readSituation(text: string, tools: ToolLevels, time: Date): Situation {
  const given = text.trim();
  if (given.startsWith('{')) return readJson(given, tools, time);
  if (/^[A-Z]+\s+\w+:\/\//.test(given)) return readRequest(given, time);
  const [, verb = '', quoted, plain, on, app] =
    /^([\w-]+)(?:\s+(?:["“]([^"”]*)["”]|(?!(?:on|in)\s)(.+?)))?(?:\s+on\s+(\S+)|\s+in\s+([^"“]+))?$/.exec(given) ?? [];
  if (verb === '') throw unreadable(given);
  return toSituation({ type: verb, name: quoted ?? plain ?? '', url: on, app }, tools, time);
}

function readJson(text: string, tools: ToolLevels, time: Date): Situation {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new HandrailError('invalid_input', `The action is not JSON: ${messageOf(error)}.`, forms, { cause: error });
  }
  if (!isRecord(value)) throw unreadable(text);
  const { tool, target } = value;
  const url = readText(value.url);
  if (typeof tool === 'string')
    return toSituation({ type: tool, name: '', url, app: readText(value.app) }, tools, time);
  if (typeof target !== 'string') return ofAction(readAction(value), '', { url, time });
  const { url: _, target: __, ...fields } = value;
  return ofAction(readAction({ ...fields, target: anyPoint }), target, { url, time });
}

/** Throws `invalid_input` with what is wrong and what is valid. */
function readAction(value: unknown): Action {
  try {
    return parseAction(value);
  } catch (error) {
    throw new HandrailError('invalid_input', messageOf(error), forms, { cause: error });
  }
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

interface Words {
  type: string;
  name: string;
  url?: string | undefined;
  app?: string | undefined;
}

function toSituation({ type, name, url, app }: Words, tools: ToolLevels, time: Date): Situation {
  const actionType = type.replaceAll('-', '_');
  if (actionTypes.includes(actionType))
    return ofAction(readAction({ type: actionType, ...fieldsOf(actionType, name) }), name, { url, app, time });
  const safety = tools.get(actionType);
  if (safety !== undefined)
    return { kind: 'action', assessment: { safety, classes: [] }, host: hostOf(url), app, tool: actionType, time };
  const near = suggestName(actionType, [...actionTypes, ...tools.keys()]);
  throw new HandrailError(
    'invalid_input',
    `There is no action and no tool "${type}".`,
    near === undefined ? forms : `Did you mean "${near}"?`,
  );
}

const anyPoint = { x: 0, y: 0 };

/** The fields that an action of this type needs, filled with what a phrase names. */
function fieldsOf(type: string, name: string): Record<string, unknown> {
  const app = { app: name };
  const byType: Readonly<Record<string, Record<string, unknown>>> = {
    click: { target: anyPoint },
    move: { target: anyPoint },
    press: { target: anyPoint },
    release: { target: anyPoint },
    drag: { path: [anyPoint, anyPoint] },
    scroll: { dx: 0, dy: 100 },
    type: { text: name },
    key: { keys: name },
    set_value: { target: anyPoint, value: name },
    select_text: { target: anyPoint },
    navigate: { url: name },
    tab: { do: 'new' },
    dialog: { accept: true },
    upload: { paths: [name] },
    evaluate: { script: name },
    wait: { for: { text: name } },
    focus_app: app,
    launch: app,
    close_app: app,
    menu: { path: [name] },
    clipboard: { text: name },
  };
  return byType[type] ?? {};
}

interface Place {
  url?: string | undefined;
  app?: string | undefined;
  time: Date;
}

/** Actions whose words in a phrase are what they type or open, not the element that they act on. */
const withoutTarget: ReadonlySet<string> = new Set([
  'type',
  'key',
  'navigate',
  'wait',
  'clipboard',
  'evaluate',
  'upload',
]);

function ofAction(action: Action, words: string, { url, app, time }: Place): Situation {
  const name = withoutTarget.has(action.type) ? '' : words;
  const element: Element = {
    id: 'el_1',
    role: 'Button',
    name,
    states: [],
    bounds: { x: 0, y: 0, width: 1, height: 1 },
    interactive: true,
  };
  return {
    kind: 'action',
    assessment: assess(action, element),
    host: hostOf(action.type === 'navigate' ? action.url : url),
    app: app?.trim(),
    action: action.type,
    time,
  };
}

function assess(action: Action, element: Element): RiskAssessment {
  const isQuestion = action.type === 'dialog';
  const modal: Modal | undefined = isQuestion
    ? { kind: 'confirm', text: element.name, clearedBy: 'dialog' }
    : undefined;
  const words = action.type === 'menu' ? (action.path.at(-1) ?? '') : element.name;
  return { ...classifyName(words), safety: riskOf(action, element, [], modal) };
}

/** The host of an address or a host name, with its port. */
function hostOf(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  if (/^\w+:\/\//.test(url) && URL.canParse(url)) return new URL(url).host;
  if (parseHostPattern(url)?.withSubdomains === false) return url;
  throw new HandrailError('invalid_input', `"${url}" is not a host.`, 'Example: click "Place order" on shop.example');
}

function unreadable(text: string): HandrailError {
  return new HandrailError('invalid_input', `"${text.slice(0, 80)}" is not an action.`, forms);
}
