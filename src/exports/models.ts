// handrail/models: the functions that create models, and the types to write one.
export {
  type CoordinateSpace,
  grid999,
  grid1000,
  type PictureGeometry,
  pixelSpace,
  toModelPoint,
  toScreenPoint,
} from '../core/coordinate-space.js';
export type { Conversation, Exchange, HistoryWindow, UserMessage } from '../models/adapter/conversation.js';
export {
  type ImageRetention,
  type ImageRetentionPolicy,
  planImageRetention,
} from '../models/adapter/image-retention.js';
export { findPrice, type Price, pricesCheckedOn } from '../models/adapter/prices.js';
export {
  type AdapterReply,
  createModel,
  type ModelSettings,
  type ProviderAdapter,
} from '../models/adapter/provider-adapter.js';
export { type AnthropicOptions, anthropic } from '../models/anthropic/anthropic.js';
export { type ChatOptions, chat } from '../models/chat-completions/chat.js';
export { type FaraOptions, fara } from '../models/fara/fara.js';
export { type GoogleOptionAliases, type GoogleOptions, google } from '../models/google/google.js';
export type {
  Attachment,
  Call,
  CallResult,
  Message,
  Reply,
  ScreenSnapshot,
  Turn,
  Usage,
  VisionConfig,
} from '../models/model.js';
export { type OpenaiOptions, openai } from '../models/openai/openai.js';
export { type QwenOptions, qwen } from '../models/qwen/qwen.js';
export { type UiTarsOptions, uiTars } from '../models/ui-tars/ui-tars.js';
export { steps } from '../steps/index.js';
export type { ModelCapability, ToolDefinition } from '../tools/tool.js';
