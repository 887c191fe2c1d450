import { anthropic } from './anthropic/anthropic.js';
import { chatProviders } from './chat-completions/chat.js';
import { faraProvider } from './fara/fara.js';
import { googleProvider } from './google/google.js';
import { openai } from './openai/openai.js';
import type { Provider } from './provider.js';
import { qwenProvider } from './qwen/qwen.js';
import { uiTarsProvider } from './ui-tars/ui-tars.js';

/** Every provider there is: a new one is a line here. */
export const providers: readonly Provider[] = [
  googleProvider,
  anthropic,
  openai,
  faraProvider,
  uiTarsProvider,
  qwenProvider,
  ...chatProviders,
];
