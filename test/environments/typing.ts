import { expect } from 'vitest';
import { type Case, done, hears, last } from './case.js';
import { at, type Stage } from './stage.js';

const texts = [
  'Plain text, 100% & "quoted" \'so\' \\ $HOME `id` #!',
  '  spaces  at  both ends  ',
  'Zoë ß € ñ Ærø ½',
  '日本語 한국어 Ελληνικά Русский שלום مرحبا',
  '👩‍👩‍👧 🇮🇪 e\u0301 \u200dx 𝒜',
  'ABCxyz{}[]<>|~^@',
];

const holds = (stage: Stage, field: string, text: string) =>
  expect.poll(() => last(stage, `text ${field}`), { timeout: 15_000, interval: 20 }).toBe(JSON.stringify(text));

const keys: [spelling: string, ...said: string[]][] = [
  ['a', 'key down a '],
  ['A', 'key down A Shift'],
  ['ctrl+a', 'key down a Control'],
  ['Control+Shift+T', 'key down T Control+Shift'],
  ['CTRL+ALT+Home', 'key down Home Control+Alt'],
  ['shift+Left', 'key down ArrowLeft Shift'],
  ['ArrowUp', 'key down ArrowUp '],
  ['Page_Down', 'key down PageDown '],
  ['PAGEUP', 'key down PageUp '],
  ['Return', 'key down Enter '],
  ['esc', 'key down Escape '],
  ['BackSpace', 'key down Backspace '],
  ['space', 'key down Space '],
  ['F5', 'key down F5 '],
  ['Home End', 'key down Home ', 'key down End '],
];

export const typing: Case[] = [
  {
    name: 'any text arrives exactly',
    async check(stage) {
      const target = await at(stage, 'Name');
      for (const text of texts) {
        const { effect } = await done(stage, { type: 'type', target, text, clear: true });
        expect(effect, text).toBe('changed');
        await holds(stage, 'Name', text);
      }
    },
  },
  {
    name: 'text is added at the end, or replaces what stands there, where the keyboard is or in the target',
    async check(stage) {
      const target = await at(stage, 'Name');
      await done(stage, { type: 'type', target, text: 'one' });
      await done(stage, { type: 'type', target, text: ' two' });
      await holds(stage, 'Name', 'one two');
      await done(stage, { type: 'type', text: ' three' });
      await holds(stage, 'Name', 'one two three');
      await done(stage, { type: 'click', target: await at(stage, 'Keys') });
      await done(stage, { type: 'type', target, text: ', four' });
      await holds(stage, 'Name', 'one two three, four');
      await done(stage, { type: 'type', target, text: 'five', clear: true });
      await holds(stage, 'Name', 'five');
      await done(stage, { type: 'type', target, text: '', clear: true });
      await holds(stage, 'Name', '');
    },
  },
  {
    name: 'a text is submitted, once',
    async check(stage) {
      await done(stage, { type: 'type', target: await at(stage, 'Name'), text: 'Ada', submit: true });
      await hears(stage, 'sent Name "Ada"');
      expect((await stage.log()).filter((line) => line.startsWith('sent'))).toHaveLength(1);
    },
  },
  {
    name: 'lines stay lines, and a long text is whole',
    async check(stage) {
      const target = await at(stage, 'Notes');
      const text = `first\nsecond, with ü\n\n${'0123456789'.repeat(60)} end`;
      await done(stage, { type: 'type', target, text });
      await holds(stage, 'Notes', text);
    },
  },
  {
    name: 'half a character is refused, and nothing is typed',
    async check(stage) {
      const target = await at(stage, 'Name');
      for (const text of ['a\ud83d', '\udc69b', 'x\ud83dy']) {
        const outcome = await stage.session.perform({ type: 'type', target, text });
        expect(outcome).toMatchObject({ ok: false, effect: 'unchanged', error: { code: 'invalid_action' } });
      }
      expect(await last(stage, 'text Name')).toBeUndefined();
    },
  },
  {
    name: 'keys in every spelling',
    async check(stage) {
      await done(stage, { type: 'click', target: await at(stage, 'Keys') });
      const said = keys.flatMap(([, ...lines]) => lines);
      for (const some of [keys.slice(0, 1), keys.slice(1, 8), keys.slice(8)])
        await done(stage, { type: 'key', keys: some.map(([spelling]) => spelling).join(' ') });
      await hears(stage, ...said);
      const log = await stage.log();
      expect(log.filter((line) => line.startsWith('key up')).length).toBe(
        log.filter((line) => line.startsWith('key down')).length,
      );
    },
  },
  {
    name: 'a key is pressed as often as was asked',
    async check(stage) {
      await done(stage, { type: 'click', target: await at(stage, 'Keys') });
      await done(stage, { type: 'key', keys: 'Tab', repeat: 4 });
      await expect.poll(async () => (await stage.log()).filter((line) => line === 'key down Tab ')).toHaveLength(4);
    },
  },
  {
    name: 'a key that is held stays so until it is let go of, around clicks too',
    async check(stage) {
      await done(stage, { type: 'click', target: await at(stage, 'Keys') });
      await done(stage, { type: 'key', keys: 'Shift', phase: 'down' });
      await done(stage, { type: 'key', keys: 'ArrowDown' });
      await hears(stage, 'key down ArrowDown Shift');
      await done(stage, { type: 'click', target: await at(stage, 'Board') });
      await hears(stage, 'down Board 150,100 left Shift');
      await done(stage, { type: 'key', keys: 'Shift', phase: 'up' });
      await done(stage, { type: 'click', target: await at(stage, 'Board') });
      await hears(stage, 'down Board 150,100 left Shift', 'down Board 150,100 left ');
      const again = await stage.session.perform({ type: 'key', keys: 'Shift', phase: 'up' });
      expect(again).toMatchObject({ ok: false, effect: 'unchanged', error: { code: 'invalid_action' } });
    },
  },
  {
    name: 'a key that nobody has is refused, and no key is pressed',
    async check(stage) {
      await done(stage, { type: 'click', target: await at(stage, 'Keys') });
      for (const spelling of ['Frobnicate', 'ctrl+Frobnicate', 'a Frobnicate']) {
        const { ok, effect, error } = await stage.session.perform({ type: 'key', keys: spelling });
        expect({ ok, effect, code: error?.code }).toEqual({ ok: false, effect: 'unchanged', code: 'unknown_key' });
      }
      expect((await stage.log()).filter((line) => line.startsWith('key'))).toEqual([]);
    },
  },
];
