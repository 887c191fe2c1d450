import { anthropic } from './anthropic.js';
import { chatProviders } from './chat.js';
import { faraProvider } from './fara.js';
import { googleProvider } from './google.js';
import { openai } from './openai.js';
import type { Provider } from './provider.js';
import { qwenProvider } from './qwen.js';
import { uiTarsProvider } from './ui-tars.js';

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
