export { type Agent, createAgent } from './agent/agent.js';
export type { Attachable } from './agent/attachment.js';
export { type RunEvent, type RunResult, type RunStatus, type RunUsage, runStatuses } from './agent/events.js';
export type { Expectation } from './agent/expectations.js';
export { defaultLimits, type RunLimits } from './agent/limits.js';
export type { OfferedTool } from './agent/offered-tools.js';
export type { AgentEnvironment, AgentOptions, SendOptions } from './agent/options.js';
export { type RunOptions, run } from './agent/run.js';
export * from './core/action.js';
export type * from './core/change.js';
export {
  type CoordinateSpace,
  grid999,
  grid1000,
  type PictureGeometry,
  pixelSpace,
  toModelPoint,
  toScreenPoint,
} from './core/coordinate-space.js';
export * from './core/element.js';
export { type EnvironmentKind, environmentKinds } from './core/environment-kinds.js';
export * from './core/errors.js';
export type { Point, Rect, Size } from './core/geometry.js';
export type { JournalWriter } from './core/journal-writer.js';
export { type KeyChord, parseKeySequence, parseKeys } from './core/keys.js';
export type * from './core/observation.js';
export type * from './core/outcome.js';
export type * from './core/read.js';
export { type Safety, safetyLevels } from './core/safety.js';
export type * from './core/view.js';
export { BrowserToolExecutor, type BrowserToolSchema } from './doors/compat/browser-tool-executor.js';
export {
  type ExecutionResult,
  type FaraComputerUseOptions,
  type FaraEnvironmentConfig,
  type FaraResult,
  faraComputerUse,
  faraComputerUseTool,
} from './doors/compat/fara-computer-use.js';
export { findBrowser, installHint } from './environments/browser/launch/find-browser.js';
export type { BrowserLimits } from './environments/browser/limits.js';
export type { Conversation, Exchange, HistoryWindow, UserMessage } from './models/adapter/conversation.js';
export {
  type ImageRetention,
  type ImageRetentionPolicy,
  planImageRetention,
} from './models/adapter/image-retention.js';
export { findPrice, type Price, pricesCheckedOn } from './models/adapter/prices.js';
export { createModel, type ModelSettings, type ProviderAdapter } from './models/adapter/provider-adapter.js';
export { type ClaudeOptions, claude } from './models/anthropic/anthropic.js';
export { type ChatOptions, chat } from './models/chat-completions/chat.js';
export { type FaraSettings, fara } from './models/fara/fara.js';
export { type GeminiOptionAliases, type GeminiOptions, gemini } from './models/google/google.js';
export type {
  Attachment,
  Call,
  CallResult,
  Message,
  Model,
  Reply,
  ScreenSnapshot,
  Turn,
  Usage,
  VisionConfig,
} from './models/model.js';
export { type GptOptions, gpt } from './models/openai/openai.js';
export { type QwenOptions, qwen } from './models/qwen/qwen.js';
export { call, type ScriptedTurn, scripted } from './models/scripted/scripted.js';
export { type UiTarsOptions, uiTars } from './models/ui-tars/ui-tars.js';
export { countTokens } from './perception/count-tokens.js';
export { describeChange } from './perception/diff/describe-change.js';
export { ground, type RankedElement } from './perception/grounding/ground.js';
export { renderOutcome } from './perception/ui-map/render-outcome.js';
export { type Approve, askFrom, type Gate, type Proposal, type ToolUse, type Verdict } from './rails/gate.js';
export type { ObserveOptions } from './session/observe-options.js';
export {
  type AnySessionOptions,
  type BrowserSession,
  type ContainerSessionOptions,
  type DesktopSessionOptions,
  openSession,
  type SessionOptions,
} from './session/open-session.js';
export type { Permit } from './session/pass-gates.js';
export { createSession, type PerformOptions, type Rails, type Session, type SessionEvents } from './session/session.js';
export { steps } from './steps/index.js';
export { builtinRegistry, builtinTools } from './tools/builtin.js';
export { callTool, type ToolHost } from './tools/call/call-tool.js';
export { validate } from './tools/call/parse-input.js';
export { formatCall, parseCallString } from './tools/call-string.js';
export type { FillFromText, ResolvedTarget, ToolContext } from './tools/context.js';
export { createRegistry, inputSchema, outputSchema, type Registry } from './tools/registry.js';
export {
  defineTool,
  type JsonSchema,
  type ModelCapability,
  type Tool,
  type ToolCategory,
  type ToolDefinition,
  ToolResult,
  type ToolResultMetadata,
  toolCategories,
} from './tools/tool.js';
export { pickTools, type ToolsetName, toolsetNames } from './tools/toolsets.js';
export { getComputerUseSchema } from './tools/vocabularies/computer-use/schema.js';
