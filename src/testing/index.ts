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
export type { Intent, Place } from './intent.js';
export { readPicture, readPictureText } from './sent-picture.js';
export { type ContractServer, serveContract } from './serve.js';
