import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../launch-witness.js';
import { click, idOf, keepBrowser, open, temporary, timed, useWitness } from './witness.js';

const slow = { timeout: 60_000 };
keepBrowser();
const witness = useWitness();
let outbox: string;
let secret: string;
beforeEach(() => {
  const root = temporary('uploads');
  outbox = join(root, 'outbox');
  secret = join(root, 'secret.txt');
  mkdirSync(join(outbox, 'folder'), { recursive: true });
  writeFileSync(secret, 'hush');
  writeFileSync(join(outbox, 'fine.txt'), 'fine');
  writeFileSync(join(outbox, 'second.txt'), 'second');
  symlinkSync(secret, join(outbox, 'link.txt'));
  symlinkSync(root, join(outbox, 'way-out'));
  symlinkSync(join(root, 'nowhere'), join(outbox, 'dangling'));
});

/** The page reports the names and contents of the files that it received. */
const field = (attributes = '') =>
  `<input type=file id=field aria-label="Attach" ${attributes}><button onclick="field.click()">Choose</button>
   <script>field.onchange = async () => { for (const file of field.files) tell(file.name + '=' + await file.text()); }</script>`;

describe('file choosers (fault 15)', slow, () => {
  it('is shown as a modal, accepts files, and closes', async () => {
    const session = await open({ url: witness.page('/', field()), uploads: [outbox] });
    const outcome = await click(session, 'Choose');
    expect(outcome.changes).toContainEqual({ kind: 'file_chooser', multiple: false });
    expect(outcome.observation?.modal).toMatchObject({ kind: 'file_chooser', clearedBy: 'upload' });
    const { ms, value } = await timed(() => session.observe());
    expect(ms).toBeLessThan(1_000);
    expect(value.modal).toMatchObject({ kind: 'file_chooser', multiple: false });
    expect(value.text).toMatch(/^BLOCKED by file chooser/);
    const many = await session.perform({ type: 'upload', paths: ['fine.txt', 'second.txt'] });
    expect(many).toMatchObject({ ok: false, effect: 'unchanged', error: { code: 'invalid_action' } });
    expect((await session.perform({ type: 'upload', paths: ['fine.txt'] })).ok).toBe(true);
    await eventually(() => witness.words().join() === 'fine.txt=fine', 2_000);
    expect((await session.observe()).modal).toBeUndefined();
  });

  it('several files at once, and directly into the field', async () => {
    const session = await open({ url: witness.page('/', field('multiple')), uploads: [outbox] });
    await click(session, 'Choose');
    await session.perform({ type: 'upload', paths: ['fine.txt', join(outbox, 'second.txt')] });
    await eventually(() => witness.words().length === 2, 2_000);
    expect(witness.words().sort()).toEqual(['fine.txt=fine', 'second.txt=second']);
    const element = idOf(await session.observe(), 'Attach');
    expect((await session.perform({ type: 'upload', target: { element }, paths: ['fine.txt'] })).ok).toBe(true);
    await eventually(() => witness.words().length === 3, 2_000);
  });

  it('a path outside the allowed folders is refused, by field and by chooser, and nothing is sent', async () => {
    const paths = {
      'a path that climbs out': '../secret.txt',
      'one that climbs out and in': 'folder/../../secret.txt',
      'an absolute path outside': secret,
      'a link to a file outside': 'link.txt',
      'a way through a linked folder': 'way-out/secret.txt',
      'a dangling link': 'dangling',
      'a folder': 'folder',
      'a device': '/dev/zero',
      'the system': '/etc/passwd',
      'its own memory': '/proc/self/environ',
      nothing: 'missing.txt',
    };
    const url = witness.page('/', field());
    const session = await open({ url, uploads: [outbox] });
    for (const [what, path] of Object.entries(paths)) {
      await session.perform({ type: 'navigate', url });
      const element = idOf(await session.observe(), 'Attach');
      const byField = await session.perform({ type: 'upload', target: { element }, paths: [path] });
      expect(byField, what).toMatchObject({ ok: false, effect: 'unchanged', error: { code: 'bad_path' } });
      await click(session, 'Choose');
      const byChooser = await session.perform({ type: 'upload', paths: [path] });
      expect(byChooser, what).toMatchObject({ ok: false, effect: 'unchanged', error: { code: 'bad_path' } });
      expect((await session.observe()).modal?.kind).toBe('file_chooser');
      expect(JSON.stringify([byField, byChooser])).not.toContain('hush');
    }
    expect(witness.words()).toEqual([]);
  });

  it('another action cancels it, as Escape would', async () => {
    const session = await open({
      url: witness.page('/', `${field()}<button onclick="tell('went on')">Other</button>`),
      uploads: [outbox],
    });
    const element = idOf(await session.observe(), 'Other');
    await click(session, 'Choose');
    expect((await session.perform({ type: 'click', target: { element } })).ok).toBe(true);
    await eventually(() => witness.words().join() === 'went on', 2_000);
    expect((await session.observe()).modal).toBeUndefined();
    expect(await session.perform({ type: 'upload', paths: ['fine.txt'] })).toMatchObject({
      error: { code: 'no_modal' },
    });
  });

  it('in a frame of another site, and a session that closes with one open', async () => {
    witness.page('/inner', field());
    const session = await open({
      url: witness.page('/outer', `<iframe src="${witness.elsewhere}/inner" width=500 height=200></iframe>`),
      uploads: [outbox],
    });
    await eventually(async () => (await session.observe()).text.includes('Choose'), 5_000);
    await click(session, 'Choose');
    expect((await session.observe()).modal?.kind).toBe('file_chooser');
    await session.perform({ type: 'upload', paths: ['fine.txt'] });
    await eventually(() => witness.words().join() === 'fine.txt=fine', 2_000);
    await click(session, 'Choose');
    expect((await timed(() => session.close())).ms).toBeLessThan(5_000);
  });
});
