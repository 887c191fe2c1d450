import { HandrailError } from '../../core/errors.js';
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

/** How to use a Gemini model. Everything has a default but the key, which comes from the environment. */
export interface GeminiOptions extends ModelSettings {
  /** Default `gemini-2.5-computer-use-preview-10-2025`. */
  model?: string;
  /** What the model operates. Default: what the session is on, `browser` or `desktop`; Google's own spelling `ENVIRONMENT_BROWSER` is understood too. */
  environment?: Environment | `ENVIRONMENT_${Uppercase<Environment>}`;
  /** Actions that the model may not use. */
  excludedFunctions?: readonly string[];
  /** Whether the model has its own actions. Default true; a model that has nothing else cannot do without. */
  enableComputerUse?: boolean;
  /** Google looks for instructions that were put into the page (Gemini 3.5 and later). */
  promptInjectionDetection?: boolean;
  /** Kinds of actions that Google need not ask a person about (Gemini 3.5 and later). */
  disabledSafetyPolicies?: readonly (Policy | Uppercase<Policy>)[];
  /** How much it thinks (Gemini 3 and later). */
  thinkingLevel?: Level;
  maxOutputTokens?: number;
  /** Which of Google's two interfaces is spoken. Default `generateContent`. */
  api?: Api;
  /** For `interactions`: whether Google keeps the conversation. Default true; otherwise all of it is sent each time. */
  store?: boolean;
}

/** The options after they were read. */
export interface GeminiSettings {
  model: string;
  /** What was said that the model operates; otherwise it is told what the screen is. */
  environment: Environment | undefined;
  /** Actions that are refused, and those of them that this model knows. */
  without: readonly string[];
  excluded: readonly string[];
  usesComputer: boolean;
  detectsInjection: boolean | undefined;
  disabledPolicies: readonly Policy[];
  thinkingLevel: Level | undefined;
  maxOutputTokens: number | undefined;
  api: Api;
  store: boolean;
}

const usualModel = 'gemini-2.5-computer-use-preview-10-2025';

/** Reads the options. Throws `invalid_option` for what Google would refuse. */
export function readOptions(options: GeminiOptions): GeminiSettings {
  const model = (options.model ?? usualModel).replace(/^(google\/|models\/)+/, '');
  if (!/^[\w.-]+$/.test(model))
    throw invalid(`"${model}" is not the name of a Gemini model.`, `Such as ${usualModel}.`);
  const usesComputer = options.enableComputerUse ?? true;
  if (!usesComputer && needsComputerUse(model))
    throw invalid(`${model} cannot do without its computer use tool.`, 'Leave enableComputerUse out.');
  const without = [...new Set(options.excludedFunctions ?? [])];
  const known = predefinedNames(model);
  const all = new Set([...known, ...predefinedNames(usualModel), ...predefinedNames('gemini-3.5-flash')]);
  const unknown = without.find((name) => !all.has(name));
  if (unknown !== undefined)
    throw invalid(`${model} has no function "${unknown}" to exclude.`, `Valid: ${known.join(', ')}.`);
  const settings: GeminiSettings = {
    model,
    environment:
      options.environment && oneOf('environment', environments, options.environment.replace(/^environment_/i, '')),
    without,
    excluded: without.filter((name) => known.includes(name)),
    usesComputer,
    // Models that do not know it do not do it either.
    detectsInjection: isLegacy(model)
      ? options.promptInjectionDetection || undefined
      : options.promptInjectionDetection,
    disabledPolicies: (options.disabledSafetyPolicies ?? []).map((one) => oneOf('safety policy', policies, one)),
    thinkingLevel: options.thinkingLevel && oneOf('thinking level', levels, options.thinkingLevel),
    maxOutputTokens: options.maxOutputTokens,
    api: oneOf('interface', apis, options.api ?? 'generateContent'),
    store: options.store ?? true,
  };
  checkGeneration(settings);
  return settings;
}

/** Google refuses what came only with a later generation. */
function checkGeneration({ model, thinkingLevel, detectsInjection, disabledPolicies }: GeminiSettings): void {
  const refuse = (option: string, from: string): never => {
    throw invalid(`${model} knows no ${option}.`, `Leave it out, or use a model from Gemini ${from} on.`);
  };
  if (thinkingLevel && /^gemini-[12][.-]/.test(model)) refuse('thinkingLevel', '3');
  if (!isLegacy(model)) return;
  if (detectsInjection) refuse('promptInjectionDetection', '3.5');
  if (disabledPolicies.length > 0) refuse('disabledSafetyPolicies', '3.5');
}

/** Google refuses every request to such a model that comes without the tool. */
export function needsComputerUse(model: string): boolean {
  return model.includes('computer-use');
}

/** A value out of a few, in any case of its letters. */
function oneOf<T extends string>(what: string, values: readonly T[], said: string): T {
  const found = values.find((one) => one.toLowerCase() === said.toLowerCase());
  if (found) return found;
  throw invalid(`There is no ${what} "${said}".`, `Valid: ${values.join(', ')}.`);
}

function invalid(message: string, hint: string): HandrailError {
  return new HandrailError('invalid_option', message, hint);
}
