import { HandrailError } from '../../core/errors.js';
import { option } from '../../core/options.js';
import { checkSettings } from '../adapter/check-settings.js';
import type { ModelSettings } from '../adapter/provider-adapter.js';
import { isLegacy, predefinedNames } from './actions.js';

const environments = ['browser', 'desktop', 'mobile'] as const;
export type Environment = (typeof environments)[number];

const policies = [
  'financial_transactions',
  'sensitive_data_modification',
  'communication_tool',
  'account_creation',
  'data_modification',
  'user_consent_management',
  'legal_terms_and_agreements',
] as const;
type Policy = (typeof policies)[number];

const levels = ['minimal', 'low', 'medium', 'high'] as const;
type Level = (typeof levels)[number];

const apis = ['generateContent', 'interactions'] as const;
type Api = (typeof apis)[number];

/** The options of a Gemini model. All are optional; the key comes from the environment. */
export interface GoogleOptions extends ModelSettings {
  /** Default `gemini-2.5-computer-use-preview-10-2025`. */
  model?: string | undefined;
  /** What the model operates. Default: `browser` or `desktop`, by the session. Google's spelling `ENVIRONMENT_BROWSER` is accepted, too. */
  environment?: Environment | `ENVIRONMENT_${Uppercase<Environment>}` | undefined;
  /** Actions that the model may not use. */
  excludedFunctions?: readonly string[] | undefined;
  /** Offer the model's own actions. Default true. A computer use model requires them. */
  enableComputerUse?: boolean | undefined;
  /** Google detects instructions that were injected into the page (Gemini 3.5 and later). */
  promptInjectionDetection?: boolean | undefined;
  /** Kinds of actions that need no confirmation by the user (Gemini 3.5 and later). */
  disabledSafetyPolicies?: readonly (Policy | Uppercase<Policy>)[] | undefined;
  /** How much the model thinks (Gemini 3 and later). */
  thinkingLevel?: Level | undefined;
  maxOutputTokens?: number | undefined;
  /** Which of Google's two APIs to use. Default `generateContent`. */
  api?: Api | undefined;
  /** For `interactions`: Google stores the conversation. Default true. If false, each request holds all of it. */
  store?: boolean | undefined;
  /** The page that the action `search` opens; `{query}` is replaced by the query. Default: the environment variable HANDRAIL_SEARCH, or Bing. */
  searchUrl?: string | undefined;
}

/** Other names of the options: those of Google's wire format and of agent libraries. */
export interface GoogleOptionAliases {
  computerUseEnvironment?: string | undefined;
  excludedComputerUseFunctions?: readonly string[] | undefined;
  excluded_predefined_functions?: readonly string[] | undefined;
  ApiKey?: string | undefined;
  Model?: string | undefined;
  EnableComputerUse?: boolean | undefined;
  ComputerUseEnvironment?: string | undefined;
  ExcludedComputerUseFunctions?: readonly string[] | undefined;
}

const aliases: Readonly<Record<keyof GoogleOptionAliases, keyof GoogleOptions>> = {
  computerUseEnvironment: 'environment',
  excludedComputerUseFunctions: 'excludedFunctions',
  excluded_predefined_functions: 'excludedFunctions',
  ApiKey: 'apiKey',
  Model: 'model',
  EnableComputerUse: 'enableComputerUse',
  ComputerUseEnvironment: 'environment',
  ExcludedComputerUseFunctions: 'excludedFunctions',
};

/** Replaces aliases by the names of the options. Throws `invalid_option` for an unknown option, a wrong value, or an option that is given twice. */
export function normalizeOptions(given: GoogleOptions & GoogleOptionAliases): GoogleOptions {
  if (typeof given !== 'object' || given === null) checkGoogleOptions(given);
  const options: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const target = Object.hasOwn(aliases, name) ? aliases[name as keyof GoogleOptionAliases] : name;
    if (Object.hasOwn(options, target))
      throw invalid(`The option ${target} of google is given twice, once as ${name}.`, `Use only ${target}.`);
    options[target] = value;
  }
  checkGoogleOptions(options);
  return options;
}

function checkGoogleOptions(options: GoogleOptions): void {
  checkSettings('google', options, {
    model: option.text,
    environment: option.text,
    excludedFunctions: option.list,
    enableComputerUse: option.flag,
    promptInjectionDetection: option.flag,
    disabledSafetyPolicies: option.list,
    thinkingLevel: option.text,
    maxOutputTokens: option.number,
    api: option.text,
    store: option.flag,
    searchUrl: option.text,
  });
  const { searchUrl } = options;
  if (searchUrl !== undefined && !/^https?:\/\/[^/]/.test(searchUrl))
    throw invalid(
      `searchUrl is "${searchUrl}", which is not the URL of a page.`,
      'Use a URL such as https://www.bing.com/search?q={query}.',
    );
}

/** The validated options. */
export interface GeminiSettings {
  model: string;
  /** The page that `search` opens. */
  searchUrl: string | undefined;
  /** Undefined: by the session. */
  environment: Environment | undefined;
  /** Actions that the caller excludes. */
  without: readonly string[];
  /** Those of them that this model has. */
  excluded: readonly string[];
  usesComputer: boolean;
  detectsInjection: boolean | undefined;
  disabledPolicies: readonly Policy[];
  thinkingLevel: Level | undefined;
  maxOutputTokens: number | undefined;
  api: Api;
  store: boolean;
}

const defaultModel = 'gemini-2.5-computer-use-preview-10-2025';

/** Validates the options. Throws `invalid_option` for options that Google rejects. */
export function readOptions(options: GoogleOptions): GeminiSettings {
  const model = (options.model ?? defaultModel).replace(/^(google\/|models\/)+/, '');
  if (!/^[\w.-]+$/.test(model))
    throw invalid(`"${model}" is not the name of a Gemini model.`, `Use a name such as ${defaultModel}.`);
  const usesComputer = options.enableComputerUse ?? true;
  if (!usesComputer && needsComputerUse(model))
    throw invalid(`${model} requires its computer use tool.`, 'Omit enableComputerUse.');
  const without = [...new Set(options.excludedFunctions ?? [])];
  const known = predefinedNames(model);
  const all = new Set([...known, ...predefinedNames(defaultModel), ...predefinedNames('gemini-3.5-flash')]);
  const unknown = without.find((name) => !all.has(name));
  if (unknown !== undefined)
    throw invalid(`${model} has no function "${unknown}" to exclude.`, `Valid: ${known.join(', ')}.`);
  const settings: GeminiSettings = {
    model,
    searchUrl: options.searchUrl,
    environment:
      options.environment && oneOf('environment', environments, options.environment.replace(/^environment_/i, '')),
    without,
    excluded: without.filter((name) => known.includes(name)),
    usesComputer,
    // Older models do not have this option and do not detect injections.
    detectsInjection: isLegacy(model)
      ? options.promptInjectionDetection || undefined
      : options.promptInjectionDetection,
    disabledPolicies: (options.disabledSafetyPolicies ?? []).map((policy) => oneOf('safety policy', policies, policy)),
    thinkingLevel: options.thinkingLevel && oneOf('thinking level', levels, options.thinkingLevel),
    maxOutputTokens: options.maxOutputTokens,
    api: oneOf('api', apis, options.api ?? 'generateContent'),
    store: options.store ?? true,
  };
  checkGeneration(settings);
  return settings;
}

/** Google rejects options that a model's generation does not have. */
function checkGeneration({ model, thinkingLevel, detectsInjection, disabledPolicies }: GeminiSettings): void {
  const reject = (option: string, from: string): never => {
    throw invalid(`${model} does not support ${option}.`, `Omit it, or use Gemini ${from} or later.`);
  };
  if (thinkingLevel && /^gemini-[12][.-]/.test(model)) reject('thinkingLevel', '3');
  if (!isLegacy(model)) return;
  if (detectsInjection) reject('promptInjectionDetection', '3.5');
  if (disabledPolicies.length > 0) reject('disabledSafetyPolicies', '3.5');
}

/** Whether Google rejects every request to a model without the computer use tool. */
export function needsComputerUse(model: string): boolean {
  return model.includes('computer-use');
}

/** One of the values, ignoring case. */
function oneOf<T extends string>(what: string, values: readonly T[], given: string): T {
  const found = values.find((value) => value.toLowerCase() === given.toLowerCase());
  if (found) return found;
  throw invalid(`There is no ${what} "${given}".`, `Valid: ${values.join(', ')}.`);
}

function invalid(message: string, hint: string): HandrailError {
  return new HandrailError('invalid_option', message, hint);
}
