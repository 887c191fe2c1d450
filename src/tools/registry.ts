import { z } from 'zod';
import { checkSchema } from '../core/check-schema.js';
import { formatError, HandrailError } from '../core/errors.js';
import { checkName, checkOptions, option } from '../core/options.js';
import { safetyLevels } from '../core/safety.js';
import { suggestName } from '../core/words/suggest-name.js';
import { validate } from './call/parse-input.js';
import {
  checkToolFields,
  type JsonSchema,
  type ModelCapability,
  modelCapabilities,
  type Tool,
  type ToolCategory,
  type ToolDefinition,
  toolCategories,
} from './tool.js';

/** The tools of a run, by name. */
export interface Registry {
  /** Adds a tool. A model can call a hidden tool, but does not receive its definition. Throws `invalid_option` if a fact is missing or the name is taken. */
  register(tool: Tool, options?: { hidden?: boolean }): Registry;
  /** Finds a tool by its name or an alias. */
  get(name: string): Tool | undefined;
  list(): Tool[];
  names(): string[];
  byCategory(category: ToolCategory): Tool[];
  /** Checks the input of a call without running it. */
  validate(name: string, input: unknown): { valid: boolean; error?: string };
  /** Removes the tools that need a missing capability. Calls `warn` for tools without an optimal capability. */
  filtered(capabilities: readonly ModelCapability[], warn?: (sentence: string, tool: Tool) => void): Registry;
  /** Only the tools with these names. `-name` excludes one. */
  only(names: readonly string[]): Registry;
  /** The definitions for a model. */
  definitions(): ToolDefinition[];
}

export function createRegistry(tools: readonly Tool[] = [], hiddenNames: ReadonlySet<string> = new Set()): Registry {
  if (!(hiddenNames instanceof Set))
    throw new HandrailError(
      'invalid_option',
      'The second argument of createRegistry must be a Set of tool names.',
      'Pass new Set(["name"]), or call register(tool, { hidden: true }).',
    );
  const byName = new Map<string, Tool>();
  const aliases = new Map<string, string>();
  const hidden = new Set(hiddenNames);
  let cachedDefinitions: ToolDefinition[] | undefined;

  const registry: Registry = {
    register(tool, options = {}) {
      checkOptions('register', options, { hidden: option.flag });
      checkFacts(tool);
      if (byName.has(tool.name) || aliases.has(tool.name)) throw nameTaken(tool.name);
      for (const alias of tool.aliases ?? []) if (byName.has(alias) || aliases.has(alias)) throw nameTaken(alias);
      byName.set(tool.name, tool);
      if (options.hidden) hidden.add(tool.name);
      for (const alias of tool.aliases ?? []) aliases.set(alias, tool.name);
      cachedDefinitions = undefined;
      return registry;
    },
    get: (name) => byName.get(name) ?? byName.get(aliases.get(name) ?? ''),
    list: () => [...byName.values()],
    names: () => [...byName.keys()],
    byCategory(category) {
      checkName('byCategory', 'category', category, toolCategories);
      return registry.list().filter((tool) => tool.category === category);
    },
    validate(name, input) {
      const tool = registry.get(name);
      if (tool) return validate(tool, input);
      return { valid: false, error: formatError(unknownTool(name, registry.names()).fault) };
    },
    filtered(capabilities, warn) {
      for (const one of capabilities) checkName('filtered', 'capability', one, modelCapabilities);
      const usable = registry.list().filter(({ needs }) => needs.required.every((one) => capabilities.includes(one)));
      for (const tool of usable) {
        const { name, needs } = tool;
        const missing = needs.optimal.filter((one) => !capabilities.includes(one));
        if (missing.length > 0) warn?.(`${name} works better with a model that has: ${missing.join(', ')}.`, tool);
      }
      return createRegistry(usable, hidden);
    },
    only(names) {
      const excluded = new Set(names.filter((name) => name.startsWith('-')).map((name) => name.slice(1)));
      const included = names.filter((name) => !name.startsWith('-'));
      for (const name of [...included, ...excluded]) if (!registry.get(name)) throw unknownTool(name, registry.names());
      const includedTools = new Set(included.map((name) => registry.get(name)));
      return createRegistry(
        registry
          .list()
          .filter((tool) => (included.length === 0 || includedTools.has(tool)) && !excluded.has(tool.name)),
        hidden,
      );
    },
    definitions() {
      cachedDefinitions ??= registry
        .list()
        .map((tool) => (hidden.has(tool.name) ? { ...toDefinition(tool), hidden: true } : toDefinition(tool)));
      return cachedDefinitions;
    },
  };
  for (const tool of tools) registry.register(tool);
  return registry;
}

export function inputSchema(tool: Tool): JsonSchema {
  if (tool.schema) return tool.schema;
  const { $schema: _, ...schema } = z.toJSONSchema(tool.input, { io: 'input', override: removeDefaults });
  return schema;
}

export function outputSchema(tool: Tool): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(tool.output, {
    io: 'output',
    unrepresentable: 'any',
    override(context) {
      removeDefaults(context);
      if ('const' in context.jsonSchema || 'enum' in context.jsonSchema) delete context.jsonSchema.type;
    },
  });
  return schema;
}

/** Removes default values: every request pays for every token of a schema. */
function removeDefaults({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minLength === 1) delete jsonSchema.minLength;
  if (jsonSchema.minItems === 1) delete jsonSchema.minItems;
  if (jsonSchema.default === false) delete jsonSchema.default;
  delete jsonSchema.propertyNames; // always a string
  const { additionalProperties: more } = jsonSchema;
  if (more === false || (typeof more === 'object' && more !== null && Object.keys(more).length === 0))
    delete jsonSchema.additionalProperties;
}

/** Tools of FlyBrowser that other tools replace. */
const replacedTools: Readonly<Record<string, string>> = {
  page_explorer: 'Use observe for the screen, find for text anywhere on the page, and screenshot(full_page=true).',
  search_human: 'Use search: it types into the search field of the page as a user does.',
};

/** The error for a tool that does not exist, with the most similar name. */
export function unknownTool(name: string, names: readonly string[]): HandrailError {
  const replacement = Object.hasOwn(replacedTools, name) ? replacedTools[name] : undefined;
  const near = suggestName(name, names);
  return new HandrailError(
    'unknown_tool',
    `There is no tool "${name.slice(0, 60)}".${replacement ? ` ${replacement}` : near ? ` Did you mean ${near}?` : ''}`,
    `Valid tools: ${names.join(', ')}.`,
  );
}

function toDefinition(tool: Tool): ToolDefinition {
  return {
    name: tool.name,
    description: tool.description,
    category: tool.category,
    safety: tool.safety,
    parameters: inputSchema(tool),
    terminal: tool.terminal ?? false,
  };
}

const requiredFacts = [
  ...(['name', 'title', 'description', 'category', 'safety', 'effect', 'idempotent'] as const),
  ...(['input', 'output', 'returns', 'examples', 'timeoutMs', 'needs', 'takes'] as const),
] as const;

/** Tools written in JavaScript are not checked by the compiler. */
function checkFacts(tool: Tool): void {
  if (typeof tool !== 'object' || tool === null)
    throw new HandrailError('invalid_option', `${String(tool)} is not a tool.`, 'Pass an object of defineTool.');
  checkToolFields(tool);
  const { name, category, safety, takes } = tool;
  const missing = requiredFacts.filter((fact) => tool[fact] === undefined);
  if (typeof tool.run !== 'function')
    throw invalidTool(name, 'has no run function', 'Add an async run(input, context).');
  if (missing.length > 0)
    throw invalidTool(name, `has no ${missing.join(', ')}`, 'Create it with defineTool, which sets defaults.');
  checkSchema(`The input of the tool "${name}"`, tool.input, 'object');
  checkSchema(`The output of the tool "${name}"`, tool.output);
  if (!/^[a-z][a-z\d_]{0,63}$/.test(name))
    throw invalidTool(name, 'has a name that models cannot use', 'Use lower-case letters, digits and _.');
  if (!toolCategories.includes(category))
    throw invalidTool(name, `has the category "${category}"`, `Valid categories: ${toolCategories.join(', ')}.`);
  if (!safetyLevels.includes(safety))
    throw invalidTool(name, `has the safety level "${safety}"`, `Valid levels: ${safetyLevels.join(', ')}.`);
  checkFieldNames(tool, 'takes', [...takes.urls, ...takes.paths, ...takes.secrets]);
  checkFieldNames(tool, 'positional', tool.positional ?? []);
}

function checkFieldNames({ name, input }: Tool, fact: string, names: readonly string[]): void {
  const fields = Object.keys(input.shape);
  const unknown = names.filter((field) => !fields.includes(field));
  if (unknown.length === 0) return;
  throw invalidTool(
    name,
    `names ${unknown.join(', ')} in ${fact}, which is not an input field`,
    `Its fields: ${fields.join(', ')}.`,
  );
}

function invalidTool(name: string, problem: string, hint: string): HandrailError {
  return new HandrailError('invalid_option', `The tool "${name}" ${problem}.`, hint);
}

function nameTaken(name: string): HandrailError {
  return new HandrailError('invalid_option', `The tool name "${name}" is taken.`, 'Use another name.');
}
