// handrail/tools: the built-in tools, and what programs that call tools themselves need.
export type { OfferedTool } from '../agent/offered-tools.js';
export { type ActionType, actionSchema, actionTypes, parseAction } from '../core/action.js';
export { isElementId, type Role, roles } from '../core/element.js';
export type { JournalWriter } from '../core/journal-writer.js';
export { type KeyChord, parseKeySequence, parseKeys } from '../core/keys/keys.js';
export type { Effect as ActionEffect } from '../core/outcome.js';
export type { ReadRequest, ReadResult } from '../core/read.js';
export { safetyLevels } from '../core/safety.js';
export type { ViewRequest } from '../core/view.js';
export type { BrowserLimits } from '../environments/browser/limits.js';
export { countTokens } from '../perception/count-tokens.js';
export { describeChange } from '../perception/diff/describe-change.js';
export { ground, type RankedElement } from '../perception/grounding/ground.js';
export { renderOutcome } from '../perception/ui-map/render-outcome.js';
export type { ApprovalAnswer, ApprovalReply } from '../rails/approval.js';
export type { ToolUse, Verdict } from '../rails/gate.js';
export type { Permit } from '../session/approval/permit.js';
export { builtinRegistry, builtinTools } from '../tools/builtin.js';
export { callTool, type ToolHost } from '../tools/call/call-tool.js';
export { validate } from '../tools/call/parse-input.js';
export { formatCall, parseCallString } from '../tools/call-string.js';
export type { FillFromText, ResolvedTarget } from '../tools/context.js';
export { createRegistry, inputSchema, outputSchema, type Registry } from '../tools/registry.js';
export {
  type JsonSchema,
  type PlainToolFields,
  type ToolCategory,
  type ToolFailure,
  type ToolFields,
  type ToolResultMetadata,
  type ToolSuccess,
  toolCategories,
} from '../tools/tool.js';
export type { ToolOf } from '../tools/tool-types.js';
export { pickTools, type ToolsetName, toolsetNames } from '../tools/toolsets.js';
