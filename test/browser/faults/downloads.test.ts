import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Change } from '../../../src/core/change.js';
import { sample } from '../../support/sample.js';
import { eventually, foldersOf } from '../launch-witness.js';
import { browserProcesses, click, idOf, keepBrowser, open, temporary, timed, useWitness } from './witness.js';

const slow = { timeout: 60_000 };
const witness = useWitness();
let folder: string;
beforeEach(() => {
  folder = join(temporary('box'), 'downloads');
});

type Session = Awaited<ReturnType<typeof open>>;
type Download = Extract<Change, { kind: 'download' }>;

function file(path: string, name: string, body: string): void {
  witness.route(path, (_, response) => {
    response.setHeader('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
    response.setHeader('Content-Type', 'application/octet-stream');
    response.end(body);
  });
}

/** Without a content type the browser waits for more bytes to detect it. */
const binary = { 'Content-Type': 'application/octet-stream' };

const link = (path: string) => `<a href="${path}">Get</a>`;

/** The last change of the download, from the outcome or from later observations. */
async function download(session: Session): Promise<Download> {
  const outcome = await click(session, 'Get');
  let last = outcome.changes.findLast((change) => change.kind === 'download');
  await eventually(async () => {
    if (last && last.state !== 'running') return true;
    const { changes = [] } = await session.observe();
    last = changes.findLast((change) => change.kind === 'download') ?? last;
    return last !== undefined && last.state !== 'running';
  }, 10_000);
  if (!last) throw new Error('There was no download.');
  return last;
}

const kept = () => (existsSync(folder) ? readdirSync(folder).sort() : []);

describe('downloads (fault 14)', slow, () => {
  keepBrowser();

  it.each(
    sample(
      [
        ['../../x', /^[^/\\.][^/\\]*$/],
        ['..\\..\\x.exe', /^[^/\\.][^/\\]*$/],
        ['/etc/passwd', /^[^/\\.][^/\\]*$/],
        ['CON', /^_CON$/],
        ['con.txt', /^_con\.txt$/],
        ['.bashrc', /^[^.].*$/],
        [`${'long'.repeat(75)}.txt`, /^.{1,120}$/],
        ['report\u202Efdp.exe', /^[^\u202E]+$/],
        ['a:b|c?.txt', /^[^:|?]+$/],
      ],
      3,
    ),
  )('a name like %s is made safe', async (name, safe) => {
    file('/file', name, 'content');
    const session = await open({ url: witness.page('/', link('/file')), downloads: folder });
    const got = await download(session);
    expect(got).toMatchObject({ state: 'done', bytes: 7 });
    expect(got.name).toMatch(safe);
    expect(Buffer.byteLength(got.name)).toBeLessThanOrEqual(120);
    expect(dirname(got.path ?? '')).toBe(folder);
    expect(readFileSync(got.path ?? '', 'utf8')).toBe('content');
    expect(kept()).toEqual([got.name]);
  });

  it('the same name in sequence, at once, and on an existing file: each has its own path', async () => {
    file('/same', 'same.txt', 'new');
    const html = `${link('/same')}<button onclick="for (const name of ['/same?1', '/same?2', '/same?3']) { const to = document.createElement('a'); to.href = name; to.download = 'same.txt'; to.click(); }">Three</button>`;
    const session = await open({ url: witness.page('/', html), downloads: folder });
    await download(session);
    writeFileSync(join(folder, 'SAME (2).txt'), 'precious');
    await download(session);
    await click(session, 'Three');
    await eventually(() => kept().length >= 6, 10_000).catch(() => undefined);
    expect(kept().length).toBeGreaterThanOrEqual(4);
    expect(readFileSync(join(folder, 'SAME (2).txt'), 'utf8')).toBe('precious');
    for (const name of kept())
      if (name !== 'SAME (2).txt') expect(readFileSync(join(folder, name), 'utf8')).toBe('new');
  });

  it('an announced size over the limit is refused before the data', async () => {
    let sent = 0;
    witness.route('/huge', (_, response) => {
      response.writeHead(200, {
        'Content-Disposition': 'attachment; filename="huge.bin"',
        'Content-Length': String(1024 ** 3),
      });
      const more = () => {
        while (!response.destroyed && sent < 1024 ** 3) {
          sent += 65_536;
          if (!response.write(Buffer.alloc(65_536))) return void response.once('drain', more);
        }
      };
      more();
    });
    const session = await open({
      url: witness.page('/', link('/huge')),
      downloads: folder,
      limits: { maxDownloadBytes: 2_000_000 },
    });
    const got = await download(session);
    expect(got).toMatchObject({ state: 'refused', reason: expect.stringContaining('2000000 bytes') });
    await eventually(() => quarantined() === 0, 3_000);
    const after = sent;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(sent).toBe(after);
    expect(sent).toBeLessThan(100_000_000);
    expect(kept()).toEqual([]);
    console.log(`fault 14: 1 GB refused after ${(sent / 1e6).toFixed(1)} MB (cap 2 MB)`);
  });

  it('an endless one is cut at the limit', async () => {
    let sent = 0;
    let closed = false;
    witness.route('/endless', (_, response) => {
      response.writeHead(200, { 'Content-Disposition': 'attachment; filename="endless.bin"' });
      const timer = setInterval(() => {
        sent += 200_000;
        response.write(Buffer.alloc(200_000));
      }, 20);
      response.on('close', () => {
        clearInterval(timer);
        closed = true;
      });
    });
    const session = await open({
      url: witness.page('/', `${link('/endless')}<button onclick="tell('alive')">Alive</button>`),
      downloads: folder,
      limits: { maxDownloadBytes: 3_000_000, settleTimeoutMs: 500 },
    });
    const got = await download(session);
    expect(got).toMatchObject({ state: 'refused' });
    await eventually(() => closed, 3_000);
    expect(sent).toBeLessThan(30_000_000);
    await eventually(() => quarantined() === 0, 3_000);
    await click(session, 'Alive');
    await eventually(() => witness.words().includes('alive'), 2_000);
    console.log(`fault 14: endless cut after ${(sent / 1e6).toFixed(1)} MB (cap 3 MB)`);
  });

  it('an aborted one is reported', async () => {
    witness.route('/broken', (_, response) => {
      response.writeHead(200, { 'Content-Disposition': 'attachment; filename="broken.bin"', 'Content-Length': '1000' });
      response.write('half');
      setTimeout(() => response.destroy(), 100);
    });
    const session = await open({ url: witness.page('/', link('/broken')), downloads: folder });
    expect(await download(session)).toMatchObject({ state: 'failed' });
    expect(kept()).toEqual([]);
  });

  it('one that the page starts without input, or that ends later, is reported by the next observation', async () => {
    witness.route('/slow', (_, response) => {
      response.writeHead(200, { ...binary, 'Content-Disposition': 'attachment; filename="slow.txt"' });
      response.write('a'.repeat(4_000));
      setTimeout(() => response.end('b'), 1_200);
    });
    const session = await open({
      url: witness.page('/', link('/slow')),
      downloads: folder,
      limits: { settleTimeoutMs: 300 },
    });
    const outcome = await click(session, 'Get');
    expect(outcome.changes).toContainEqual(expect.objectContaining({ kind: 'download', state: 'running' }));
    const got: Change[] = [];
    await eventually(async () => {
      got.push(...((await session.observe()).changes ?? []).filter((change) => change.kind === 'download'));
      return got.length > 0;
    }, 5_000);
    expect(got).toEqual([expect.objectContaining({ state: 'done', name: 'slow.txt', bytes: 4_001 })]);
  });

  it('a navigation that becomes a download is reported as one', async () => {
    file('/direct', 'direct.txt', 'content');
    const url = witness.page('/', '<button>Here</button>');
    const session = await open({ url, downloads: folder });
    const outcome = await session.perform({ type: 'navigate', url: `${witness.origin}/direct` });
    expect(outcome.changes).toContainEqual(
      expect.objectContaining({ kind: 'download', state: 'done', name: 'direct.txt' }),
    );
    const observation = await session.observe();
    expect(observation.url).toBe(url);
    expect(idOf(observation, 'Here')).toBeDefined();
  });

  it('of one session is not reported to another that shares its browser', async () => {
    file('/mine', 'mine.txt', 'mine');
    const url = witness.page('/', `${link('/mine')}<button onclick="this.textContent = 'Pressed'">Press</button>`);
    const mine = await open({ url, downloads: folder });
    const other = await open({ url, downloads: join(dirname(folder), 'other') });
    const [got, pressed] = await Promise.all([click(mine, 'Get'), click(other, 'Press')]);
    expect(got.changes).toContainEqual(expect.objectContaining({ kind: 'download', state: 'done', name: 'mine.txt' }));
    const heard = [...pressed.changes, ...((await other.observe()).changes ?? [])].map(({ kind }) => kind);
    expect(heard).not.toContain('download');
    expect(kept()).toEqual(['mine.txt']);
  });

  it('into a folder that cannot be created: reported, and the session continues', async () => {
    file('/file', 'x.txt', 'content');
    writeFileSync(folder, 'a file in the way');
    const session = await open({ url: witness.page('/', link('/file')), downloads: folder });
    expect(await download(session)).toMatchObject({ state: 'failed' });
    expect(readFileSync(folder, 'utf8')).toBe('a file in the way');
    expect((await session.observe()).url).toBe(`${witness.origin}/`);
  });
});

describe('the end of a session (fault 14)', slow, () => {
  it('a stalled one does not block the session, and leaves nothing after close', async () => {
    witness.route('/still', (_, response) => {
      response.writeHead(200, {
        ...binary,
        'Content-Disposition': 'attachment; filename="still.bin"',
        'Content-Length': '10000',
      });
      response.write('half'.repeat(1_000));
    });
    const session = await open({
      url: witness.page('/', link('/still')),
      downloads: folder,
      limits: { settleTimeoutMs: 500 },
    });
    const { ms, value } = await timed(() => click(session, 'Get'));
    expect(ms).toBeLessThan(3_000);
    expect(value.changes).toContainEqual(expect.objectContaining({ kind: 'download', state: 'running' }));
    expect((await timed(() => session.observe())).ms).toBeLessThan(1_000);
    expect((await timed(() => session.close())).ms).toBeLessThan(5_000);
    expect(kept()).toEqual([]);
    expect(foldersOf(process.pid)).toEqual([]);
    await eventually(() => browserProcesses().length === 0, 3_000);
  });
});

/** Files that are stored separately until they are complete. */
function quarantined(): number {
  return foldersOf(process.pid)
    .flatMap((name) =>
      existsSync(join(tmpdir(), name)) ? readdirSync(join(tmpdir(), name), { withFileTypes: true }) : [],
    )
    .filter((entry) => entry.isFile()).length;
}
