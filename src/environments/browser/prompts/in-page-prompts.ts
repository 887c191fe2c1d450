import { randomUUID } from 'node:crypto';
import type { CDPSession } from 'playwright-core';
import type { Change } from '../../../core/change.js';
import { worldName } from '../frames/frame-table.js';
import { permissionScript } from './permissions.js';

const printPayload = 'print';

/** Reports print dialogs and permission prompts. No protocol does, so scripts in the page detect the calls. */
export async function reportInPagePrompts(session: CDPSession, report: (change: Change) => void): Promise<void> {
  const event = `handrail-${randomUUID()}`;
  const binding = `handrail_${randomUUID().replaceAll('-', '')}`;
  session.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name !== binding) return;
    if (payload === printPayload) report({ kind: 'page', what: 'print_requested' });
    else report({ kind: 'page', what: 'permission_requested', detail: payload.slice(0, 40) });
  });
  const forwardScript = `(() => {
    addEventListener('beforeprint', () => ${binding}('${printPayload}'));
    addEventListener('${event}', ({ detail }) => ${binding}(String(detail)));
  })()`;
  await Promise.all([
    session.send('Runtime.addBinding', { name: binding, executionContextName: worldName }),
    session.send('Page.addScriptToEvaluateOnNewDocument', { source: permissionScript(event), runImmediately: true }),
    session.send('Page.addScriptToEvaluateOnNewDocument', { source: forwardScript, worldName, runImmediately: true }),
  ]);
}
