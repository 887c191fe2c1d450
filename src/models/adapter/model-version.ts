import { HandrailError } from '../../core/errors.js';

/** Splits `name@1.5`: the suffix sets the version of a model whose name does not tell it. Throws `invalid_option` for an unknown version. */
export function splitModelVersion<Version extends string>(
  model: string,
  versions: readonly Version[],
  title: string,
): { name: string; version?: Version } {
  const at = model.lastIndexOf('@');
  if (at < 0) return { name: model };
  const version = versions.find((valid) => valid === model.slice(at + 1));
  if (version) return { name: model.slice(0, at), version };
  throw new HandrailError(
    'invalid_option',
    `${title} has no version "${model.slice(at + 1)}".`,
    `Valid versions: ${versions.join(', ')}.`,
  );
}
