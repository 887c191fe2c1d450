export { anthropicContract, anthropicContractOf } from './anthropic.js';
export type { AnthropicMemory } from './anthropic-memory.js';
export { chatContract } from './chat.js';
export { type ChatFlavour, type ChatRules, chatFlavours } from './chat-rules.js';
export {
  type Contract,
  type ContractRequest,
  type PlannedFault,
  type Policy,
  Refusal,
  type SentPicture,
  type Told,
} from './contract.js';
export { faraContract, faraScoreContract, scoreShapes } from './fara.js';
export { type GoogleMemory, googleContract } from './google.js';
export { type InteractionsMemory, interactionsContract } from './google-interactions.js';
export { googleMessages, googleModels } from './google-rules.js';
export type { Intent, Place } from './intent.js';
export { type OpenaiMemory, openaiContract } from './openai.js';
export { placeOf } from './place-of.js';
export { type QwenCalls, type QwenGeneration, qwenContract } from './qwen.js';
export { readPicture, readPictureText } from './sent-picture.js';
export { type ContractServer, serveContract } from './serve.js';
export { type UiTarsGeneration, uiTarsContract } from './ui-tars.js';
