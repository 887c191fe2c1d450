import { loadDotEnv } from '../../../agent/dotenv.js';
import { priceOf, pricesOf } from '../../../models/adapter/prices.js';
import { examineProvider, type Usability } from '../../../models/availability.js';
import { providers } from '../../../models/registry.js';
import { type Output, openOutput } from '../output.js';

/** `handrail models`: every provider with its models, usable now, or why not and what mends it. */
export async function showModels({ json }: { json?: true }): Promise<void> {
  loadDotEnv();
  const output = openOutput();
  const examined = await Promise.all(providers.map((provider) => examineProvider(provider)));
  if (json) output.write(`${JSON.stringify([withoutModel, ...examined.map(factsOf)], undefined, 2)}\n`);
  else writeList(examined, output);
}

const withoutModel = {
  provider: 'steps',
  title: 'No model: reads plain instructions by grammar',
  usable: true,
  models: ['steps'],
};

function factsOf({ provider, usable, models, reason, fix }: Usability): Record<string, unknown> {
  const { name, title, keys, baseUrlKey, package: needs } = provider;
  return {
    provider: name,
    title,
    usable,
    ...(reason === undefined ? {} : { reason, fix }),
    keys,
    ...(baseUrlKey === undefined ? {} : { baseUrl: baseUrlKey }),
    ...(needs === undefined ? {} : { package: needs }),
    models: models.map((model) => `${name}/${model}`),
  };
}

const mostShown = 12;

function writeList(examined: readonly Usability[], { write, colours: { green, yellow, bold, dim } }: Output): void {
  write(`${green('ok  ')}  ${bold('steps')}: ${withoutModel.title}\n`);
  for (const { provider, usable, models, reason, fix } of examined) {
    const { name, title } = provider;
    const words = reason?.startsWith(title) ? reason : [title, reason].filter(Boolean).join('. ');
    write(`${usable ? green('ok  ') : yellow('not ')}  ${bold(`${name}/…`)}: ${words}\n`);
    if (fix) write(`      ${dim('→')} ${fix}\n`);
    for (const model of models.slice(0, mostShown))
      write(`      ${name}/${model}${dim(priceWords(`${name}/${model}`))}\n`);
    if (models.length > mostShown) write(dim(`      … ${models.length - mostShown} more\n`));
    if (models.length === 0) write(dim(`      ${name}/<model>\n`));
  }
  write(dim(`\nOther models of these providers work too. Prices as of ${pricesOf}, for a million tokens.\n`));
  write(dim('Use one: handrail run "<task>" --model <provider/model>\n'));
}

function priceWords(name: string): string {
  const price = priceOf(name.replace(/^chat\/openai\//, 'openai/'));
  return price ? `  $${price.input} in, $${price.output} out` : '';
}
