import { z } from 'zod';
import { HandrailError } from '../core/errors.js';
import { nearestName } from '../core/nearest.js';
import { safetyLevels } from '../core/safety.js';
import {
  type JsonSchema,
  type ModelCapability,
  type Tool,
  type ToolCategory,
  type ToolDefinition,
  toolCategories,
} from './tool.js';

/** The tools of a run, by name. */
export interface Registry {
  /** Adds a tool; a hidden one can be called but is not told of. Throws `invalid_option` when a fact about it is missing or its name is taken. */
  register(tool: Tool, options?: { hidden?: boolean }): Registry;
  /** By its name or an alias of it. */
  get(name: string): Tool | undefined;
  list(): Tool[];
  names(): string[];
  byCategory(category: ToolCategory): Tool[];
  /** Without the tools that this model could not use; `warn` hears of those it can use but not well. */
  filtered(capabilities: readonly ModelCapability[], warn?: (sentence: string) => void): Registry;
  /** Only the tools of these names, or all but those written with a `-` before them. */
  only(names: readonly string[]): Registry;
  /** What a model is told: name, description, JSON Schema. */
  definitions(): ToolDefinition[];
}

export function createRegistry(tools: readonly Tool[] = [], hiddenNames: ReadonlySet<string> = new Set()): Registry {
  const byName = new Map<string, Tool>();
  const aliases = new Map<string, string>();
  const hidden = new Set(hiddenNames);
  let told: ToolDefinition[] | undefined;

  const registry: Registry = {
    register(tool, options = {}) {
      checkFacts(tool);
      if (byName.has(tool.name) || aliases.has(tool.name)) throw taken(tool.name);
      for (const alias of tool.aliases ?? []) if (byName.has(alias) || aliases.has(alias)) throw taken(alias);
      byName.set(tool.name, tool);
      if (options.hidden) hidden.add(tool.name);
      for (const alias of tool.aliases ?? []) aliases.set(alias, tool.name);
      told = undefined;
      return registry;
    },
    get: (name) => byName.get(name) ?? byName.get(aliases.get(name) ?? ''),
    list: () => [...byName.values()],
    names: () => [...byName.keys()],
    byCategory: (category) => registry.list().filter((tool) => tool.category === category),
    filtered(capabilities, warn) {
      const usable = registry.list().filter(({ needs }) => needs.required.every((one) => capabilities.includes(one)));
      for (const { name, needs } of usable) {
        const missing = needs.optimal.filter((one) => !capabilities.includes(one));
        if (missing.length > 0) warn?.(`${name} works better with a model that has: ${missing.join(', ')}.`);
      }
      return createRegistry(usable, hidden);
    },
    only(names) {
      const without = new Set(names.filter((name) => name.startsWith('-')).map((name) => name.slice(1)));
      const wanted = names.filter((name) => !name.startsWith('-'));
      for (const name of [...wanted, ...without]) if (!registry.get(name)) throw unknownTool(name, registry.names());
      const kept = new Set(wanted.map((name) => registry.get(name)));
      return createRegistry(
        registry.list().filter((tool) => (wanted.length === 0 || kept.has(tool)) && !without.has(tool.name)),
        hidden,
      );
    },
    definitions() {
      told ??= registry
        .list()
        .map((tool) => (hidden.has(tool.name) ? { ...define(tool), hidden: true } : define(tool)));
      return told;
    },
  };
  for (const tool of tools) registry.register(tool);
  return registry;
}

/** The JSON Schema of what a tool takes. */
export function inputSchema(tool: Tool): JsonSchema {
  if (tool.schema) return tool.schema;
  const { $schema: _, ...schema } = z.toJSONSchema(tool.input, { io: 'input', override: withoutNoise });
  return schema;
}

/** The JSON Schema of what a tool gives back. */
export function outputSchema(tool: Tool): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(tool.output, {
    io: 'output',
    unrepresentable: 'any',
    override(context) {
      withoutNoise(context);
      if ('const' in context.jsonSchema || 'enum' in context.jsonSchema) delete context.jsonSchema.type;
    },
  });
  return schema;
}

/** What goes without saying is left unsaid: every word of a schema is paid for with every request. */
function withoutNoise({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minLength === 1) delete jsonSchema.minLength;
  if (jsonSchema.minItems === 1) delete jsonSchema.minItems;
  if (jsonSchema.default === false) delete jsonSchema.default;
  delete jsonSchema.propertyNames; // always text
  const { additionalProperties: more } = jsonSchema;
  if (more === false || (typeof more === 'object' && more !== null && Object.keys(more).length === 0))
    delete jsonSchema.additionalProperties;
}

export function unknownTool(name: string, names: readonly string[]): HandrailError {
  const near = nearestName(name, names);
  return new HandrailError(
    'unknown_tool',
    `There is no tool "${name.slice(0, 60)}".${near ? ` Did you mean ${near}?` : ''}`,
    `Valid tools: ${names.join(', ')}.`,
  );
}

function define(tool: Tool): ToolDefinition {
  return {
    name: tool.name,
    description: tool.description,
    category: tool.category,
    safety: tool.safety,
    parameters: inputSchema(tool),
    terminal: tool.terminal ?? false,
  };
}

/** The type asks for these already; a tool written in plain JavaScript has to hear of it too. */
function checkFacts(tool: Tool): void {
  const missing = (
    [
      'name',
      'title',
      'description',
      'category',
      'safety',
      'effect',
      'idempotent',
      'input',
      'output',
      'returns',
      'examples',
      'timeoutMs',
      'needs',
      'takes',
    ] as const
  ).filter((fact) => tool[fact] === undefined);
  if (typeof tool.run !== 'function')
    throw wrong(tool.name, 'has no run function', 'Give it an async run(input, context).');
  if (missing.length > 0)
    throw wrong(tool.name, `does not say its ${missing.join(', ')}`, 'Every fact of a tool is required.');
  if (!/^[a-z][a-z\d_]{0,63}$/.test(tool.name))
    throw wrong(tool.name, 'has a name that models cannot use', 'Use small letters, digits and _.');
  if (!toolCategories.includes(tool.category))
    throw wrong(tool.name, `has the category "${tool.category}"`, `Valid categories: ${toolCategories.join(', ')}.`);
  if (!safetyLevels.includes(tool.safety))
    throw wrong(tool.name, `has the safety level "${tool.safety}"`, `Valid levels: ${safetyLevels.join(', ')}.`);
  const fields = Object.keys(tool.input.shape);
  const strange = [...tool.takes.urls, ...tool.takes.paths, ...tool.takes.secrets].filter(
    (name) => !fields.includes(name),
  );
  if (strange.length > 0)
    throw wrong(tool.name, `takes ${strange.join(', ')}, which is no field of it`, `Its fields: ${fields.join(', ')}.`);
  const unplaced = (tool.positional ?? []).filter((name) => !fields.includes(name));
  if (unplaced.length > 0)
    throw wrong(
      tool.name,
      `has the place of ${unplaced.join(', ')}, which is no field of it`,
      `Its fields: ${fields.join(', ')}.`,
    );
}

function wrong(name: string, what: string, hint: string): HandrailError {
  return new HandrailError('invalid_option', `The tool "${name}" ${what}.`, hint);
}

function taken(name: string): HandrailError {
  return new HandrailError('invalid_option', `There is a tool "${name}" already.`, 'Give the new one another name.');
}
