import type { z } from 'zod';
import type { Change } from '../core/change.js';
import type { Picture } from '../core/observation.js';
import type { Safety } from '../core/safety.js';
import type { ToolContext } from './context.js';

export const toolCategories = ['navigation', 'interaction', 'extraction', 'form', 'system', 'utility'] as const;
export type ToolCategory = (typeof toolCategories)[number];

/** What a model can do. */
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

/** One thing a model, a person or a program can ask for. Every fact about it is in this record. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> {
  name: string;
  title: string;
  /** What it does and when to use it, for a model that has never seen it. */
  description: string;
  category: ToolCategory;
  safety: Safety;
  /** What it may change: nothing, the page it works on, or things beyond it (files, servers, people). */
  effect: 'none' | 'page' | 'outside';
  /** Doing it twice comes to the same as doing it once. */
  idempotent: boolean;
  input: Input;
  output: Output;
  /** What comes back, in a few words. */
  returns: string;
  /** Calls as one would write them: `click(selector="el_5")`. */
  examples: readonly [string, ...string[]];
  timeoutMs: number;
  /** Ends the task. */
  terminal?: boolean;
  /** Without a required capability the tool is hidden; without an optimal one there is a warning. */
  needs: { required: readonly ModelCapability[]; optimal: readonly ModelCapability[] };
  /** Which of its fields are addresses, paths or secrets. */
  takes: { urls: readonly string[]; paths: readonly string[]; secrets: readonly string[] };
  /** Fields that a shell command takes without naming them, in order; when there are fewer words, optional ones are left out first. Required fields when not said. */
  positional?: readonly string[];
  /** The sentence for a field that is missing, where its callers know another one than ours. */
  missing?(field: string): string;
  /** The JSON Schema that is told of `input`, where it has to be that one to the letter. */
  schema?: JsonSchema;
  /** Other names it answers to. */
  aliases?: readonly string[];
  /** Other names of its fields. */
  fieldAliases?: Readonly<Record<string, string>>;
  /** Has a use only on pages of a browser, or only on desktops and in containers. Both when not said. */
  environments?: 'pages' | 'desktops';
  /** Only for those who ask for it by name. */
  hidden?: boolean;
  /** Throws HandrailError when it cannot be done. */
  run(input: z.output<Input>, context: ToolContext): Promise<z.output<Output>>;
}

/** Gives a tool its types: what `run` receives follows from `input`, what it returns is checked against `output`. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodType>(
  tool: Tool<Input, Output>,
): Tool<Input, Output> {
  return tool;
}

/** What a model is told of a tool. */
export interface ToolDefinition {
  name: string;
  description: string;
  category: ToolCategory;
  safety: Safety;
  parameters: JsonSchema;
  terminal: boolean;
  /** It can be called, but the model knows it already: its definition is not sent. */
  hidden?: true;
}

/** What came of a call. Never an exception. */
export interface ToolResult<Data = unknown> {
  success: boolean;
  data?: Data;
  /** A sentence, and what to do next. */
  error?: string;
  /** Pictures for whoever can see. */
  pictures?: Picture[];
  metadata: ToolResultFacts;
}

export interface ToolResultFacts {
  tool: string;
  ms: number;
  /** The code behind `error`. */
  code?: string;
  /** What the actions of the call came to, taken together. */
  effect?: 'changed' | 'unchanged' | 'unknown';
  /** What the last action changed, as a model reads it. */
  seen?: string;
  /** What befell the page meanwhile, in sentences. */
  news?: string[];
  /** Files that came with it, as changes of kind `download`. */
  downloads?: Change[];
  /** The page or tab is another one than before the call. */
  moved?: boolean;
  [fact: string]: unknown;
}
