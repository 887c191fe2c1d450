import { HandrailError } from '../../../core/errors.js';
import type { Execution } from '../../calls.js';
import { textArea, typeOnDesktop } from '../../executor/desktop/typing.js';
import type { InstructionOf } from '../../instruction.js';
import { waitUntil } from '../../resolver/wait-until.js';
import type { Step } from '../../step.js';
import { saveAs } from './save.js';

/** Writes a text in the active editor and saves it. Throws when the editor already has a text, which would be saved too. */
export async function* writeFile(step: Step, instruction: InstructionOf<'write_file'>): Execution {
  const { text } = instruction;
  const area = await waitUntil(step, () => textArea(step));
  if (!area)
    throw new HandrailError('not_found', `"${step.clause}": no window has a text area.`, 'Open a text editor first.');
  if ((area.value ?? '') !== '')
    throw new HandrailError(
      'expectation_failed',
      `"${step.clause}": ${area.id} already contains a text, which would be saved too.`,
      'Clear it first: Clear the document. Or write separate instructions: Type "…". Save it as "…".',
    );
  yield* typeOnDesktop(step, { kind: 'type', value: text, target: 'the document' });
  yield* saveAs(step, { ...instruction, kind: 'save_as' });
}
