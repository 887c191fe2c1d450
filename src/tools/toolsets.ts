import { builtinTools } from './builtin.js';
import { createRegistry, type Registry, unknownTool } from './registry.js';
import { isFor } from './supported.js';
import { closestFirst } from './target/closest-first.js';
import type { Tool } from './tool.js';
import { browseTools } from './vocabularies/browse/browse.js';
import { computerUse } from './vocabularies/computer-use/computer-use.js';

/** The vocabularies: one tool for everything, the seven of `browse_*`, one tool for each thing on pages or on desktops, and all of these. */
export const toolsetNames = ['computer_use', 'browse', 'browser', 'desktop', 'all'] as const;
export type ToolsetName = (typeof toolsetNames)[number];

const everything: readonly Tool[] = [...builtinTools, ...browseTools, computerUse];

const toolsets: Readonly<Record<ToolsetName, readonly Tool[]>> = {
  computer_use: [computerUse],
  browse: browseTools,
  browser: builtinTools.filter((tool) => isFor(tool, 'browser')),
  desktop: builtinTools.filter((tool) => isFor(tool, 'desktop')),
  all: everything,
};

/** The tools of these names, of sets or of single tools; `-name` leaves out. Where nothing is asked for: `browser`. */
export function pickTools(names: readonly string[]): Registry {
  const wanted = names.filter((name) => !name.startsWith('-'));
  const unwanted = names.filter((name) => name.startsWith('-')).map((name) => name.slice(1));
  const kept = new Set(wanted.length === 0 ? toolsets.browser : wanted.flatMap(toolsOf));
  for (const tool of unwanted.flatMap(toolsOf)) kept.delete(tool);
  return createRegistry(everything.filter((tool) => kept.has(tool)));
}

function toolsOf(name: string): readonly Tool[] {
  const set = toolsetNames.find((one) => one === name);
  if (set) return toolsets[set];
  const tool = everything.find((one) => one.name === name || one.aliases?.includes(name));
  if (!tool) throw unknownTool(name, closestFirst(name, [...toolsetNames, ...everything.map((one) => one.name)]));
  return [tool];
}
