import { HandrailError } from '../core/errors.js';
import { nearestName } from '../core/nearest.js';
import type { ModelSettings } from '../models/adapter/provider-adapter.js';
import { isInstalled } from '../models/availability.js';
import type { Model } from '../models/model.js';
import type { Provider } from '../models/provider.js';
import { providers } from '../models/registry.js';
import { scriptedFile } from '../models/scripted/scripted-file.js';
import { steps } from '../steps/index.js';

const scriptPrefix = 'scripted:';

/** A model by its name, or as it is. Throws `invalid_option` with the fix for a name that is none, or one that cannot be used. */
export function resolveModel(asked: Model | string, settings: ModelSettings = {}, known = providers): Model {
  if (typeof asked !== 'string') return asked;
  const name = asked.trim();
  if (settings.baseUrl !== undefined && (name === 'steps' || name.startsWith(scriptPrefix)))
    throw new HandrailError('invalid_option', `"${name}" asks no server.`, 'Leave the base URL out.');
  if (name.startsWith(scriptPrefix)) return scriptedFile(name.slice(scriptPrefix.length));
  if (name === 'steps') return steps();
  const provider = providerOf(name, known);
  if (!provider) throw unknownModel(name, known);
  const model = name.slice(provider.name.length + 1);
  if (!model) throw modelMissing(provider);
  if (provider.package !== undefined && !isInstalled(provider.package)) throw packageMissing(provider.package);
  return provider.make(model, settings);
}

/** The provider whose name a model's begins with; of two, the longer one. */
export function providerOf(name: string, known: readonly Provider[]): Provider | undefined {
  return known
    .filter((one) => name === one.name || name.startsWith(`${one.name}/`))
    .sort((one, other) => other.name.length - one.name.length)[0];
}

function modelMissing({ name, title, models }: Provider): HandrailError {
  const some = models.slice(0, 3).map((model) => `${name}/${model}`);
  return new HandrailError(
    'invalid_option',
    `"${name}" does not say which model of ${title}.`,
    some.length > 0 ? `For example: ${some.join(', ')}.` : `Write it as ${name}/<model>.`,
  );
}

function packageMissing(name: string): HandrailError {
  return new HandrailError('invalid_option', `The package "${name}" is not installed.`, `npm install ${name}`);
}

function unknownModel(name: string, known: readonly Provider[]): HandrailError {
  const near = name.includes('/') ? nearProvider(name, known) : nearModel(name, known);
  const names = ['steps', ...new Set(known.map((one) => `${one.name.split('/', 1)[0]}/…`)), 'scripted:<file.json>'];
  return new HandrailError(
    'invalid_option',
    `There is no model "${name.slice(0, 100)}".${near ? ` Did you mean ${near}?` : ''}`,
    `Models are written as provider/model: ${names.join(', ')}. \`handrail models\` lists what is usable.`,
  );
}

function nearProvider(name: string, known: readonly Provider[]): string | undefined {
  const [before = ''] = name.split('/', 1);
  const inside = known.find((one) => one.name.endsWith(`/${before}`))?.name;
  const near =
    inside ??
    nearestName(
      before,
      known.map((one) => one.name),
    );
  return near === undefined ? undefined : `${near}${name.slice(before.length)}`;
}

/** The name of a model without its provider, or a provider that is not spelt quite right. */
function nearModel(name: string, known: readonly Provider[]): string | undefined {
  const owner = known.find(({ models }) => models.includes(name));
  if (owner) return `${owner.name}/${name}`;
  const near = nearestName(name, ['steps', ...known.map((one) => one.name)]);
  return near === undefined || near === 'steps' ? near : `${near}/<model>`;
}
