import { HandrailError } from '../../core/errors.js';
import { option } from '../../core/options.js';
import { checkSettings } from '../adapter/check-settings.js';
import type { ModelSettings, ProviderAdapter } from '../adapter/provider-adapter.js';
import { createChatModel } from '../chat-completions/screenshot-chat.js';
import type { Model } from '../model.js';
import type { Provider } from '../provider.js';
import { faraNative } from './native/native.js';
import { thoughtAction } from './thought-action/thought-action.js';
import { faraEndpoint, faraTransport, isScoringEndpoint, localServerUrl } from './transport.js';

/** The options of a Fara model. */
export interface FaraOptions extends ModelSettings {
  /** `fara-7b` (default), `fara-1.5`, `thought-action`, or the model's name on the server: `microsoft/Fara-7B`. */
  model?: string | undefined;
}

/** The default names of the models on servers. Azure omits the owner. */
const servedNames: Readonly<Record<string, string>> = {
  'fara-7b': 'microsoft/Fara-7B',
  'fara-1.5': 'microsoft/Fara1.5-9B',
  'thought-action': 'microsoft/Fara-7B',
};

/** A Fara model on an Azure ML endpoint, in Foundry, or on your own server. Throws `invalid_option` with the fix. */
export function fara(options: FaraOptions = {}): Model {
  checkSettings('fara', options, { model: option.text });
  const { model = 'fara-7b', ...settings } = options;
  return createChatModel(faraAdapter(model, settings), faraEndpoint(settings), settings);
}

/** The adapter for a model by its name. */
export function faraAdapter(model: string, settings: ModelSettings = {}): ProviderAdapter<unknown[]> {
  const format = faraFormat(model, faraEndpoint(settings));
  const transport = faraTransport(servedNames[model] ?? model, settings);
  if (format === 'thought-action') return thoughtAction(`fara/${model}`, transport);
  return faraNative(`fara/${model}`, format, transport);
}

/** The format of the conversation: by the endpoint, then by the name of the model. A scoring endpoint always uses `thought-action`. */
export function faraFormat(model: string, endpoint: string): 'thought-action' | '7b' | '1.5' {
  return isScoringEndpoint(endpoint) ? 'thought-action' : formatOfName(model);
}

function formatOfName(model: string): 'thought-action' | '7b' | '1.5' {
  if (/thought-?action/i.test(model)) return 'thought-action';
  if (/fara.*1[._-]?5/i.test(model)) return '1.5';
  if (/fara/i.test(model)) return '7b';
  throw new HandrailError(
    'invalid_option',
    `There is no Fara model "${model}".`,
    'Valid: fara/fara-7b, fara/fara-1.5, fara/thought-action, or the name of one of these on your server.',
  );
}

/** Azure has its own endpoint and key. Otherwise the model runs on this machine, or at FARA_BASE_URL. */
const isInAzure = (): boolean => !process.env.FARA_BASE_URL && Boolean(process.env.FARA_AZURE_ENDPOINT);

export const faraProvider: Provider = {
  name: 'fara',
  title: 'Microsoft Fara',
  get apiKeyVariables() {
    return isInAzure() ? ['FARA_AZURE_API_KEY'] : [];
  },
  get baseUrlVariable() {
    return isInAzure() ? 'FARA_AZURE_ENDPOINT' : 'FARA_BASE_URL';
  },
  get localUrl() {
    return isInAzure() ? undefined : localServerUrl;
  },
  package: 'openai',
  models: ['fara-7b', 'fara-1.5', 'thought-action'],
  createModel: (model, settings) => fara({ model, ...settings }),
};
