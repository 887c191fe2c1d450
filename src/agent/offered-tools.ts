import type { Model } from '../models/model.js';
import { createRegistry, type Registry } from '../tools/registry.js';
import { isFor } from '../tools/supported.js';
import type { Tool } from '../tools/tool.js';
import { pickTools } from '../tools/toolsets.js';

/** A tool that the model was taught already: it can be called, but its definition is not sent. */
export interface OfferedTool {
  tool: Tool;
  skipDefinition?: boolean;
}

/** Whatever else it has, a task must be able to end. */
const ending = ['complete', 'fail'] as const;
/** What dialects of their own have words for: they are carried out without being told of. */
const unspoken = [...ending, 'ask_user', 'remember'] as const;

export interface ToolsFor {
  model: Model;
  fallback?: Model | undefined;
  /** The kind of screen it is on. */
  kind?: string;
}

/** The tools of a run: those that are asked for, or those that suit the model; and the user's own. None that its screen has no use for. */
export function toolsFor(
  asked: readonly (string | Tool | OfferedTool)[] = [],
  { model, fallback, kind = 'browser' }: ToolsFor,
): Registry {
  const own = asked.flatMap((one) => (typeof one === 'string' ? [] : 'tool' in one ? [one] : [{ tool: one }]));
  const said = asked.filter((one) => typeof one === 'string');
  const isPicked = said.some((name) => !name.startsWith('-'));
  const usual = kind === 'browser' ? 'browser' : 'desktop';
  const names = isPicked ? said : [...(suitedTo(model, fallback, kind) ?? [usual]), ...said];
  const hasOwnWords = model.tools !== undefined || fallback?.tools !== undefined;
  const besides = hasOwnWords ? unspoken : ending;
  const added = besides.filter((name) => !names.includes(name) && !own.some(({ tool }) => tool.name === name));
  const tools = pickTools([...names, ...added])
    .list()
    .filter((tool) => isFor(tool, kind));
  const hidden = new Set<string>(hasOwnWords ? added : []);
  // The one that stands by is not told of all that the other one needs.
  if (!isPicked && !model.tools && fallback?.tools)
    for (const { name } of tools) if (!fallback.tools.includes(name)) hidden.add(name);
  const registry = createRegistry(tools, hidden);
  for (const { tool, skipDefinition } of own) registry.register(tool, { hidden: skipDefinition ?? false });
  return registry;
}

/** The tools that the models know by themselves, when all of them do. */
function suitedTo(model: Model, fallback: Model | undefined, kind: string): readonly string[] | undefined {
  if (!model.tools || (fallback && !fallback.tools)) return undefined;
  // A bare desktop has nothing to click that would start a program.
  const programs = kind === 'browser' || model.tools.length === 0 ? [] : ['launch_app', 'focus_app'];
  return [...new Set([...model.tools, ...(fallback?.tools ?? []), ...programs])];
}
