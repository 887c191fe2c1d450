import { grid1000, pixels, type Space } from '../../core/space.js';

/** A server that many use: where it is, and what it wants. */
export interface Preset {
  /** Stands after `chat/`; empty for any server at all. */
  name: string;
  title: string;
  /** Where it is when nobody says otherwise. */
  url: string;
  /** The environment variable for another place. */
  urlKey?: string;
  /** The environment variable for the key. */
  key: string;
  /** Whether it does without a key. */
  isOpen: boolean;
  /** Runs on this machine, as a rule. */
  isLocal: boolean;
  models: readonly string[];
  /** Asked for with each request: what only this server knows. */
  body?: Readonly<Record<string, unknown>>;
  /** Says with each answer what it cost. */
  tellsCost?: boolean;
}

export const presets: readonly Preset[] = [
  {
    name: '',
    title: 'OpenAI or a server that speaks like it',
    url: 'https://api.openai.com/v1',
    urlKey: 'OPENAI_BASE_URL',
    key: 'OPENAI_API_KEY',
    isOpen: false,
    isLocal: false,
    models: [],
  },
  {
    name: 'openai',
    title: 'OpenAI over chat completions',
    url: 'https://api.openai.com/v1',
    key: 'OPENAI_API_KEY',
    isOpen: false,
    isLocal: false,
    models: ['gpt-6-sol', 'gpt-6-luna', 'gpt-5.6'],
  },
  {
    name: 'openrouter',
    title: 'OpenRouter',
    url: 'https://openrouter.ai/api/v1',
    key: 'OPENROUTER_API_KEY',
    isOpen: false,
    isLocal: false,
    body: { usage: { include: true } },
    tellsCost: true,
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
    urlKey: `${prefix}_BASE_URL`,
    key: `${prefix}_API_KEY`,
    isOpen: true,
    isLocal: true,
    models,
  };
}

/** Whether a model of this name is known to be shown pictures. Of an unknown one it is not believed: the UI map is enough to act. */
export function seesPictures(model: string): boolean {
  return /gpt-(4o|4\.1|4\.5|[5-9])(?!.*oss)|(^|\/)o[34]|claude|gemini|gemma-?[34]|\bvl\b|-vl|vl:|[0-9.]vl|vision|llava|pixtral|qwen-?3\.[5-9]|qwen-?[4-9]|mistral-(small-?3\.[1-9]|medium-?3|large-?3)|llama-?4|glm-?[45](\.\d+)?v|internvl|minicpm-v|moondream|grok-[4-9]|kimi-(vl|k2\.[5-9]|k[3-9])|molmo|omni|multimodal/i.test(
    model,
  );
}

/** How models of this name count places on a picture. */
export function spaceOf(model: string): Space {
  return /gemini|qwen-?(3|[4-9])(?!\d)|glm-?[45](\.\d+)?v/i.test(model) ? grid1000 : pixels;
}
