import type { AgentEnvironment } from '../../agent/options.js';
import { HandrailError } from '../../core/errors.js';
import { hasDisplay } from '../../environments/processes/has-display.js';
import type { Approve } from '../../rails/gate.js';
import { defaultContainer } from './fara-docker.js';

export interface FaraComputerUseOptions {
  /** The task, in plain language. */
  task: string;
  /** Default `browser`. */
  environment?: 'browser' | 'linux';
  /** Default 1440. Ignored for a container: the model gets the real size of its pictures. */
  display_width?: number;
  /** Default 900. */
  display_height?: number;
  /** Default 25. */
  max_iterations?: number;
  /** The first page, in a browser. */
  initial_url?: string | null;
  environment_config?: FaraEnvironmentConfig | null;
  /** The folder that holds `.handrail`. Default: the working folder. */
  agent_cwd?: string | null;
  /** Default `fara-7b`. It determines the format of the conversation unless the endpoint ends in `/score`. */
  model?: string;
  /** Default: the environment variable FARA_AZURE_ENDPOINT. */
  azure_ml_endpoint?: string | null;
  /** Default: the environment variable FARA_AZURE_API_KEY. */
  azure_ml_api_key?: string | null;
  /** Approves actions of safety level `medium` and above, and steps at which the model asks for permission. Default: none. */
  approve?: Approve | 'all' | 'none';
  /** Answers the questions of the model. */
  ask?: (question: string, signal: AbortSignal) => Promise<string>;
  signal?: AbortSignal;
}

export interface FaraEnvironmentConfig {
  browser_type?: 'chromium' | 'firefox' | 'webkit';
  /** Default: true if there is no display. */
  headless?: boolean;
  /** For environment "linux": a container with a display. Default `cua-container`. */
  container_name?: string;
  /** For environment "linux". Default `:99`. */
  display?: string;
}

const configFields: readonly string[] = ['browser_type', 'headless', 'container_name', 'display'];
const engines: readonly string[] = ['chromium', 'firefox', 'webkit'];

/** Throws `invalid_option` for an empty task or an unknown environment or browser. */
export function checkEnvironment(options: FaraComputerUseOptions): void {
  const { task, environment = 'browser', environment_config: config } = options;
  if (typeof task !== 'string' || task.trim() === '') throw invalid('The task is empty.', 'State the task in `task`.');
  checkConfig(config);
  if (environment === 'linux') return;
  if (environment !== 'browser')
    throw invalid(`There is no environment "${String(environment)}".`, 'Valid environments: browser, linux.');
  const engine = config?.browser_type ?? 'chromium';
  if (!engines.includes(engine))
    throw invalid(`There is no browser_type "${String(engine)}".`, `Valid: ${engines.join(', ')}.`);
}

/** Warns about unknown fields, because a misspelt one could select the wrong container. */
function checkConfig(config: unknown): void {
  if (config === undefined || config === null) return;
  const valid = `Valid: ${configFields.join(', ')}.`;
  if (typeof config !== 'object' || Array.isArray(config)) throw invalid('environment_config is not an object.', valid);
  const unknown = Object.keys(config).filter((key) => !configFields.includes(key));
  if (unknown.length > 0) process.emitWarning(`environment_config has no ${unknown.join(', ')}. ${valid}`, 'Handrail');
}

/** The endpoint and the key. Throws `invalid_option` in the wording of the original tool if one is missing. */
export function readCredentials(options: FaraComputerUseOptions): { endpoint: string; apiKey: string } {
  const apiKey = options.azure_ml_api_key || process.env.FARA_AZURE_API_KEY || '';
  if (apiKey.trim() === '')
    throw invalid(
      'FARA Azure ML API key not found.',
      'Set FARA_AZURE_API_KEY in .env or pass azure_ml_api_key parameter.',
    );
  const endpoint = options.azure_ml_endpoint || process.env.FARA_AZURE_ENDPOINT || '';
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
  return { viewport: { width, height }, headless: headless || !hasDisplay(), engine: config?.browser_type };
}

function invalid(message: string, hint: string): HandrailError {
  return new HandrailError('invalid_option', message, hint);
}
