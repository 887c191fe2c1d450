import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { HandrailError, messageOf } from '../../../core/errors.js';
import type { SecretDefinition } from '../schema.js';
import { runProgram } from './run-program.js';

const maxFileBytes = 65_536;
const none = /^$/;

/** Reads the value of a secret. Throws `secret_unavailable` with the reason, never with a part of the value. */
export async function readSecret(name: string, definition: SecretDefinition, signal?: AbortSignal): Promise<string> {
  const value = await readSource(name, definition, signal);
  if (value === '') throw unavailable(name, 'its value is empty', 'Set a value.');
  return value;
}

function readSource(name: string, source: SecretDefinition, signal: AbortSignal | undefined): Promise<string> {
  const { value, env, file, command, keychain, op, bw } = source;
  if (value !== undefined) return Promise.resolve(value);
  if (env !== undefined) return readVariable(name, env);
  if (file !== undefined) return readFile(name, file);
  if (command) return runProgram(command, none, signal);
  if (keychain) return runProgram(toKeychainCommand(keychain), none, signal);
  if (op !== undefined) return runProgram(['op', 'read', '--no-newline', op], /^OP_/, signal);
  if (bw) return runProgram(['bw', 'get', bw.field, bw.item], /^(?:BW_|BITWARDENCLI_)/, signal);
  return Promise.reject(unavailable(name, 'it has no source', 'Define one.'));
}

async function readVariable(name: string, variable: string): Promise<string> {
  const value = process.env[variable];
  if (value !== undefined) return value;
  throw unavailable(name, `the environment variable ${variable} is not set`, `Set ${variable}.`);
}

async function readFile(name: string, path: string): Promise<string> {
  try {
    // A pipe without a writer would block the open.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const { size } = await file.stat().then((facts) => (facts.isFile() ? facts : { size: maxFileBytes + 1 }));
      if (size > maxFileBytes) throw unavailable(name, `${path} is no file, or too large`, 'Name a small text file.');
      return (await file.readFile('utf8')).replace(/\r?\n$/, '');
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof HandrailError) throw error;
    throw unavailable(name, messageOf(error), 'Check the path and its permissions.');
  }
}

function toKeychainCommand({ service, account }: { service: string; account: string }): string[] {
  return process.platform === 'darwin'
    ? ['security', 'find-generic-password', '-s', service, '-a', account, '-w']
    : ['secret-tool', 'lookup', 'service', service, 'account', account];
}

function unavailable(name: string, problem: string, hint: string): HandrailError {
  return new HandrailError('secret_unavailable', `The secret ${name} cannot be read: ${problem}.`, hint);
}
