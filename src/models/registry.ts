import { anthropicProvider } from './anthropic/anthropic.js';
import { chatProviders } from './chat-completions/chat.js';
import { faraProvider } from './fara/fara.js';
import { googleProvider } from './google/google.js';
import { openaiProvider } from './openai/openai.js';
import type { Provider } from './provider.js';
import { qwenProvider } from './qwen/qwen.js';
import { uiTarsProvider } from './ui-tars/ui-tars.js';

/** All providers. A new one is one line here. */
export const providers: readonly Provider[] = [
  googleProvider,
  anthropicProvider,
  openaiProvider,
  faraProvider,
  uiTarsProvider,
  qwenProvider,
  ...chatProviders,
];
