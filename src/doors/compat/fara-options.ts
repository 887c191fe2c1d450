import type { AgentEnvironment } from '../../agent/agent.js';
import { HandrailError } from '../../core/errors.js';
import type { Approve } from '../../rails/gate.js';
import { hasDisplay } from '../terminal/display.js';
import { usualContainer } from './fara-docker.js';

export interface FaraComputerUseOptions {
  /** What is to be done, in plain words. */
  task: string;
  /** Default `browser`. */
  environment?: 'browser' | 'linux';
  /** Default 1440. A container has the size it has: the model is told what its pictures really show. */
  display_width?: number;
  /** Default 900. */
  display_height?: number;
  /** Default 25. */
  max_iterations?: number;
  /** The page to begin with, in a browser. */
  initial_url?: string | null;
  environment_config?: FaraEnvironmentConfig | null;
  /** The folder in which `.handrail` lies. Default: the working folder. */
  agent_cwd?: string | null;
  /** Default `fara-7b`. Which format is spoken follows from it, unless the endpoint ends in `/score`. */
  model?: string;
  /** Default: FARA_AZURE_ENDPOINT of the environment. */
  azure_ml_endpoint?: string | null;
  /** Default: FARA_AZURE_API_KEY of the environment. */
  azure_ml_api_key?: string | null;
  /** Asked where the model stops before a step that binds the user, and from safety level `medium` up. Without one: no. */
  approve?: Approve | 'all' | 'none';
  /** Answers what the model asks the user. */
  ask?: (question: string, signal: AbortSignal) => Promise<string>;
  signal?: AbortSignal;
}

export interface FaraEnvironmentConfig {
  browser_type?: 'chromium' | 'firefox' | 'webkit';
  /** Default: true where there is no display. */
  headless?: boolean;
  /** Of environment "linux": a container that has a display. Default `cua-container`. */
  container_name?: string;
  /** Of environment "linux". Default `:99`. */
  display?: string;
}

/** Throws HandrailError with the tool's own words where it cannot begin. */
export function checkEnvironment(options: FaraComputerUseOptions): void {
  const { task, environment = 'browser', environment_config: config } = options;
  if (typeof task !== 'string' || task.trim() === '')
    throw new HandrailError('invalid_option', 'The task is empty.', 'Say what is to be done in `task`.');
  checkConfig(config);
  if (environment === 'linux') return;
  if (environment !== 'browser')
    throw new HandrailError(
      'invalid_option',
      `There is no environment "${String(environment)}".`,
      'Valid environments: browser, linux.',
    );
  const engine = config?.browser_type ?? 'chromium';
  if (!engines.includes(engine))
    throw new HandrailError(
      'invalid_option',
      `There is no browser_type "${String(engine)}".`,
      `Valid: ${engines.join(', ')}.`,
    );
}

const settings: readonly string[] = ['browser_type', 'headless', 'container_name', 'display'];

/** A setting that is misspelt would be passed over, and another container be used than the one that was meant. */
function checkConfig(config: unknown): void {
  if (config === undefined || config === null) return;
  const valid = `Valid: ${settings.join(', ')}.`;
  if (typeof config !== 'object' || Array.isArray(config))
    throw new HandrailError('invalid_option', 'environment_config is no record of settings.', valid);
  const unknown = Object.keys(config).filter((key) => !settings.includes(key));
  if (unknown.length > 0) process.emitWarning(`environment_config has no ${unknown.join(', ')}. ${valid}`, 'Handrail');
}

const engines: readonly string[] = ['chromium', 'firefox', 'webkit'];

/** Throws HandrailError with the tool's own words where one is missing. */
export function credentials(options: FaraComputerUseOptions): { endpoint: string; apiKey: string } {
  const apiKey = options.azure_ml_api_key || process.env.FARA_AZURE_API_KEY || '';
  if (apiKey.trim() === '')
    throw new HandrailError(
      'invalid_option',
      'FARA Azure ML API key not found.',
      'Set FARA_AZURE_API_KEY in .env or pass azure_ml_api_key parameter.',
    );
  const endpoint = options.azure_ml_endpoint || process.env.FARA_AZURE_ENDPOINT || '';
  if (endpoint.trim() === '')
    throw new HandrailError(
      'invalid_option',
      'FARA Azure ML endpoint not found.',
      'Set FARA_AZURE_ENDPOINT in .env or pass azure_ml_endpoint parameter.',
    );
  return { endpoint: endpoint.trim(), apiKey };
}

/** The screen that was asked for. */
export function screenOptions(options: FaraComputerUseOptions): AgentEnvironment {
  if (options.environment !== 'linux') return browserOptions(options);
  const { container_name: container, display } = { ...usualContainer, ...options.environment_config };
  if (options.initial_url) process.emitWarning('initial_url is for a browser: a desktop begins as it is.', 'Handrail');
  return { environment: 'container', container, display };
}

/** The browser that was asked for, as far as there can be one. */
function browserOptions(options: FaraComputerUseOptions) {
  const { display_width: width = 1_440, display_height: height = 900, environment_config: config } = options;
  for (const [name, side] of Object.entries({ display_width: width, display_height: height }))
    if (!Number.isInteger(side) || side < 100 || side > 10_000)
      throw new HandrailError('invalid_option', `${name} is ${side}.`, 'Give whole pixels, from 100 to 10000.');
  const headless = config?.headless ?? !hasDisplay();
  if (!headless && !hasDisplay())
    process.emitWarning('There is no display, so the browser runs without a window.', 'Handrail');
  return {
    viewport: { width, height },
    headless: headless || !hasDisplay(),
    ...(config?.browser_type ? { engine: config.browser_type } : {}),
  };
}
