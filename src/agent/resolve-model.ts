import { HandrailError } from '../core/errors.js';
import { suggestName } from '../core/words/suggest-name.js';
import type { ModelSettings } from '../models/adapter/provider-adapter.js';
import { isInstalled } from '../models/availability.js';
import type { Model } from '../models/model.js';
import type { Provider } from '../models/provider.js';
import { providers } from '../models/registry.js';
import { scriptedFromFile } from '../models/scripted/scripted-file.js';
import { steps } from '../steps/index.js';

const scriptPrefix = 'scripted:';

/** Returns the model with this name, or the given model. Throws `invalid_option` for an unknown or unusable name. */
export function resolveModel(given: Model | string, settings: ModelSettings = {}, known = providers): Model {
  if (typeof given !== 'string') return given;
  const name = given.trim();
  if (settings.baseUrl !== undefined && (name === 'steps' || name.startsWith(scriptPrefix)))
    throw new HandrailError('invalid_option', `The model "${name}" uses no server.`, 'Remove the base URL.');
  if (name.startsWith(scriptPrefix)) return scriptedFromFile(name.slice(scriptPrefix.length));
  if (name === 'steps') return steps();
  const provider = providerOf(name, known);
  if (!provider) throw unknownModel(name, known);
  const model = name.slice(provider.name.length + 1);
  if (!model) throw modelMissing(provider);
  if (provider.package !== undefined && !isInstalled(provider.package)) throw packageMissing(provider.package);
  return provider.createModel(model, settings);
}

/** The provider with the longest name that the model name starts with. */
export function providerOf(name: string, known: readonly Provider[]): Provider | undefined {
  return known
    .filter((one) => name === one.name || name.startsWith(`${one.name}/`))
    .sort((one, other) => other.name.length - one.name.length)[0];
}

function modelMissing({ name, title, models }: Provider): HandrailError {
  const examples = models.slice(0, 3).map((model) => `${name}/${model}`);
  return new HandrailError(
    'invalid_option',
    `"${name}" is a provider (${title}), not a model.`,
    examples.length > 0 ? `For example: ${examples.join(', ')}.` : `Write it as ${name}/<model>.`,
  );
}

function packageMissing(name: string): HandrailError {
  return new HandrailError('invalid_option', `The package "${name}" is not installed.`, `npm install ${name}`);
}

function unknownModel(name: string, known: readonly Provider[]): HandrailError {
  const near = name.includes('/') ? suggestProvider(name, known) : suggestModel(name, known);
  const names = ['steps', ...new Set(known.map((one) => `${one.name.split('/', 1)[0]}/…`)), 'scripted:<file.json>'];
  return new HandrailError(
    'invalid_option',
    `There is no model "${name.slice(0, 100)}".${near ? ` Did you mean ${near}?` : ''}`,
    `Use provider/model: ${names.join(', ')}. \`handrail models\` lists the models that you can use.`,
  );
}

function suggestProvider(name: string, known: readonly Provider[]): string | undefined {
  const [before = ''] = name.split('/', 1);
  const inside = known.find((one) => one.name.endsWith(`/${before}`))?.name;
  const near =
    inside ??
    suggestName(
      before,
      known.map((one) => one.name),
    );
  return near === undefined ? undefined : `${near}${name.slice(before.length)}`;
}

/** Adds the provider to a bare model name, or corrects a misspelled provider. */
function suggestModel(name: string, known: readonly Provider[]): string | undefined {
  const owner = known.find(({ models }) => models.includes(name));
  if (owner) return `${owner.name}/${name}`;
  const near = suggestName(name, ['steps', ...known.map((one) => one.name)]);
  return near === undefined || near === 'steps' ? near : `${near}/<model>`;
}
