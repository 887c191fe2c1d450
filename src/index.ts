// handrail: what most programs need. The other exports are in src/exports.
export { type Agent, createAgent } from './agent/agent.js';
export type { Attachable } from './agent/attachment.js';
export { isCallOf, type RunEvent, type RunResult, type RunStatus, type RunUsage } from './agent/events.js';
export type { Expectation } from './agent/expectations.js';
export { defaultLimits, type RunLimits } from './agent/limits.js';
export type { AgentOptions, SendOptions } from './agent/options.js';
export { type RunOptions, run } from './agent/run.js';
export { type BrowserSession, createSession, openSession } from './client/open-session.js';
export type { ActionInput, ExtractOptions, Session } from './client/session.js';
export type { SessionEvent } from './client/session-event.js';
export type { Action, Target as ActionTarget } from './core/action.js';
export type { Change as ScreenChange } from './core/change.js';
export type { Element as ScreenElement, ElementId } from './core/element.js';
export type { EnvironmentKind } from './core/environment-kinds.js';
export { type ErrorCode, errorCodes, type Fault, HandrailError } from './core/errors.js';
export type { Observation, Picture } from './core/observation.js';
export type { Outcome } from './core/outcome.js';
export type { Safety } from './core/safety.js';
export type { Environment, Evidence, View } from './core/view.js';
export type { Model } from './models/model.js';
export type { ApprovalRequest, Approve } from './rails/approval.js';
export { askFrom, type Gate, type Proposal } from './rails/gate.js';
export type { ObserveOptions } from './session/observe-options.js';
export type {
  AnySessionOptions,
  ContainerSessionOptions,
  DesktopSessionOptions,
  SessionOptions,
} from './session/open-session.js';
export type { PerformOptions, Rails, SessionRails } from './session/session.js';
export type { ToolContext } from './tools/context.js';
export { defineTool, type Tool, ToolResult } from './tools/tool.js';
export type { ToolData, ToolInput, ToolName } from './tools/tool-types.js';
