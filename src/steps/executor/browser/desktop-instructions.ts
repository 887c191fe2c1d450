import { HandrailError } from '../../../core/errors.js';
import type { Execution } from '../../calls.js';
import type { ExecutionState } from '../../execution-state.js';
import type { Field, InstructionOf } from '../../instruction.js';
import { noProgramsError } from '../../resolver/desktop-turn.js';
import { pressNamedControl } from '../named-control.js';

// Phrases for programs, windows and files that are used on a page: the page has a control that is named after the verb.

export function refuseProgram(_: ExecutionState, { clause }: InstructionOf<'use_program'>): never {
  throw noProgramsError(clause);
}

export function startOnPage(state: ExecutionState, { app, clause }: InstructionOf<'launch_program'>): Execution {
  return press(state, 'start', app, `start ${app}`, clause);
}

export function raiseOnPage(state: ExecutionState, { app, clause }: InstructionOf<'raise_window'>): Execution {
  return press(state, 'raise', app, `raise ${app}`, clause);
}

export function confirmOnPage(state: ExecutionState, { clause }: InstructionOf<'confirm_save'>): Execution {
  const verb = /^\p{L}+/u.exec(clause)?.[0] ?? clause;
  return press(state, verb, clause.slice(verb.length).trim(), clause, clause);
}

export function createFileOnPage(state: ExecutionState, instruction: InstructionOf<'write_file'>): Execution {
  const { name, text, clause } = instruction;
  refuseFolder(instruction);
  return press(state, 'create', 'file with it', clause, clause, [
    ['name', name],
    ['content', text],
  ]);
}

export function saveOnPage(state: ExecutionState, instruction: InstructionOf<'save_as'>): Execution {
  const { clause } = instruction;
  refuseFolder(instruction);
  return press(state, 'save', clause.replace(/^save\s+/iu, ''), clause, clause);
}

export function createFolderOnPage(state: ExecutionState, instruction: InstructionOf<'new_folder'>): Execution {
  const { name, clause } = instruction;
  refuseFolder(instruction);
  return press(state, /^add\b/iu.test(clause) ? 'add' : 'create', 'folder with it', clause, clause, [['name', name]]);
}

function press(
  state: ExecutionState,
  verb: string,
  what: string,
  target: string,
  clause: string,
  fields?: Field[],
): Execution {
  return pressNamedControl(state, { kind: 'press_named_control', verb, what, target, fields, clause });
}

function refuseFolder({ folder, clause }: InstructionOf<'new_folder' | 'save_as' | 'write_file'>): void {
  if (folder === undefined) return;
  throw new HandrailError(
    'unsupported',
    `"${clause}": "${folder}" is a folder on a disk, and a page has only its own folders.`,
    'State in the task how to open the folder on the page, and then what to do there.',
  );
}
