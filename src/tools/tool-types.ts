import type { z } from 'zod';
import type { desktopTools } from './builtin/desktop.js';
import type { extractionTools } from './builtin/extraction.js';
import type { formTools } from './builtin/form.js';
import type { interactionTools } from './builtin/interaction.js';
import type { navigationTools } from './builtin/navigation.js';
import type { systemTools } from './builtin/system.js';
import type { utilityTools } from './builtin/utility.js';
import type { Tool } from './tool.js';

type BuiltinTool = (
  | typeof navigationTools
  | typeof interactionTools
  | typeof extractionTools
  | typeof formTools
  | typeof systemTools
  | typeof utilityTools
  | typeof desktopTools
)[number];

/** The name of a built-in tool. */
export type ToolName = BuiltinTool['name'];

/** The tool itself, or the built-in tool with this name. */
export type ToolOf<Given extends ToolName | Tool> = Given extends Tool ? Given : Extract<BuiltinTool, { name: Given }>;

/** The input of a tool: `ToolInput<'fill_form'>`, `ToolInput<typeof myTool>`. */
export type ToolInput<Given extends ToolName | Tool> = z.input<ToolOf<Given>['input']>;

/** The data that a tool returns: `ToolData<'extract_text'>`, `ToolData<typeof myTool>`. */
export type ToolData<Given extends ToolName | Tool> = z.output<ToolOf<Given>['output']>;
