import type { Size } from '../../core/geometry.js';
import type { ToolDefinition } from '../../tools/tool.js';
import { answeredByBrowser } from './browser.js';
import type { ClaudeTool } from './models.js';

/** Names that belong to Claude's own tools. */
const taken = new Set(['computer', 'browser']);

/** The tools of a request: Claude's own first, then the user's. */
export function toolsOf(tool: ClaudeTool, picture: Size, definitions: readonly ToolDefinition[]): object[] {
  const offered = definitions.filter(({ hidden, name }) => !hidden && !isCovered(tool, name));
  return [
    screenTool(tool, picture),
    ...offered.map(({ name, description, parameters }) => ({
      name: wireName(name),
      description,
      input_schema: { type: 'object', ...parameters },
    })),
  ];
}

/** What has to be said in the header for a tool that is not for everyone yet. */
export function betaOf(tool: ClaudeTool): string | undefined {
  if (tool === 'computer_20251124') return 'computer-use-2025-11-24';
  return tool === 'computer_20250124' ? 'computer-use-2025-01-24' : undefined;
}

function screenTool(type: ClaudeTool, { width, height }: Size): object {
  if (type === 'computer_toolset_20260801') return { type };
  const off = { enabled: false };
  if (type === 'browser_toolset_20260801')
    return { type, configs: { read_console: off, read_network: off, javascript_exec: off } };
  const display = { name: 'computer', display_width_px: width, display_height_px: height };
  return { type, ...display, ...(type === 'computer_20251124' ? { enable_zoom: true } : {}) };
}

function isCovered(tool: ClaudeTool, name: string): boolean {
  return tool === 'browser_toolset_20260801' && answeredByBrowser.includes(name);
}

/** The tool of the user that is meant, by the name it was sent under. */
export function ownToolOf(definitions: readonly ToolDefinition[], name: string): ToolDefinition | undefined {
  return definitions.find((one) => wireName(one.name) === name);
}

function wireName(name: string): string {
  const plain = name.replace(/[^\w-]/g, '_').slice(0, 120);
  return taken.has(plain) ? `own_${plain}` : plain;
}
