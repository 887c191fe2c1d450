import { checkSchema } from '../core/check-schema.js';
import { checkOptions, either, type OptionTypes, oneOf, option } from '../core/options.js';
import { checkEnvironmentKind, checkSessionOptions } from '../session/session-options.js';
import type { AgentOptions, SendOptions } from './options.js';
import type { RunOptions } from './run.js';

const agentTypes: OptionTypes<AgentOptions> = {
  model: either(option.text, option.object),
  fallback: either(option.text, option.object),
  session: option.object,
  environment: either(option.text, option.object),
  url: option.text,
  tools: option.list,
  systemPrompt: option.text,
  maxPictures: option.any,
  limits: option.object,
  approve: either(option.function, oneOf('all', 'none')),
  approvalTimeoutMs: option.number,
  policy: either(option.text, option.object),
  secrets: either(option.text, option.object),
  gate: option.function,
  ask: option.function,
  allow: option.object,
  on: option.function,
  journal: either(option.text, { expected: 'false', accepts: (value) => value === false }),
  pictures: option.flag,
};

const sendTypes: OptionTypes<SendOptions> = {
  answer: option.any,
  attachments: option.list,
  expect: option.object,
  signal: option.signal,
  limits: option.object,
};

const runTypes: OptionTypes<RunOptions> = { ...agentTypes, ...sendTypes, task: option.text };

/** Names of other agent libraries. */
const foreignNames = {
  maxMultimodalMessages: 'maxPictures',
  withMaxMultimodalMessages: 'maxPictures',
  WithMaxMultimodalMessages: 'maxPictures',
  max_iterations: 'limits: { maxSteps }',
  maxIterations: 'limits: { maxSteps }',
  maxSteps: 'limits: { maxSteps }',
  initial_url: 'url',
  environment_config: 'environment',
  skipDefinition: 'tools: [{ tool, skipDefinition: true }]',
};

export function checkAgentOptions(options: AgentOptions): void {
  checkOptions('createAgent', options, agentTypes, foreignNames);
  checkParts('createAgent', options);
}

export function checkSendOptions(options: SendOptions): void {
  checkOptions('send', options, sendTypes);
  checkAnswer('send', options);
}

export function checkRunOptions(options: RunOptions): void {
  checkOptions('run', options, runTypes, foreignNames);
  checkAnswer('run', options);
  checkParts('run', options);
}

function checkAnswer(owner: string, { answer }: SendOptions): void {
  if (answer !== undefined) checkSchema(`The option answer of ${owner}`, answer);
}

function checkParts(owner: string, { environment, allow }: AgentOptions): void {
  checkOptions(`allow of ${owner}`, allow, { evaluate: option.flag });
  if (typeof environment === 'string') checkEnvironmentKind(environment);
  else if (environment !== undefined) checkSessionOptions(`environment of ${owner}`, environment);
}
