import { builtinTools } from '../tools/builtin.js';
import type { Registry } from '../tools/registry.js';
import type { RunEvent } from './events.js';

const secretNames = /(?:^|_)(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASS|CREDENTIALS?)(?:_|$)/i;

/** Values of environment variables that must never be recorded. */
export function environmentSecrets(): string[] {
  return Object.entries(process.env)
    .filter(([name, value]) => secretNames.test(name) && value !== undefined && value.length >= 6)
    .map(([, value]) => value ?? '');
}

const minSecretLength = 4;

/** The values of the fields that a custom tool declares as secrets (`takes.secrets`), in the calls of an event. */
export function declaredSecrets(event: RunEvent, registry: Registry): string[] {
  const calls = event.type === 'model_replied' ? event.calls : 'call' in event ? [event.call] : [];
  return calls.flatMap((call) => {
    const tool = 'tool' in call ? registry.get(call.tool) : undefined;
    if (!tool || !('tool' in call) || builtinNames.has(tool.name)) return [];
    const values = tool.takes.secrets.map((field) => call.input[field]);
    return values.filter((value) => typeof value === 'string').filter((value) => value.length >= minSecretLength);
  });
}

/** Their fields take a secret or a plain text. The session recognizes a secret by the password field that receives it. */
const builtinNames = new Set(builtinTools.map(({ name }) => name));
