import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HandrailError } from '../../src/core/errors.js';
import { formatLine } from '../../src/doors/command-line/format-line.js';
import { splitLine } from '../../src/doors/command-line/split-line.js';
import { sessionCommandNames } from '../../src/doors/daemon/client-spec.js';
import { batch } from '../../src/doors/shell/batch.js';
import { findCommand, shellCommands } from '../../src/doors/shell/commands.js';
import { commandHelp } from '../../src/doors/shell/help.js';
import { collectArguments, readArguments } from '../../src/doors/shell/parse-arguments.js';
import { sessionCommands } from '../../src/doors/shell/session-commands.js';
import { parseInput } from '../../src/tools/call/parse-input.js';
import { parseCallString } from '../../src/tools/call-string.js';
import { pickTools } from '../../src/tools/toolsets.js';

const tools = pickTools(['all']);

async function read(line: string, input = ''): Promise<Record<string, unknown>> {
  const [, name = '', ...args] = splitLine(line);
  const command = findCommand(name);
  if (!command) throw new Error(`No command ${name}`);
  return readArguments(command, collectArguments(command, args), { folder: '/', input: async () => input });
}

async function refusal(line: string, input = ''): Promise<string> {
  try {
    await read(line, input);
  } catch (error) {
    if (error instanceof HandrailError) return `${error.code}: ${error.message} ${error.hint ?? ''}`;
    throw error;
  }
  throw new Error(`${line} was accepted`);
}

describe('arguments of a command', () => {
  it('are fields by position or by flag', async () => {
    expect(await read('handrail click "Save changes"')).toEqual({ selector: 'Save changes' });
    expect(await read('handrail type mug')).toEqual({ text: 'mug' });
    expect(await read('handrail type el_5 mug --submit')).toEqual({ selector: 'el_5', text: 'mug', submit: true });
    expect(await read('handrail type --selector el_5 --text=a=b --no-clear')).toEqual({
      selector: 'el_5',
      text: 'a=b',
      clear: false,
    });
    expect(await read('handrail scroll down 300')).toEqual({ direction: 'down', amount: 300 });
    expect(await read('handrail scroll down el_5 300')).toEqual({ direction: 'down', selector: 'el_5', amount: 300 });
    expect(await read('handrail scroll down el_5')).toEqual({ direction: 'down', selector: 'el_5' });
    expect(await read('handrail scroll down "0,0" 300')).toEqual({ direction: 'down', selector: '0,0', amount: 300 });
    expect(await read('handrail scroll top')).toEqual({ direction: 'top' });
    for (const line of ['press_key Tab 7', 'press_key Tab --times 7', 'press_key Tab --repeat=7'])
      expect(await read(`handrail ${line}`)).toEqual({ key: 'Tab', times: 7 });
    expect(await read('handrail screenshot el_5 --scale 2')).toEqual({ selector: 'el_5', scale: 2 });
    expect(await read('handrail click --target el_5')).toEqual({ selector: 'el_5' });
    expect(await read('handrail fill Body -', 'two\nlines\n')).toEqual({ selector: 'Body', value: 'two\nlines' });
    expect(await read('handrail click -', 'text')).toEqual({ selector: '-' });
    expect(await read("handrail fill Note -- '--json'")).toEqual({ selector: 'Note', value: '--json' });
    expect(await read('handrail fill_form "Full name=Ann = Lee" Agree=true')).toEqual({
      fields: { 'Full name': 'Ann = Lee', Agree: 'true' },
    });
    expect(await read('handrail upload_file Photo a.png b.png')).toEqual({
      selector: 'Photo',
      paths: ['a.png', 'b.png'],
    });
    expect(await read('handrail click el_1 --modifiers Control,Shift')).toEqual({
      selector: 'el_1',
      modifiers: ['Control', 'Shift'],
    });
    expect(await read(`handrail extract_structured '{"a":["string"]}'`)).toEqual({ schema: { a: ['string'] } });
    expect(await read('handrail double-click el_2')).toEqual({ selector: 'el_2' });
    expect(await read('handrail computer_use click --element 5 --capture-after')).toMatchObject({
      action: 'click',
      element: 5,
      capture_after: true,
    });
    expect(await read('handrail computer_use click --coordinate 10,20')).toMatchObject({ coordinate: [10, 20] });
    expect(await read(`handrail computer_use click --coordinate '[10, 20]'`)).toMatchObject({ coordinate: [10, 20] });
  });

  it('that are invalid are refused with what is valid', async () => {
    expect(await refusal('handrail click el_1 --buton right')).toContain('Did you mean --button?');
    expect(await refusal('handrail click Save changes now')).toMatch(/takes 1 argument, not 3.*quotes/);
    expect(await refusal('handrail scroll down el_5 far')).toContain('amount must be a number, not "far"');
    expect(await refusal('handrail fill Body -', '\n')).toContain('Standard input is empty');
    expect(await refusal('handrail click el_1 --timeout')).toContain('--timeout needs a value');
    expect(await refusal('handrail fill_form Name')).toContain('"Name=value"');
    expect(await refusal(`handrail extract_structured '{"a":'`)).toContain('is not JSON');
    expect(await refusal('handrail extract_structured @/no/such/file')).toContain('cannot be read');
    expect(() => splitLine('click "Save')).toThrow('not closed');
    expect(await refusal('handrail type el_1 --hello')).toContain('Put a text that starts with dashes after --');
  });

  it('of every example of every tool mean the same as the example', async () => {
    for (const tool of tools.list()) {
      const command = findCommand(tool.name);
      for (const [index, example] of tool.examples.entries()) {
        if (command && command.input !== tool.input) continue; // the shell's own command of that name
        const meant = parseInput(tool, parseCallString(example).input);
        const line = command?.examples[index] ?? '';
        expect(parseInput(tool, await read(line)), line).toEqual(meant);
      }
    }
  });

  it('are the same after formatting and parsing, for any text', async () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((one) => !/[\0\r\n]/.test(one) && !/^--/.test(one));
    for (const odd of [`it's $5`, `"it's" \\ \`x\``, '', ' ', "'"])
      expect(splitLine(formatLine('fill', { selector: odd }, ['selector']))).toEqual(['handrail', 'fill', odd]);
    await fc.assert(
      fc.asyncProperty(text, text, async (selector, value) => {
        const line = formatLine('fill', { selector, value }, ['selector', 'value']);
        expect(await read(line)).toEqual({ selector, value });
      }),
      { numRuns: 300 },
    );
  });
});

describe('the client', () => {
  it('knows the session commands that are not tools', async () => {
    const names = [...sessionCommands, batch].map(({ name }) => name);
    expect(sessionCommandNames.toSorted()).toEqual(names.toSorted());
  });
});

describe('help', () => {
  it('of every command lists its arguments and flags', async () => {
    for (const command of shellCommands.values()) {
      const help = commandHelp(command);
      expect(help).toContain(`Usage: handrail ${command.name}`);
      expect(help).toContain('--session <name>');
      for (const field of Object.keys(command.input.shape)) {
        expect(help).toMatch(new RegExp(`^  (?:--)?${field.replaceAll('_', '[_-]')}\\b`, 'm'));
      }
    }
  });
});
