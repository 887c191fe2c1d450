import { builtinTools } from './builtin.js';
import { asOwnTools } from './own-tools.js';
import { createRegistry, type Registry, unknownTool } from './registry.js';
import { sortByLengthDifference } from './sort-by-length-difference.js';
import { isSupported } from './supported.js';
import type { Tool } from './tool.js';
import { browseTools } from './vocabularies/browse/browse.js';
import { computerUse } from './vocabularies/computer-use/computer-use.js';

/** The tool sets: the single tool `computer_use`, the seven `browse_*` tools, the built-in tools for pages or desktops, and all tools. */
export const toolsetNames = ['computer_use', 'browse', 'browser', 'desktop', 'all'] as const;
export type ToolsetName = (typeof toolsetNames)[number];

const allTools: readonly Tool[] = asOwnTools([...builtinTools, ...browseTools, computerUse]);

const toolsets: Readonly<Record<ToolsetName, readonly Tool[]>> = {
  computer_use: [computerUse],
  browse: browseTools,
  browser: builtinTools.filter((tool) => isSupported(tool, 'browser')),
  desktop: builtinTools.filter((tool) => isSupported(tool, 'desktop')),
  all: allTools,
};

/** The tools with these names of sets or tools. `-name` excludes one. Without names: the set `browser`. */
export function pickTools(names: readonly string[]): Registry {
  const included = names.filter((name) => !name.startsWith('-'));
  const excluded = names.filter((name) => name.startsWith('-')).map((name) => name.slice(1));
  const tools = new Set(included.length === 0 ? toolsets.browser : included.flatMap(findTools));
  for (const tool of excluded.flatMap(findTools)) tools.delete(tool);
  return createRegistry(allTools.filter((tool) => tools.has(tool)));
}

function findTools(name: string): readonly Tool[] {
  const set = toolsetNames.find((one) => one === name);
  if (set) return toolsets[set];
  const tool = allTools.find((one) => one.name === name || one.aliases?.includes(name));
  if (!tool)
    throw unknownTool(name, sortByLengthDifference(name, [...toolsetNames, ...allTools.map((one) => one.name)]));
  return [tool];
}
