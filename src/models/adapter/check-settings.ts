import { HandrailError } from '../../core/errors.js';
import { checkOptions, type OptionTypes, option } from '../../core/options.js';
import type { Price } from './prices.js';
import type { ModelSettings } from './provider-adapter.js';

const settingTypes: OptionTypes<ModelSettings> = {
  apiKey: option.text,
  baseUrl: option.text,
  timeoutMs: option.number,
  maxAttempts: option.number,
  initialDelayMs: option.number,
  price: option.object,
};

const priceTypes: OptionTypes<Price> = {
  input: option.number,
  output: option.number,
  cached: option.number,
  cacheWrite: option.number,
};

/** A price without input and output would make the cost of a run unknown. */
function checkPrice(owner: string, price: Price | undefined): void {
  checkOptions(`price of ${owner}`, price, priceTypes);
  if (!price || (price.input !== undefined && price.output !== undefined)) return;
  throw new HandrailError(
    'invalid_option',
    `price of ${owner} needs input and output.`,
    'Pass US dollars for a million tokens: { input: 2, output: 10 }.',
  );
}

/** Throws `invalid_option` for an option that the function of a model does not have. `own`: its options in addition to those of every model. */
export function checkSettings<Options extends ModelSettings>(
  owner: string,
  options: Options,
  own: OptionTypes<Omit<Options, keyof ModelSettings>>,
): void {
  checkOptions(owner, options, { ...settingTypes, ...own });
  checkPrice(owner, options?.price);
}

/** The settings of every model among the options of a provider function. */
export function modelSettings(options: ModelSettings): ModelSettings {
  const { apiKey, baseUrl, timeoutMs, maxAttempts, initialDelayMs, price } = options;
  return { apiKey, baseUrl, timeoutMs, maxAttempts, initialDelayMs, price };
}
