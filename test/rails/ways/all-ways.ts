import { addressWays } from './addresses.js';
import { callerWays } from './callers.js';
import { formWays } from './forms.js';
import { keyTriggers } from './key-triggers.js';
import { otherTransports } from './other-transports.js';
import { orderScript, pageTransports, type Transport } from './transports.js';
import { click, pointerTriggers, type Trigger, triggeredPage } from './triggers.js';
import type { Way } from './way.js';

/** Each way of a script to send, after a click. */
function byTransport({ name, code, before, files, seconds = 0, dialog, needsAddress }: Transport): Way {
  return {
    name: `click, ${name}`,
    html: (purpose) => triggeredPage(purpose, clicked, functionOf(code, orderScript(purpose)), before),
    files,
    needsAddress,
    async use(hands) {
      await click(hands);
      if (dialog) await hands.perform({ type: 'dialog', accept: true });
      if (seconds > 0) await hands.pause(seconds);
    },
  };
}

/** Each way of an input to reach a script, which sends by `code`. */
function byTrigger({ name, use, ...trigger }: Trigger, by: string, code: string): Way {
  return {
    name: `${name}, ${by}`,
    html: (purpose) => triggeredPage(purpose, { name, use, ...trigger }, functionOf(code, orderScript(purpose))),
    use,
  };
}

const [clicked] = pointerTriggers;
const triggers = [...pointerTriggers, ...keyTriggers];

function functionOf(code: string, order: string): string {
  return `${order}\nasync function send(event) { ${code} }`;
}

/** All ways: forms, addresses, scripts by input, scripts by what they send, and callers. */
export const ways: readonly Way[] = [
  ...formWays,
  ...addressWays,
  ...triggers.map((trigger) => byTrigger(trigger, 'fetch', 'fetch(o.path, init());')),
  ...triggers.map((trigger) => byTrigger(trigger, 'form', 'makeForm().submit();')),
  ...[...pageTransports.slice(1), ...otherTransports].map(byTransport),
  ...callerWays,
];
