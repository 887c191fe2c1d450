import { builtinTools } from '../../../src/tools/builtin.js';
import { callTool } from '../../../src/tools/call/call-tool.js';
import { createRegistry } from '../../../src/tools/registry.js';
import { browseTools } from '../../../src/tools/vocabularies/browse/browse.js';
import { computerUse } from '../../../src/tools/vocabularies/computer-use/computer-use.js';
import type { Purpose } from './purpose.js';
import { control, form, type Hands, page, textField, type Way } from './way.js';

const registry = createRegistry([...builtinTools, ...browseTools, computerUse]);

/** `focuses`: the control has the focus first. */
const call = (
  name: string,
  tool: string,
  input: (ids: { control: string; field: string }) => object,
  focuses = false,
): Way => ({
  name: `tool ${name}`,
  html: (purpose: Purpose) => page(purpose, form(purpose, textField + control(purpose))),
  async use({ session, control, field, perform }: Hands) {
    if (focuses) await perform({ type: 'key', keys: 'Tab Tab' });
    const ids = { control: (await control()).element, field: (await field()).element };
    await callTool(registry, tool, input(ids), { session, memory: new Map(), allow: { evaluate: true } });
  },
});

/** Ways of callers: the same form, pressed by tools of several vocabularies. */
export const callerWays: readonly Way[] = [
  call('click', 'click', ({ control }) => ({ selector: control })),
  call('click by CSS', 'click', () => ({ selector: '#go' })),
  call('double_click', 'double_click', ({ control }) => ({ selector: control })),
  call('submit', 'submit', ({ field }) => ({ selector: field })),
  call('fill_form with submit', 'fill_form', () => ({ fields: { Note: 'x' }, submit: true })),
  call('type with a line break', 'type', ({ field }) => ({ selector: field, text: 'x\n' })),
  call('press_key', 'press_key', ({ control }) => ({ selector: control, key: 'Enter' })),
  call('focus and press_key', 'press_key', ({ field }) => ({ selector: field, key: 'Enter' })),
  call('evaluate', 'evaluate', () => ({ script: 'document.forms[0].submit()' })),
  call('drag', 'drag', ({ control }) => ({ source: control, target: control })),
  call('browse_click', 'browse_click', ({ control }) => ({ element_id: control })),
  call('browse_keypress', 'browse_keypress', () => ({ key: 'Enter' }), true),
  call('computer_use click', 'computer_use', ({ control }) => ({ action: 'click', element: Number(control.slice(3)) })),
  call('computer_use key', 'computer_use', () => ({ action: 'key', keys: 'enter' }), true),
];
