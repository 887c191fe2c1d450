import { z } from 'zod';
import type { Change } from '../core/change.js';
import { checkSchema } from '../core/check-schema.js';
import type { EnvironmentKind } from '../core/environment-kinds.js';
import type { Fault } from '../core/errors.js';
import type { Picture } from '../core/observation.js';
import { checkOptions, type OptionTypes, option } from '../core/options.js';
import type { Safety } from '../core/safety.js';
import type { ToolContext } from './context.js';

export const toolCategories = ['navigation', 'interaction', 'extraction', 'form', 'system', 'utility'] as const;
export type ToolCategory = (typeof toolCategories)[number];

export const modelCapabilities = [
  'vision',
  'tool_calling',
  'structured_output',
  'long_context',
  'reasoning',
  'computer_use',
] as const;
export type ModelCapability = (typeof modelCapabilities)[number];

export type JsonSchema = Record<string, unknown>;

/** One operation that a model, a user or a program can call. This record contains every fact about it. */
export interface Tool<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  Name extends string = string,
> {
  name: Name;
  title: string;
  /** What it does and when to use it, for a model. */
  description: string;
  category: ToolCategory;
  safety: Safety;
  /** What it can change: nothing, the page, or things outside of it (files, servers, other people). */
  effect: 'none' | 'page' | 'outside';
  /** Calling it twice has the same result as calling it once. */
  idempotent: boolean;
  input: Input;
  output: Output;
  /** A short description of the result. */
  returns: string;
  /** Example calls: `click(selector="el_5")`. */
  examples: readonly [string, ...string[]];
  timeoutMs: number;
  /** Ends the task. */
  terminal?: boolean;
  /** A model without a required capability does not get the tool. A missing optimal capability causes a warning. */
  needs: { required: readonly ModelCapability[]; optimal: readonly ModelCapability[] };
  /** Which of its fields are URLs, paths or secrets. */
  takes: { urls: readonly string[]; paths: readonly string[]; secrets: readonly string[] };
  /** Positional arguments of the shell command, in order. With fewer arguments, optional fields are dropped first. Default: the required fields. */
  positional?: readonly string[];
  /** The error message for a missing field, if callers expect a specific one. */
  missingFieldMessage?(field: string): string;
  /** The exact JSON Schema to publish for `input`. Default: generated from `input`. */
  schema?: JsonSchema;
  /** Alternative names. */
  aliases?: readonly string[];
  /** Alternative names of its fields. */
  fieldAliases?: Readonly<Record<string, string>>;
  /** The kinds of environments in which it works. Default: all. */
  environments?: readonly EnvironmentKind[];
  /** False: it runs without a session. Default true. */
  requiresPage?: boolean;
  /** Returns the output, or a `ToolResult`. Throws HandrailError when it fails. */
  run(input: z.output<Input>, context: ToolContext): Promise<z.output<Output> | ToolResult<z.output<Output>>>;
}

type RequiredField = 'name' | 'description' | 'input' | 'run';
type Partly<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };

/** The fields of a new tool. All but `name`, `description`, `input` and `run` have defaults. */
export type ToolFields<Input extends z.ZodObject, Output extends z.ZodType, Name extends string> = Pick<
  Tool<Input, Output, Name>,
  RequiredField
> &
  Partly<Omit<Tool<Input, Output, Name>, RequiredField | 'needs' | 'takes'>> & {
    needs?: Partly<Tool['needs']> | undefined;
    takes?: Partly<Tool['takes']> | undefined;
  };

/** A tool without an output schema: `run` returns any data. */
export type PlainToolFields<Input extends z.ZodObject, Data, Name extends string> = Omit<
  ToolFields<Input, z.ZodType<Data>, Name>,
  'output' | 'run'
> & {
  output?: undefined;
  run(input: z.output<Input>, context: ToolContext): Data | ToolResult<Data> | Promise<Data | ToolResult<Data>>;
};

/**
 * Creates a tool. `name`, `description`, `input` and `run` are enough: `run` receives what `input` parses. A tool whose `effect` is not declared
 * may change anything, so it needs approval. With `output`, the data that `run` returns is checked.
 */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodType, const Name extends string>(
  fields: ToolFields<Input, Output, Name> & { output: Output },
): Tool<Input, Output, Name>;
export function defineTool<Input extends z.ZodObject, Data, const Name extends string>(
  fields: PlainToolFields<Input, Data, Name>,
): Tool<Input, z.ZodType<Data>, Name>;
export function defineTool(fields: ToolFields<z.ZodObject, z.ZodType, string>): Tool {
  checkToolFields(fields);
  const { name, effect = 'outside', needs, takes, output } = fields;
  if (fields.input !== undefined) checkSchema(`The input of the tool "${name}"`, fields.input, 'object');
  if (output !== undefined) checkSchema(`The output of the tool "${name}"`, output);
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return {
    title: toTitle(String(name)),
    category: 'utility',
    safety: defaultSafety[effect],
    effect,
    idempotent: false,
    output: z.unknown(),
    returns: 'The result.',
    examples: [
      `${name}(${Object.keys(fields.input?.shape ?? {})
        .map((field) => `${field}=…`)
        .join(', ')})`,
    ],
    timeoutMs: defaultTimeoutMs,
    ...(given as Pick<Tool, RequiredField>),
    needs: { required: needs?.required ?? [], optimal: needs?.optimal ?? [] },
    takes: { urls: takes?.urls ?? [], paths: takes?.paths ?? [], secrets: takes?.secrets ?? [] },
  };
}

const defaultTimeoutMs = 30_000;

/** A tool of level `medium` needs approval before it runs. */
const defaultSafety = { none: 'safe', page: 'low_risk', outside: 'medium' } as const satisfies Record<
  Tool['effect'],
  Safety
>;

function toTitle(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const fieldTypes: OptionTypes<Tool> = {
  name: option.any,
  title: option.any,
  description: option.any,
  category: option.any,
  safety: option.any,
  effect: option.any,
  idempotent: option.any,
  input: option.any,
  output: option.any,
  returns: option.any,
  examples: option.any,
  timeoutMs: option.any,
  terminal: option.flag,
  needs: option.any,
  takes: option.any,
  positional: option.list,
  missingFieldMessage: option.function,
  schema: option.object,
  aliases: option.list,
  fieldAliases: option.object,
  environments: option.list,
  requiresPage: option.flag,
  run: option.any,
};

/** Throws `invalid_option` for a field that tools do not have. `register` checks the required fields. */
export function checkToolFields(tool: object): void {
  checkOptions(`the tool "${'name' in tool ? tool.name : ''}"`, tool, fieldTypes);
}

/** The definition of a tool that a model receives. */
export interface ToolDefinition {
  name: string;
  description: string;
  category: ToolCategory;
  safety: Safety;
  parameters: JsonSchema;
  terminal: boolean;
  /** The model can call it, but does not receive its definition. */
  hidden?: true;
}

/** The result of a call. Errors are part of it. */
export type ToolResult<Data = unknown> = ToolSuccess<Data> | ToolFailure;

export interface ToolSuccess<Data = unknown> {
  success: true;
  data: Data;
  error?: undefined;
  fault?: undefined;
  pictures?: Picture[];
  metadata: ToolResultMetadata;
}

export interface ToolFailure {
  success: false;
  /** The error message with the next step. */
  error: string;
  /** The error as data. */
  fault?: Fault;
  data?: undefined;
  pictures?: Picture[];
  metadata: ToolResultMetadata;
}

const createdResults = new WeakSet<object>();

/** Creates results, for tools that return a result instead of throwing an error. */
export const ToolResult = {
  ok<Data>(data: Data, metadata: Partial<ToolResultMetadata> = {}): ToolResult<Data> {
    return create({ success: true, data, metadata: { tool: '', ms: 0, ...metadata } });
  },
  fail(error: string, metadata: Partial<ToolResultMetadata> = {}): ToolResult<never> {
    return create({ success: false, error, metadata: { tool: '', ms: 0, ...metadata } });
  },
};

function create<Data>(result: ToolResult<Data>): ToolResult<Data> {
  createdResults.add(result);
  return result;
}

/** True for a result of `ToolResult.ok` or `ToolResult.fail`. */
export function isToolResult(value: unknown): value is ToolResult {
  return typeof value === 'object' && value !== null && createdResults.has(value);
}

export interface ToolResultMetadata {
  tool: string;
  ms: number;
  /** The code behind `error`. */
  code?: string;
  /** The combined effect of the actions of the call. */
  effect?: 'changed' | 'unchanged' | 'unknown';
  /** The outcome of the actions as text for a model. */
  outcomeText?: string;
  /** Page events during the call, as sentences. */
  notices?: string[];
  /** Downloaded files, as changes of kind `download`. */
  downloads?: Change[];
  /** The call ended on another page or tab. */
  navigated?: boolean;
  [fact: string]: unknown;
}
