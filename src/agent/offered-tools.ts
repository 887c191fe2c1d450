import { checkOptions, type OptionTypes, option } from '../core/options.js';
import type { Model } from '../models/model.js';
import { createRegistry, type Registry } from '../tools/registry.js';
import { isSupported } from '../tools/supported.js';
import type { Tool } from '../tools/tool.js';
import { pickTools } from '../tools/toolsets.js';

/** A custom tool. With `skipDefinition` the model can call it, but does not receive its definition: it was trained on the tool. */
export interface OfferedTool {
  tool: Tool;
  skipDefinition?: boolean | undefined;
}

/** Every run needs these to end. */
const endTools = ['complete', 'fail'] as const;
/** A model with tools of its own expresses these in its own format, so their definitions are not sent. */
const implicitTools = [...endTools, 'ask_user', 'remember'] as const;

export interface ToolSelection {
  model: Model;
  fallback?: Model | undefined;
  /** The kind of the environment. */
  kind?: string;
}

/** The tools of a run: the requested ones or the defaults of the model, and custom ones. Excludes tools that the environment does not support. */
export function selectTools(
  requested: readonly (string | Tool | OfferedTool)[] = [],
  { model, fallback, kind = 'browser' }: ToolSelection,
): Registry {
  const custom = requested.flatMap((one) => (typeof one === 'string' ? [] : [readOffer(one)]));
  const requestedNames = requested.filter((one) => typeof one === 'string');
  const isExplicit = requestedNames.some((name) => !name.startsWith('-'));
  const defaultSet = kind === 'browser' ? 'browser' : 'desktop';
  const names = isExplicit
    ? requestedNames
    : [...(modelTools(model, fallback, kind) ?? [defaultSet]), ...requestedNames];
  const hasModelTools = model.tools !== undefined || fallback?.tools !== undefined;
  const extra = (hasModelTools ? implicitTools : endTools).filter(
    (name) => !names.includes(name) && !custom.some(({ tool }) => tool.name === name),
  );
  const tools = pickTools([...names, ...extra])
    .list()
    .filter((tool) => isSupported(tool, kind));
  const hidden = new Set<string>(hasModelTools ? extra : []);
  // A fallback with its own tools does not receive the definitions that only the first model needs.
  if (!isExplicit && !model.tools && fallback?.tools)
    for (const { name } of tools) if (!fallback.tools.includes(name)) hidden.add(name);
  const registry = createRegistry(tools, hidden);
  for (const { tool, skipDefinition } of custom) registry.register(tool, { hidden: skipDefinition ?? false });
  return registry;
}

function readOffer(given: Tool | OfferedTool): OfferedTool {
  if (typeof given !== 'object' || given === null || !('tool' in given)) return { tool: given };
  checkOptions('an entry of tools', given, offerTypes);
  return given;
}

const offerTypes: OptionTypes<OfferedTool> = { tool: option.object, skipDefinition: option.flag };

/** The tools that the models bring themselves, if all of them do. */
function modelTools(model: Model, fallback: Model | undefined, kind: string): readonly string[] | undefined {
  if (!model.tools || (fallback && !fallback.tools)) return undefined;
  // An empty desktop has no control that starts a program.
  const programs = kind === 'browser' || model.tools.length === 0 ? [] : ['launch_app', 'focus_app'];
  return [...new Set([...model.tools, ...(fallback?.tools ?? []), ...programs])];
}
