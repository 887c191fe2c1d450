export { anthropicContract, anthropicContractOf } from './anthropic/anthropic.js';
export type { AnthropicMemory } from './anthropic/memory.js';
export { chatContract } from './chat-completions/chat.js';
export { type QwenCalls, type QwenGeneration, qwenContract } from './chat-completions/qwen.js';
export { type ChatFlavour, type ChatRules, chatFlavours } from './chat-completions/rules.js';
export { type UiTarsGeneration, uiTarsContract } from './chat-completions/ui-tars.js';
export {
  type Contract,
  type ContractRequest,
  type PlannedFault,
  type Policy,
  Refusal,
  type SentPicture,
  type Told,
} from './contract.js';
export { faraContract, faraScoreContract, scoreShapes } from './fara/fara.js';
export { type GoogleMemory, googleContract } from './google/google.js';
export { type InteractionsMemory, interactionsContract } from './google/interactions.js';
export { googleMessages, googleModels } from './google/rules.js';
export type { Intent, Place } from './intent.js';
export { type OpenaiMemory, openaiContract } from './openai/openai.js';
export { placeOf } from './place-of.js';
export { readPicture, readPictureText } from './sent-picture.js';
export { type ContractServer, serveContract } from './serve.js';
