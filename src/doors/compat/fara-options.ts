import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { AgentEnvironment } from '../../agent/options.js';
import { HandrailError } from '../../core/errors.js';
import { checkOptions, either, type OptionTypes, oneOf, option } from '../../core/options.js';
import { hasDisplay } from '../../environments/processes/has-display.js';
import type { Approve } from '../../rails/approval.js';
import { defaultContainer } from './fara-docker.js';

export interface FaraComputerUseOptions {
  /** The task, in plain language. */
  task: string;
  /** `browser` (default) or `linux`. */
  environment?: string | undefined;
  /** Default 1440. Ignored for a container: the model gets the real size of its pictures. */
  display_width?: number | undefined;
  /** Default 900. */
  display_height?: number | undefined;
  /** Default 25. */
  max_iterations?: number | undefined;
  /** The first page, in a browser. */
  initial_url?: string | null | undefined;
  environment_config?: FaraEnvironmentConfig | null | undefined;
  /** The folder that holds `.handrail`. Default: the working folder. */
  agent_cwd?: string | null | undefined;
  /** Default `fara-7b`. It determines the format of the conversation unless the endpoint ends in `/score`. */
  model?: string | undefined;
  /** Default: FARA_AZURE_ENDPOINT in the environment or in `.env`. */
  azure_ml_endpoint?: string | null | undefined;
  /** Default: FARA_AZURE_API_KEY in the environment or in `.env`. */
  azure_ml_api_key?: string | null | undefined;
  /** Approves actions of safety level `medium` and above, and steps at which the model asks for permission. Default: none. */
  approve?: Approve | 'all' | 'none' | undefined;
  /** Answers the questions of the model. */
  ask?: ((question: string, signal: AbortSignal) => Promise<string>) | undefined;
  signal?: AbortSignal | undefined;
}

export interface FaraEnvironmentConfig {
  /** `chromium` (default), `firefox` or `webkit`. */
  browser_type?: string | undefined;
  /** Default: true if there is no display. */
  headless?: boolean | undefined;
  /** For environment "linux": a container with a display. Default `cua-container`. */
  container_name?: string | undefined;
  /** For environment "linux". Default `:99`. */
  display?: string | undefined;
}

const engines = ['chromium', 'firefox', 'webkit'] as const;

const optionTypes: OptionTypes<FaraComputerUseOptions> = {
  task: option.any,
  environment: option.text,
  display_width: option.number,
  display_height: option.number,
  max_iterations: option.number,
  initial_url: option.text,
  environment_config: option.object,
  agent_cwd: option.text,
  model: option.text,
  azure_ml_endpoint: option.text,
  azure_ml_api_key: option.text,
  approve: either(option.function, oneOf('all', 'none')),
  ask: option.function,
  signal: option.signal,
};

const configTypes: OptionTypes<FaraEnvironmentConfig> = {
  browser_type: option.text,
  headless: option.flag,
  container_name: option.text,
  display: option.text,
};

/** The options without null, which callers pass for a default. Throws `invalid_option` for an empty task and an unknown or wrong option. */
export function readOptions(given: FaraComputerUseOptions): FaraComputerUseOptions {
  const options = withoutNull(given, optionTypes);
  checkOptions('faraComputerUse', options, optionTypes);
  const config = withoutNull(options.environment_config ?? {}, configTypes);
  checkOptions('environment_config', config, configTypes);
  const { task, environment = 'browser', max_iterations: maxIterations = 1 } = options;
  if (typeof task !== 'string' || task.trim() === '') throw invalid('The task is empty.', 'State the task in `task`.');
  if (environment !== 'linux' && environment !== 'browser')
    throw invalid(`There is no environment "${environment}".`, 'Valid environments: browser, linux.');
  checkConfigFits(config, environment);
  if (!Number.isInteger(maxIterations) || maxIterations < 1)
    throw invalid(`max_iterations is ${maxIterations}.`, 'Use a whole number, 1 or more.');
  findEngine(config);
  return { ...options, environment_config: config };
}

function findEngine({ browser_type: name = 'chromium' }: FaraEnvironmentConfig): (typeof engines)[number] {
  const engine = engines.find((one) => one === name);
  if (engine) return engine;
  throw invalid(`There is no browser_type "${name}".`, `Valid: ${engines.join(', ')}.`);
}

const configKeys = { browser: ['browser_type', 'headless'], linux: ['container_name', 'display'] } as const;

/** Throws `invalid_option` for a setting of the other environment: it would have no effect. */
function checkConfigFits(config: FaraEnvironmentConfig, environment: 'browser' | 'linux'): void {
  const other = environment === 'browser' ? 'linux' : 'browser';
  const wrong = configKeys[other].filter((key) => config[key] !== undefined);
  if (wrong.length === 0) return;
  throw invalid(
    `environment_config: ${wrong.join(' and ')} is only for environment "${other}", not for "${environment}".`,
    `Valid for "${environment}": ${configKeys[environment].join(', ')}.`,
  );
}

/** Keeps a null of an unknown option, so that it is reported. */
function withoutNull<Options extends object>(given: Options, types: Readonly<Record<string, unknown>>): Options {
  if (typeof given !== 'object' || given === null) return given;
  const isDefault = (name: string, value: unknown) => value === null && Object.hasOwn(types, name);
  return Object.fromEntries(Object.entries(given).filter(([name, value]) => !isDefault(name, value))) as Options;
}

/** The variables of `.env` in the working folder, as the original tool reads them. The environment of this process stays as it is. */
function readDotEnv(): Readonly<Record<string, string | undefined>> {
  const path = resolve('.env');
  return existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {};
}

function withoutEmpty(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value));
}

/** The endpoint and the key. Throws `invalid_option` in the wording of the original tool if one is missing. */
export function readCredentials(options: FaraComputerUseOptions): { endpoint: string; apiKey: string } {
  const own = withoutEmpty(process.env);
  const file = readDotEnv();
  const variables = { ...file, ...own };
  const key = options.azure_ml_api_key || own.FARA_AZURE_API_KEY;
  if (key && file.FARA_AZURE_ENDPOINT && !options.azure_ml_endpoint && !own.FARA_AZURE_ENDPOINT)
    throw invalid(
      'The endpoint is in .env, and the key is not. The key was not sent.',
      'Set FARA_AZURE_ENDPOINT where the key is set: in the environment, or pass azure_ml_endpoint.',
    );
  const apiKey = options.azure_ml_api_key || variables.FARA_AZURE_API_KEY || '';
  if (apiKey.trim() === '')
    throw invalid(
      'FARA Azure ML API key not found.',
      'Set FARA_AZURE_API_KEY in .env or pass azure_ml_api_key parameter.',
    );
  const endpoint = options.azure_ml_endpoint || variables.FARA_AZURE_ENDPOINT || '';
  if (endpoint.trim() === '')
    throw invalid(
      'FARA Azure ML endpoint not found.',
      'Set FARA_AZURE_ENDPOINT in .env or pass azure_ml_endpoint parameter.',
    );
  return { endpoint: endpoint.trim(), apiKey };
}

export function toEnvironment(options: FaraComputerUseOptions): AgentEnvironment {
  if (options.environment !== 'linux') return toBrowser(options);
  const { container_name: container, display } = { ...defaultContainer, ...options.environment_config };
  if (options.initial_url)
    process.emitWarning('initial_url is valid only for a browser; it is ignored for a desktop.', 'Handrail');
  return { environment: 'container', container, display };
}

function toBrowser(options: FaraComputerUseOptions): AgentEnvironment {
  const { display_width: width = 1_440, display_height: height = 900, environment_config: config } = options;
  for (const [name, side] of Object.entries({ display_width: width, display_height: height }))
    if (!Number.isInteger(side) || side < 100 || side > 10_000)
      throw invalid(`${name} is ${side}.`, 'Use whole pixels from 100 to 10000.');
  const headless = config?.headless ?? !hasDisplay();
  if (!headless && !hasDisplay())
    process.emitWarning('There is no display, so the browser runs without a window.', 'Handrail');
  return { viewport: { width, height }, headless: headless || !hasDisplay(), engine: findEngine(config ?? {}) };
}

function invalid(message: string, hint: string): HandrailError {
  return new HandrailError('invalid_option', message, hint);
}
