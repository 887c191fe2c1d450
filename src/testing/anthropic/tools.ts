import { isRecord } from '../../core/is-record.js';
import { reject } from '../contract.js';
import { betaOfTool, type PlayedModel, toolsets } from './models.js';

export type Fields = Record<string, unknown>;

export const computerMembers = [
  'screenshot',
  'cursor_position',
  'left_mouse_down',
  'left_mouse_up',
  'left_click',
  'right_click',
  'middle_click',
  'double_click',
  'triple_click',
  'left_click_drag',
  'mouse_move',
  'scroll',
  'type',
  'key',
  'hold_key',
  'wait',
  'zoom',
];
const browserMembers = [
  'navigate',
  'list_tabs',
  'new_tab',
  'switch_tab',
  'close_tab',
  'read_page',
  'get_page_text',
  'read_console',
  'read_network',
  'find',
  'form_input',
  'file_upload',
  'scroll_to',
  'screenshot',
  'zoom',
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
  'type',
  'key',
  'hold_key',
  'wait',
  'javascript_exec',
];

const forbidden = ['name', 'display_width_px', 'display_height_px', 'display_number', 'enable_zoom', 'input_examples'];
const toolsetFields = ['type', 'configs', 'cache_control', 'allowed_callers'];

/** The tools of a request: the screen tool and the functions. */
export interface Declared {
  screen: { type: string; width: number; height: number; zoom: boolean }[];
  functions: string[];
}

/** Checks `tools`. */
export function readTools(tools: unknown, model: PlayedModel, betas: readonly string[]): Declared {
  if (tools === undefined) return { screen: [], functions: [] };
  if (!Array.isArray(tools)) reject('tools: Input should be a valid list');
  const declared: Declared = { screen: [], functions: [] };
  const names = new Set<string>();
  for (const [index, tool] of tools.entries()) {
    if (!isRecord(tool)) reject(`tools.${index}: Input should be an object`);
    const type = typeof tool.type === 'string' && tool.type !== 'custom' ? tool.type : undefined;
    const name = type === undefined ? readFunction(tool, index) : readScreenTool(tool, type, index, model, betas);
    if (names.has(name)) reject('tools: Tool names must be unique.');
    names.add(name);
    if (type === undefined) declared.functions.push(name);
    else declared.screen.push(screenOf(tool, type));
  }
  return declared;
}

function readFunction(tool: Fields, index: number): string {
  if (typeof tool.name !== 'string' || !/^[a-zA-Z0-9_-]{1,128}$/.test(tool.name))
    reject(`tools.${index}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`);
  if (!isRecord(tool.input_schema) || tool.input_schema.type !== 'object')
    reject(`tools.${index}.custom.input_schema.type: Input should be 'object'`);
  return tool.name;
}

function readScreenTool(
  tool: Fields,
  type: string,
  index: number,
  model: PlayedModel,
  betas: readonly string[],
): string {
  const beta = betaOfTool[type];
  const isToolset = toolsets.some((one) => one === type);
  if (!isToolset && (beta === undefined || !betas.includes(beta))) {
    const expected = [...toolsets, 'custom', 'bash_20250124', 'memory_20250818'].map((tag) => `'${tag}'`).join(', ');
    const sentence = `Input tag '${type}' found using 'type' does not match any of the expected tags: ${expected}`;
    reject(`tools.${index}: ${sentence}`);
  }
  if (!model.tools.includes(type)) {
    const meant = model.tools.join(', ');
    reject(`'${model.name}' does not support tool types: ${type}. Did you mean one of ${meant}?`);
  }
  if (isToolset) return readToolset(tool, type, index);
  for (const field of ['display_width_px', 'display_height_px'])
    if (!Number.isInteger(tool[field])) reject(`tools.${index}.${type}.${field}: Field required`);
  if (tool.name !== 'computer') reject(`tools.${index}.${type}.name: Input should be 'computer'`);
  if (type === 'computer_20250124' && tool.enable_zoom !== undefined)
    reject(`tools.${index}.${type}.enable_zoom: Extra inputs are not permitted`);
  return 'computer';
}

function readToolset(tool: Fields, type: string, index: number): string {
  const members = type.startsWith('browser') ? browserMembers : computerMembers;
  const extra = Object.keys(tool).find(
    (field) => forbidden.includes(field) || (!toolsetFields.includes(field) && tool[field] !== false),
  );
  if (extra !== undefined) reject(`tools.${index}.${type}.${extra}: Extra inputs are not permitted`);
  const configs = isRecord(tool.configs) ? tool.configs : {};
  const unknown = Object.keys(configs).find((member) => !members.includes(member));
  if (unknown !== undefined) reject(`tools.${index}.${type}.configs.${unknown}: Extra inputs are not permitted`);
  const configOf = (member: string): Fields => (isRecord(configs[member]) ? configs[member] : {});
  const enabled = members.filter((member) => (configOf(member).enabled ?? member !== 'javascript_exec') === true);
  if (enabled.length === 0) reject(`tools.${index}.${type}: at least one member must be enabled`);
  if (new Set(enabled.map((member) => configOf(member).defer_loading ?? false)).size > 1)
    reject(`tools.${index}.${type}: defer_loading must be the same for every enabled member`);
  const callers = tool.allowed_callers;
  if (callers !== undefined && JSON.stringify(callers) !== '["direct"]')
    reject(`tools.${index}.${type}.allowed_callers: only ["direct"] is supported`);
  return type.startsWith('browser') ? 'browser' : 'computer';
}

function screenOf(tool: Fields, type: string): Declared['screen'][number] {
  const { display_width_px: width, display_height_px: height, configs } = tool;
  const off = isRecord(configs) && isRecord(configs.zoom) && configs.zoom.enabled === false;
  return {
    type,
    width: typeof width === 'number' ? width : 0,
    height: typeof height === 'number' ? height : 0,
    zoom: type.includes('toolset') ? !off : tool.enable_zoom === true,
  };
}
