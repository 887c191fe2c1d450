import { modelSettings } from '../adapter/check-settings.js';
import { createModel, type ProviderAdapter } from '../adapter/provider-adapter.js';
import type { Model } from '../model.js';
import { type Provider, resolveApiKey, resolveBaseUrl } from '../provider.js';
import { type GoogleBody, googleClient } from './client.js';
import { generateContent } from './generate-content/generate-content.js';
import { interactions } from './interactions/interactions.js';
import { type GoogleOptionAliases, type GoogleOptions, normalizeOptions, readOptions } from './options.js';

export type { GoogleOptionAliases, GoogleOptions } from './options.js';

/** Google's models through the Gemini API. */
export const googleProvider: Provider = {
  name: 'google',
  title: 'Google Gemini',
  apiKeyVariables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  baseUrlVariable: 'GEMINI_BASE_URL',
  ownHosts: ['generativelanguage.googleapis.com'],
  package: '@google/genai',
  models: [
    'gemini-3.8-flash',
    'gemini-3.7-flash',
    'gemini-3.5-flash',
    'gemini-3.5-flash-lite',
    'gemini-3-flash-preview',
    'gemini-2.5-computer-use-preview-10-2025',
  ],
  createModel: (model, settings) => google({ ...settings, model }),
};

/** A Gemini model that operates a screen. Throws `invalid_option` for unknown options, and for options that Google rejects. */
export function google(given: GoogleOptions & GoogleOptionAliases = {}): Model {
  const options = normalizeOptions(given);
  return createModel(googleAdapter(options), modelSettings(options));
}

/** The adapter for a Gemini model. */
export function googleAdapter(options: GoogleOptions = {}): ProviderAdapter<GoogleBody> {
  const settings = readOptions(options);
  const client = googleClient(resolveApiKey(googleProvider, options), resolveBaseUrl(googleProvider, options));
  return settings.api === 'interactions' ? interactions(settings, client) : generateContent(settings, client);
}
