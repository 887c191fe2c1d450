import type { Dialect } from './dialect.js';
import type { GoogleBody, GoogleClient } from './google-client.js';
import type { GeminiSettings } from './google-options.js';

export function interactions(_: GeminiSettings, __: GoogleClient): Dialect<GoogleBody> {
  throw new Error('soon');
}
