import { HandrailError } from '../core/errors.js';

/** `name@1.5` says which version a name stands for that does not tell. Throws `invalid_option` for one that `title` does not have. */
export function versionIn<Version extends string>(
  model: string,
  versions: readonly Version[],
  title: string,
): { name: string; version?: Version } {
  const at = model.lastIndexOf('@');
  if (at < 0) return { name: model };
  const version = versions.find((one) => one === model.slice(at + 1));
  if (version) return { name: model.slice(0, at), version };
  throw new HandrailError(
    'invalid_option',
    `${title} has no version "${model.slice(at + 1)}".`,
    `Valid versions: ${versions.join(', ')}.`,
  );
}
