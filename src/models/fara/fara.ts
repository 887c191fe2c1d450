import { HandrailError } from '../../core/errors.js';
import { createModel, type ModelSettings, type ProviderAdapter } from '../adapter/provider-adapter.js';
import { priceAt } from '../chat-completions/client.js';
import type { Model } from '../model.js';
import type { Provider } from '../provider.js';
import { faraNative } from './native/native.js';
import { thoughtAction } from './thought-action/thought-action.js';
import { faraEndpoint, faraWire, localServer } from './transport.js';

/** What may be set for a Fara model. */
export interface FaraSettings extends ModelSettings {
  /** `fara-7b` (default), `fara-1.5`, `thought-action`, or the name a server knows the model by: `microsoft/Fara-7B`. */
  model?: string;
}

/** The names that servers know the models by, where nobody says another: Azure leaves out whose they are. */
const served: Readonly<Record<string, string>> = {
  'fara-7b': 'microsoft/Fara-7B',
  'fara-1.5': 'microsoft/Fara1.5-9B',
  'thought-action': 'microsoft/Fara-7B',
};

/** A Fara model on an Azure ML endpoint, in Foundry, or on a server of your own. Throws `invalid_option` with the fix. */
export function fara({ model = 'fara-7b', ...settings }: FaraSettings = {}): Model {
  const price = settings.price ?? priceAt(faraEndpoint(settings));
  return createModel(faraDialect(model, settings), { ...settings, ...(price ? { price } : {}) });
}

/** The dialect of a model by its name. */
export function faraDialect(model: string, settings: ModelSettings = {}): ProviderAdapter<unknown[]> {
  const kind = kindOf(model);
  const wire = faraWire(served[model] ?? model, settings);
  if (kind === 'thought-action') return thoughtAction(`fara/${model}`, wire);
  return faraNative(`fara/${model}`, kind, wire);
}

function kindOf(model: string): 'thought-action' | '7b' | '1.5' {
  if (/thought-?action/i.test(model)) return 'thought-action';
  if (/fara.*1[._-]?5/i.test(model)) return '1.5';
  if (/fara/i.test(model)) return '7b';
  throw new HandrailError(
    'invalid_option',
    `There is no Fara model "${model}".`,
    'Valid: fara/fara-7b, fara/fara-1.5, fara/thought-action, or the name your server has for one of these.',
  );
}

/** Azure has an address and a key of its own; without them it is a server on this machine, or wherever FARA_BASE_URL says. */
const isInAzure = (): boolean => !process.env.FARA_BASE_URL && Boolean(process.env.FARA_AZURE_ENDPOINT);

export const faraProvider: Provider = {
  name: 'fara',
  title: 'Microsoft Fara',
  get keys() {
    return isInAzure() ? ['FARA_AZURE_API_KEY'] : [];
  },
  get baseUrlKey() {
    return isInAzure() ? 'FARA_AZURE_ENDPOINT' : 'FARA_BASE_URL';
  },
  get localUrl() {
    return isInAzure() ? undefined : localServer;
  },
  package: 'openai',
  models: ['fara-7b', 'fara-1.5', 'thought-action'],
  make: (model, settings) => fara({ model, ...settings }),
};
