import { expect, it } from 'vitest';
import { isSecretName, isSecretParameter } from '../../src/core/secrets/secret-names.js';

it('A parameter that names an action is no secret', () => {
  expect(['authAction', 'auth_type', 'login', 'name'].filter(isSecretParameter)).toEqual([]);
});

it('A security token is one', () => {
  expect(['sectok', 'auth', 'session_id', 'wpEditToken'].filter((name) => !isSecretParameter(name))).toEqual([]);
  expect(isSecretName('sectok')).toBe(true);
});
