import { expect } from 'vitest';
import { callTool, pickTools, type ToolHost } from '../../src/exports/tools.js';
import { type RunResult, run, type Session, type ToolResult } from '../../src/index.js';

/** A screen with programs on it, and what tells from outside what became of them. */
export interface Place {
  session: Session;
  /** A folder that the programs can write to. */
  folder: string;
  /** The beginning of a task, which opens that folder. */
  opensFolder: string;
  /** What a file there holds; nothing when there is none. */
  read(path: string): Promise<string | undefined>;
  isFolder(path: string): Promise<boolean>;
}

const registry = pickTools(['computer_use']);
const waitMs = 30_000;

interface Entry {
  index: number;
  role: string;
  label: string;
  value?: string;
  states?: string[];
}

/** Calls of the one tool `computer_use`, as a model makes them. */
function calls({ session }: Place) {
  const host: ToolHost = {
    session,
    memory: new Map(),
    knownElement: session.knownElement,
    rails: { gate: () => 'allow' },
  };
  const use = async (input: Record<string, unknown>): Promise<ToolResult<{ elements?: Entry[] }>> => {
    const result = (await callTool(registry, 'computer_use', input, host)) as ToolResult<{ elements?: Entry[] }>;
    expect(result.error, JSON.stringify(input)).toBeUndefined();
    return result;
  };
  /** The number of something in a fresh capture; programs take their time to show it. */
  const numberOf = async (matches: (entry: Entry) => boolean, app?: string): Promise<number> => {
    const until = performance.now() + waitMs;
    for (;;) {
      const { data } = await use({ action: 'capture', mode: 'ax', max_elements: 1000, ...(app ? { app } : {}) });
      const found = data?.elements?.find(matches);
      if (found) return found.index;
      if (performance.now() > until)
        throw new Error(`It is not there: ${JSON.stringify(data?.elements?.slice(0, 60))}`);
    }
  };
  const click = async (label: string) =>
    use({ action: 'click', element: await numberOf((entry) => entry.label === label) });
  return { use, numberOf, click };
}

const isLine = ({ role, states = [] }: Entry): boolean => role === 'TextInput' && !states.includes('multiline');
const isText = ({ role, states = [] }: Entry): boolean => role === 'TextInput' && states.includes('multiline');

/** Does a task by grammar alone. */
async function steps({ session }: Place, task: string): Promise<RunResult> {
  const result = await run({ task, session, approve: 'all', journal: false, limits: { timeoutMs: 60_000 } });
  expect(result.reason, task).toBeUndefined();
  expect(result.status, task).toBe('done');
  return result;
}

/** A task that cannot be done, and what is said of it. */
async function fails({ session }: Place, task: string): Promise<string> {
  const result = await run({ task, session, approve: 'all', journal: false, limits: { timeoutMs: 60_000 } });
  expect(result.status, task).toBe('failed');
  return result.reason ?? '';
}

async function launch({ session }: Place, app: string, ...words: string[]): Promise<void> {
  const { error } = await session.perform({ type: 'launch', app, arguments: words });
  expect(error).toBeUndefined();
}

async function holds(place: Place, file: string, text: string): Promise<void> {
  await expect.poll(() => place.read(file), { timeout: waitMs }).toBe(text);
}

const wonder = 'Grüße, мир! 你好 “½” 😀 עברית';

/** Every program once by `steps` and once by calls of `computer_use`; the file system says what became of it. */
export const programs: Readonly<Record<string, (place: Place) => Promise<void>>> = {
  'galculator computes': async (place) => {
    const { click, numberOf, use } = calls(place);
    const { answer } = await steps(
      place,
      'Open galculator. Click "7". Click "+". Click "8". Click "=". Read the result.',
    );
    expect(answer).toBe('15');
    await click('AC');
    for (const key of ['1', '2', '*', '3', '4', '=']) await click(key);
    const { data } = await use({ action: 'capture', mode: 'ax' });
    expect(data?.elements?.find(({ role }) => role === 'TextInput')?.value).toBe('408');
    expect(await numberOf(({ label }) => label === '=')).toBeGreaterThan(0);
    await steps(place, 'Close galculator.');
  },

  'mousepad saves under a name': async (place) => {
    const { use, numberOf, click } = calls(place);
    const [one, other] = [`${place.folder}/by steps.txt`, `${place.folder}/by calls.txt`];
    await steps(place, `Start mousepad. Enter the text "${wonder}" into the document. Save as "${one}".`);
    await holds(place, one, wonder);
    await use({ action: 'type', element: await numberOf(isText), text: ` ${wonder}` });
    await use({ action: 'key', keys: 'ctrl+shift+s' });
    const name = await numberOf(isLine);
    await use({ action: 'set_value', element: name, value: other });
    await click('Save');
    await holds(place, other, `${wonder} ${wonder}`);
    await holds(place, one, wonder);
    // A file that is there is written over only when the task says so.
    expect(await fails(place, `Save it as 'by steps.txt' in ${place.folder}`)).toMatch(/already exists.*"Replace"/u);
    await holds(place, one, wonder);
    await steps(place, `Press Escape. Press Escape. Save it as "${one}" and replace it.`);
    await holds(place, one, `${wonder} ${wonder}`);
    await steps(place, 'Quit mousepad.');
  },

  'thunar makes the folder Projects': async (place) => {
    const { use, numberOf, click } = calls(place);
    await steps(place, `${place.opensFolder} create a new folder called 'Projects'.`);
    await expect.poll(() => place.isFolder(`${place.folder}/Projects`), { timeout: waitMs }).toBe(true);
    await use({ action: 'key', keys: 'ctrl+shift+n' });
    const name = await numberOf((entry) => isLine(entry) && entry.value === 'New Folder');
    await use({ action: 'set_value', element: name, value: 'Projects 2' });
    await click('Create');
    await expect.poll(() => place.isFolder(`${place.folder}/Projects 2`), { timeout: waitMs }).toBe(true);
    await steps(place, `Go to ${place.folder}/Projects. Create a folder named 'Once'. Rename it to 'My "own" in ü'.`);
    await expect.poll(() => place.isFolder(`${place.folder}/Projects/My "own" in ü`), { timeout: waitMs }).toBe(true);
    expect(await fails(place, "Create a folder named 'a/b'")).toMatch(/not complete: .*"Create" \(disabled\)/u);
    await steps(place, 'Click Cancel. Close thunar.');
  },

  'xterm is typed into': async (place) => {
    const { use } = calls(place);
    const [one, other] = [`${place.folder}/one`, `${place.folder}/other`];
    await steps(place, `Run xterm. Run the command "printf '%s' 'ab|cd' > ${one}" in the terminal.`);
    await holds(place, one, 'ab|cd');
    await use({ action: 'type', app: 'xterm', text: `printf '%s' '${wonder}' > ${other}` });
    await use({ action: 'key', keys: 'return' });
    await holds(place, other, wonder);
    await steps(place, `Type "rm ${one}" in the terminal and press Enter. Close xterm.`);
    await expect.poll(() => place.read(one), { timeout: waitMs }).toBeUndefined();
  },

  'a cell of LibreOffice Calc is filled and read back': async (place) => {
    const { use, numberOf } = calls(place);
    await launch(place, 'libreoffice', '--calc', '--norestore', '--nologo', '--nofirststartwizard');
    const isCell = (name: string) => (entry: Entry) => entry.role === 'TableCell' && entry.label === name;
    await numberOf(isCell('B2'));
    const { answer } = await steps(
      place,
      'Set A1 to 42. Type "=A1*2" into B2. Go to B2. Put "=A1*2" into B2. What is in cell B2?',
    );
    expect(answer).toBe('84');
    await use({ action: 'click', element: await numberOf(isCell('C3'), 'calc') });
    await use({ action: 'type', text: '=B2+1' });
    await use({ action: 'key', keys: 'return' });
    const { data } = await use({ action: 'capture', mode: 'ax', max_elements: 1000 });
    expect(data?.elements?.find(({ label }) => label === 'C3')?.value).toBe('85');
  },
};
