import type { Tool } from './tool.js';

const ownTools = new WeakSet<Tool>();

/** Marks tools of Handrail. The gates are asked about each of their actions, so below level `medium` not about the call. */
export function asOwnTools<Tools extends readonly Tool[]>(tools: Tools): Tools {
  for (const tool of tools) ownTools.add(tool);
  return tools;
}

/** False for a tool of a program: what it does beside its actions is not known. */
export function isOwnTool(tool: Tool): boolean {
  return ownTools.has(tool);
}
