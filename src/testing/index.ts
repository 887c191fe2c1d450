export { anthropicContract, anthropicContractOf } from './anthropic/anthropic.js';
export type { AnthropicState } from './anthropic/state.js';
export { chatContract } from './chat-completions/chat.js';
export { type QwenCalls, type QwenGeneration, qwenContract } from './chat-completions/qwen.js';
export { type ChatFlavour, type ChatRules, chatFlavours } from './chat-completions/rules.js';
export { type UiTarsGeneration, uiTarsContract } from './chat-completions/ui-tars.js';
export {
  type Contract,
  type ContractRequest,
  ContractViolation,
  type ModelInput,
  type PlannedFault,
  type Policy,
  type SentPicture,
} from './contract.js';
export { faraContract, faraScoreContract, scoreShapes } from './fara/fara.js';
export { type GoogleState, googleContract } from './google/google.js';
export { type InteractionsState, interactionsContract } from './google/interactions.js';
export { googleMessages, googleModels } from './google/rules.js';
export type { Intent, ScreenPoint } from './intent.js';
export { type OpenaiState, openaiContract } from './openai/openai.js';
export { pointOf } from './point-of.js';
export { readPicture, readPictureText } from './sent-picture.js';
export { type ContractServer, serveContract } from './serve.js';
