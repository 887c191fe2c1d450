export { type Agent, type AgentEnvironment, type AgentOptions, createAgent, type SendOptions } from './agent/agent.js';
export type { Attachable } from './agent/attachment.js';
export { type RunEvent, type RunResult, type RunStatus, type RunUsage, runStatuses } from './agent/events.js';
export { defaultLimits, type RunLimits } from './agent/limits.js';
export type { OfferedTool } from './agent/offered-tools.js';
export { type RunOptions, run } from './agent/run.js';
export type { Expectation } from './agent/verify-claim.js';
export * from './core/action.js';
export type * from './core/change.js';
export * from './core/element.js';
export { type EnvironmentKind, environmentKinds } from './core/environment-kinds.js';
export * from './core/errors.js';
export type { Point, Rect, Size } from './core/geometry.js';
export { type KeyChord, parseKeySequence, parseKeys } from './core/keys.js';
export type * from './core/observation.js';
export type * from './core/outcome.js';
export type * from './core/read.js';
export type { Recorder } from './core/recorder.js';
export { type Safety, safetyLevels } from './core/safety.js';
export { grid999, grid1000, pixels, type Shown, type Space, toModel, toScreen } from './core/space.js';
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
export type { Limits } from './environments/browser/act/action-context.js';
export { findBrowser, installHint } from './environments/browser/launch/find-browser.js';
export type { Conversation, Exchange, HistoryWindow, UserMessage } from './models/adapter/conversation.js';
export { type ImageRetention, imageRetentionOf, type PicturePolicy } from './models/adapter/image-retention.js';
export { type Price, priceOf, pricesOf } from './models/adapter/prices.js';
export { createModel, type ModelSettings, type ProviderAdapter } from './models/adapter/provider-adapter.js';
export { type ClaudeOptions, claude } from './models/anthropic/anthropic.js';
export { type ChatOptions, chat } from './models/chat-completions/chat.js';
export { type FaraSettings, fara } from './models/fara/fara.js';
export { type GeminiOptions, gemini } from './models/google/google.js';
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
export { describeChange } from './perception/diff/describe-change.js';
export { ground, type Ranked } from './perception/grounding/ground.js';
export { countTokens } from './perception/tokens.js';
export { renderOutcome } from './perception/ui-map/outcome-text.js';
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
export type { PerformOptions, Rails, Session, SessionEvents } from './session/session.js';
export { steps } from './steps/index.js';
export { builtinRegistry, builtinTools } from './tools/builtin.js';
export { callTool, type ToolHost } from './tools/call.js';
export { formatCall, parseCallString } from './tools/call-string.js';
export type { FillIn, Resolved, ToolContext } from './tools/context.js';
export { createRegistry, inputSchema, outputSchema, type Registry } from './tools/registry.js';
export {
  defineTool,
  type JsonSchema,
  type ModelCapability,
  type Tool,
  type ToolCategory,
  type ToolDefinition,
  type ToolResult,
  type ToolResultFacts,
  toolCategories,
} from './tools/tool.js';
export { pickTools, type ToolsetName, toolsetNames } from './tools/toolsets.js';
export { getComputerUseSchema } from './tools/vocabularies/computer-use/schema.js';
