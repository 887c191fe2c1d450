import { type CoordinateSpace, grid1000, pixelSpace } from '../../core/coordinate-space.js';

/** A well-known server. */
export interface Preset {
  /** The part after `chat/`; empty for any other server. */
  name: string;
  title: string;
  /** The default base URL. */
  url: string;
  /** The environment variable for another base URL. */
  baseUrlVariable?: string;
  apiKeyVariable: string;
  /** The server needs no key. */
  isOpen: boolean;
  /** The server usually runs on this machine. */
  isLocal: boolean;
  models: readonly string[];
  /** Options of this server, sent with each request. */
  body?: Readonly<Record<string, unknown>>;
  /** Each response reports its cost. */
  reportsCost?: boolean;
}

export const presets: readonly Preset[] = [
  {
    name: '',
    title: 'OpenAI or a compatible server',
    url: 'https://api.openai.com/v1',
    baseUrlVariable: 'OPENAI_BASE_URL',
    apiKeyVariable: 'OPENAI_API_KEY',
    isOpen: false,
    isLocal: false,
    models: [],
  },
  {
    name: 'openai',
    title: 'OpenAI over chat completions',
    url: 'https://api.openai.com/v1',
    apiKeyVariable: 'OPENAI_API_KEY',
    isOpen: false,
    isLocal: false,
    models: ['gpt-6-sol', 'gpt-6-luna', 'gpt-5.6'],
  },
  {
    name: 'openrouter',
    title: 'OpenRouter',
    url: 'https://openrouter.ai/api/v1',
    apiKeyVariable: 'OPENROUTER_API_KEY',
    isOpen: false,
    isLocal: false,
    body: { usage: { include: true } },
    reportsCost: true,
    models: ['qwen/qwen3-vl-235b-a22b-instruct', 'google/gemini-4-argon', 'deepseek/deepseek-v4'],
  },
  local('ollama', 'Ollama', 'http://127.0.0.1:11434/v1', ['qwen3-vl', 'llama3.3', 'mistral-small3.2']),
  local('lmstudio', 'LM Studio', 'http://127.0.0.1:1234/v1', ['qwen/qwen3-vl-8b', 'openai/gpt-oss-20b']),
  local('vllm', 'vLLM', 'http://127.0.0.1:8000/v1', ['Qwen/Qwen3-VL-8B-Instruct']),
];

function local(name: string, title: string, url: string, models: readonly string[]): Preset {
  const prefix = name.toUpperCase();
  return {
    name,
    title,
    url,
    baseUrlVariable: `${prefix}_BASE_URL`,
    apiKeyVariable: `${prefix}_API_KEY`,
    isOpen: true,
    isLocal: true,
    models,
  };
}

/** Whether a model with this name is known to support pictures. An unknown model works with the UI map alone. */
export function supportsVision(model: string): boolean {
  return /gpt-(4o|4\.1|4\.5|[5-9])(?!.*oss)|(^|\/)o[34]|claude|gemini|gemma-?[34]|\bvl\b|-vl|vl:|[0-9.]vl|vision|llava|pixtral|qwen-?3\.[5-9]|qwen-?[4-9]|mistral-(small-?3\.[1-9]|medium-?3|large-?3)|llama-?4|glm-?[45](\.\d+)?v|internvl|minicpm-v|moondream|grok-[4-9]|kimi-(vl|k2\.[5-9]|k[3-9])|molmo|omni|multimodal/i.test(
    model,
  );
}

/** How models with this name count coordinates on a picture. */
export function coordinateSpace(model: string): CoordinateSpace {
  return /gemini|qwen-?(3|[4-9])(?!\d)|glm-?[45](\.\d+)?v/i.test(model) ? grid1000 : pixelSpace;
}
