const secretNames = /(?:^|_)(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASS|CREDENTIALS?)(?:_|$)/i;
const minLength = 6;

/** Values of environment variables that must never be recorded. */
export function environmentSecrets(): string[] {
  return Object.entries(process.env)
    .filter(([name, value]) => secretNames.test(name) && value !== undefined && value.length >= minLength)
    .map(([, value]) => value ?? '');
}
