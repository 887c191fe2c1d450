import { describe, expect, it } from 'vitest';
import { findTaskSecrets } from '../../src/journal/redaction/task-secrets.js';

describe('Secrets in a task', () => {
  it.each([
    ["Pay with card number '4242 4242 4242 4242'.", ['4242 4242 4242 4242']],
    ['Use 4012-8888-8888-1881, then go on.', ['4012-8888-8888-1881']],
    ['Type "hunter2!" into the password field.', ['hunter2!']],
    ['Log in as ada with password: s3cret!', ['s3cret!']],
  ])('%s', (task, secrets) => {
    expect(findTaskSecrets(task)).toEqual(expect.arrayContaining(secrets));
  });

  it.each(['Order number 1234567890123456 is late.', 'Call 0044 20 7946 0958 1234.', 'Choose the card "Blue".'])(
    'is no secret: %s',
    (task) => {
      expect(findTaskSecrets(task)).toEqual([]);
    },
  );
});
