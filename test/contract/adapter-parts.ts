import { modelSettings } from '../../src/models/adapter/check-settings.js';
import { createModel, type ProviderAdapter } from '../../src/models/adapter/provider-adapter.js';
import type { AdapterCase } from './cases.js';

/** The adapter and the model of a case, from one function that makes the adapter. */
export const adapterParts = <Options extends object>(
  options: (url: string) => Options,
  adapter: (options: Options) => ProviderAdapter,
): Pick<AdapterCase, 'adapter' | 'model'> => ({
  adapter: (url) => adapter(options(url)),
  model: (url, settings) => {
    const given = { ...options(url), ...settings };
    return createModel(adapter(given), modelSettings(given));
  },
});
