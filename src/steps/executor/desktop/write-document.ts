import { HandrailError } from '../../../core/errors.js';
import type { ExecutionState, Script } from '../../execution-state.js';
import type { Instruction } from '../../instruction.js';
import { saveAs } from '../../packs/files/name-file.js';
import { awaitThing } from '../../resolver/find.js';
import { textArea, typeInto } from './typing.js';

/** Writes a text in the editor in use, and saves it under a name. What is written there already would be saved with it. */
export async function* writeFile(world: ExecutionState, step: Extract<Instruction, { do: 'write_file' }>): Script {
  const { text, words } = step;
  const area = yield* awaitThing(world, 'A place for text', () => textArea(world));
  if (!area)
    throw new HandrailError(
      'not_found',
      `"${words}": no window here has a place for text.`,
      'Open a text editor first.',
    );
  if ((area.value ?? '') !== '')
    throw new HandrailError(
      'expectation_failed',
      `"${words}": something is written in ${area.id} already, and would be in the file, too.`,
      'Say first: Clear the document. Or say each step: Type "…". Save it as "…".',
    );
  yield* typeInto(world, { do: 'type', value: text, target: 'the document', words });
  yield* saveAs(world, { ...step, do: 'save_as' });
}
