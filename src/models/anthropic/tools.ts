import type { Size } from '../../core/geometry.js';
import type { ToolDefinition } from '../../tools/tool.js';
import { toolsetTools } from './browser-toolset.js';
import type { ClaudeTool } from './models.js';

/** The names of Claude's own tools. */
const reservedNames = new Set(['computer', 'browser']);

/** The tools of a request: Claude's own first, then the caller's. */
export function buildTools(tool: ClaudeTool, picture: Size, definitions: readonly ToolDefinition[]): object[] {
  const isInToolset = (name: string): boolean => tool === 'browser_toolset_20260801' && toolsetTools.includes(name);
  return [
    screenTool(tool, picture),
    ...definitions
      .filter(({ name }) => !isInToolset(name))
      .map(({ name, description, parameters }) => ({
        name: toWireName(name),
        description,
        input_schema: { type: 'object', ...parameters },
      })),
  ];
}

export function betaHeader(tool: ClaudeTool): string | undefined {
  if (tool === 'computer_20251124') return 'computer-use-2025-11-24';
  return tool === 'computer_20250124' ? 'computer-use-2025-01-24' : undefined;
}

function screenTool(type: ClaudeTool, { width, height }: Size): object {
  if (type === 'computer_toolset_20260801') return { type };
  const disabled = { enabled: false };
  if (type === 'browser_toolset_20260801')
    return { type, configs: { read_console: disabled, read_network: disabled, javascript_exec: disabled } };
  const display = { name: 'computer', display_width_px: width, display_height_px: height };
  return { type, ...display, ...(type === 'computer_20251124' ? { enable_zoom: true } : {}) };
}

/** The caller's tool with this name on the wire. */
export function findOwnTool(definitions: readonly ToolDefinition[], name: string): ToolDefinition | undefined {
  return definitions.find((definition) => toWireName(definition.name) === name);
}

function toWireName(name: string): string {
  const valid = name.replace(/[^\w-]/g, '_').slice(0, 120);
  return reservedNames.has(valid) ? `own_${valid}` : valid;
}
