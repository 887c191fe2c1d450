import { findPrice, pricesCheckedOn } from '../../../models/adapter/prices.js';
import { checkProvider, type ProviderStatus } from '../../../models/availability.js';
import { providers } from '../../../models/registry.js';
import { loadDotEnv } from '../load-dot-env.js';
import { type Output, openOutput } from '../output.js';

/** `handrail models`: lists every provider with its models, and what is missing to use it. */
export async function showModels({ json }: { json?: true }): Promise<void> {
  loadDotEnv();
  const output = openOutput();
  const statuses = await Promise.all(providers.map((provider) => checkProvider(provider)));
  if (json) output.write(`${JSON.stringify([steps, ...statuses.map(toJson)], undefined, 2)}\n`);
  else writeList(statuses, output);
}

const steps = {
  provider: 'steps',
  title: 'Rule-based parser for plain instructions; no model',
  available: true,
  models: ['steps'],
};

function toJson({ provider, available, models, reason, fix }: ProviderStatus): Record<string, unknown> {
  const { name, title, apiKeyVariables, baseUrlVariable, package: requiredPackage } = provider;
  return {
    provider: name,
    title,
    available,
    reason,
    fix,
    apiKeyVariables,
    baseUrlVariable,
    package: requiredPackage,
    models: models.map((model) => `${name}/${model}`),
  };
}

const maxListedModels = 12;

function writeList(statuses: readonly ProviderStatus[], { write, colours }: Output): void {
  const { green, yellow, bold, dim } = colours;
  write(`${green('ok  ')}  ${bold('steps')}: ${steps.title}\n`);
  for (const { provider, available, models, reason, fix } of statuses) {
    const { name, title } = provider;
    const text = reason?.startsWith(title) ? reason : [title, reason].filter(Boolean).join('. ');
    write(`${available ? green('ok  ') : yellow('no  ')}  ${bold(`${name}/…`)}: ${text}\n`);
    if (fix) write(`      ${dim('→')} ${fix}\n`);
    for (const model of models.slice(0, maxListedModels))
      write(`      ${name}/${model}${dim(formatPrice(`${name}/${model}`))}\n`);
    if (models.length > maxListedModels) write(dim(`      … ${models.length - maxListedModels} more\n`));
    if (models.length === 0) write(dim(`      ${name}/<model>\n`));
  }
  write(dim(`\nOther models of these providers work, too. Prices per million tokens, as of ${pricesCheckedOn}.\n`));
  write(dim('Use a model: handrail run "<task>" --model <provider/model>\n'));
}

function formatPrice(name: string): string {
  const price = findPrice(name.replace(/^chat\/openai\//, 'openai/'));
  return price ? `  $${price.input} in, $${price.output} out` : '';
}
