import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { acquireBrowser, type BrowserLease } from '../../../src/environments/browser/launch/acquire-browser.js';
import {
  type ExecutionResult,
  type FaraComputerUseOptions,
  type FaraResult,
  faraComputerUse,
  faraComputerUseTool,
} from '../../../src/index.js';
import {
  type ContractServer,
  faraContract,
  faraScoreContract,
  scoreShapes,
  serveContract,
} from '../../../src/testing/index.js';
import { type Served, servePages } from '../../support/serve.js';

const witness = `<script>
const tell = (what) => navigator.sendBeacon('/did?' + encodeURIComponent(what));
for (const type of ['click', 'dblclick', 'contextmenu', 'mousedown', 'mouseup'])
  addEventListener(type, (event) => tell(type + ' ' + event.clientX + ',' + event.clientY));
addEventListener('keydown', ({ key }) => tell('key ' + key));
addEventListener('input', ({ target }) => tell('input ' + target.name + '=' + target.value));
addEventListener('scroll', () => tell('scrolled ' + Math.round(scrollY)));
</script>`;
const place = (left: number, top: number) =>
  `style="position:absolute;left:${left}px;top:${top}px;width:300px;height:40px;box-sizing:border-box"`;
const pages = {
  '/': `<title>Start</title><body style="margin:0;height:5000px">${witness}
    <form action="/results"><input name="q" aria-label="Search" ${place(100, 100)}></form>
    <div ${place(100, 400)}></div>`,
  '/results': `<title>Results</title>${witness}<a href="/first" ${place(100, 100)}>Machine learning, a tutorial</a>`,
  '/first': '<title>First</title><h1>Tutorial</h1>',
  '/register': `<title>Register</title>${witness}<form action="/registered">
    <input name="name" aria-label="Name" ${place(1500, 100)}><input name="email" aria-label="Email" ${place(1500, 200)}>
    <button ${place(1500, 900)}>Register</button></form>`,
  '/dashboard': `<title>Dashboard</title><form action="/export"><button ${place(100, 100)}>Export report</button></form>`,
  '/asks': `<title>Asks</title><button ${place(100, 100)}
    onclick="navigator.sendBeacon('/answered?' + confirm('Really?'))">Ask</button>`,
  '/greets': `<title>Greets</title><h1>Hello</h1><script>
    addEventListener('load', () => setTimeout(() => { alert('Welcome!'); navigator.sendBeacon('/greeted') }))</script>`,
};

const folder = mkdtempSync(join(tmpdir(), 'handrail-fara-'));
let site: Served;
let lease: BrowserLease;

beforeAll(async () => {
  lease = await acquireBrowser({});
  site = await servePages(pages);
});
afterAll(async () => {
  site?.close();
  await lease?.release();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  site.log.length = 0;
  vi.stubEnv('FARA_AZURE_API_KEY', '');
  vi.stubEnv('FARA_AZURE_ENDPOINT', '');
  vi.stubEnv('DISPLAY', '');
  vi.stubEnv('WAYLAND_DISPLAY', '');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  // Nothing is left in the browser, however the run ended.
  expect(lease.browser.contexts()).toEqual([]);
});

/** What the pages recorded. */
const did = (): string[] =>
  site.log.filter((line) => line.startsWith('POST /did?')).map((line) => decodeURIComponent(line.slice(10)));

const dataOf = ({ output_blocks: [block] }: ExecutionResult): FaraResult => JSON.parse(block?.data ?? '');
const say = (action: string, thought = 'Next.'): string => `Thought: ${thought}\n\nAction: ${action}`;

interface Used {
  data: FaraResult;
  server: ContractServer;
  bodies: { messages: { role: string; content: unknown }[]; max_tokens: number; temperature: number }[];
}

/** Calls the tool against a scoring endpoint that gives these replies in order. */
async function use(says: string[], options: Partial<FaraComputerUseOptions> = {}): Promise<Used> {
  const turns = says.map((text) => ({ raw: scoreShapes.choices(text) }));
  await using server = await serveContract(faraScoreContract(), turns);
  const result = await faraComputerUse({
    task: 'Use the page.',
    initial_url: site.url,
    azure_ml_endpoint: `${server.url}/score`,
    azure_ml_api_key: 'test-key',
    agent_cwd: folder,
    ...options,
  });
  expect(server.violations).toEqual([]);
  return { data: dataOf(result), server, bodies: server.requests.map(({ body }) => body as Used['bodies'][number]) };
}

describe('The tool itself', () => {
  /** A call with only a task and a folder: the environment provides the rest. */
  let plain: { data: FaraResult; server: ContractServer; folder: string; visited: string[] };

  beforeAll(async () => {
    await using server = await serveContract(faraScoreContract(), [{ raw: scoreShapes.choices(say('done()')) }]);
    vi.stubEnv('FARA_AZURE_ENDPOINT', `${server.url}/score`);
    vi.stubEnv('FARA_AZURE_API_KEY', 'key-of-the-environment');
    const own = mkdtempSync(join(folder, 'own-'));
    const data = dataOf(await faraComputerUse({ task: 'x', agent_cwd: own }));
    plain = { data, server, folder: own, visited: [...site.log] };
    vi.unstubAllEnvs();
  });

  it('F1: has its name, description, version and author', () => {
    expect(faraComputerUseTool).toEqual({
      name: 'fara_computer_use',
      description: "Execute computer automation tasks using Microsoft's FARA-7B model via Azure ML",
      version: '1.0.0',
      author: 'MassGen',
    });
  });

  it('F2: returns a promise of an ExecutionResult whose data is a JSON string', async () => {
    const promise = faraComputerUse({ task: 'Anything.' });
    expect(promise).toBeInstanceOf(Promise);
    const result = await promise;
    expect(Object.keys(result)).toEqual(['output_blocks']);
    expect(typeof result.output_blocks[0]?.data).toBe('string');
    expect(dataOf(result)).toMatchObject({ success: false, operation: 'fara_computer_use' });
  });

  it('F3: needs a task', async () => {
    const { data, server } = await use([], { task: ' ' });
    expect(data).toMatchObject({ success: false, status: 'fail', error: expect.stringContaining('task is empty') });
    expect(server.requests).toHaveLength(0);
  });

  it('F4: uses a browser by default, and has no third environment', async () => {
    expect(plain.data.environment).toBe('browser');
    const other = dataOf(await faraComputerUse({ task: 'x', environment: 'mac' as 'linux' }));
    expect(other).toMatchObject({
      environment: 'mac',
      error: expect.stringContaining('Valid environments: browser, linux'),
    });
  });

  it('F8: starts at initial_url, or on an empty page', async () => {
    expect(plain.visited).toEqual([]);
    await use([say('done()')]);
    expect(site.log[0]).toBe('GET /');
  });

  it('F9: takes browser_type and headless, container_name and display', async () => {
    const { data } = await use([say('done()')], { environment_config: { browser_type: 'chromium', headless: true } });
    expect(data.success).toBe(true);
    const wrong = await use([], { environment_config: { browser_type: 'netscape' as 'chromium' } });
    expect(wrong.data.error).toContain('Valid: chromium, firefox, webkit');
    const linux = await use([], {
      environment: 'linux',
      environment_config: { container_name: 'mine', display: ':7' },
    });
    expect(linux.data).toMatchObject({ success: false, environment: 'linux', iterations: 0, action_log: [] });
    expect(linux.data.error).toContain("'mine'");
  });

  it('F10: records the run in agent_cwd', () => {
    const runs = join(plain.folder, '.handrail', 'runs');
    const journal = readFileSync(join(runs, readdirSync(runs)[0] ?? '', 'journal.jsonl'), 'utf8');
    expect(journal).toContain('"run_ended"');
    expect(journal).not.toContain('key-of-the-environment');
  });

  it('F11: uses fara-7b by default, in its own format if the endpoint is a chat server', async () => {
    await using server = await serveContract(faraContract('7b'), [[{ do: 'done', answer: 'Seen.' }]]);
    const data = dataOf(
      await faraComputerUse({
        task: 'Look.',
        initial_url: site.url,
        azure_ml_endpoint: `${server.url}/v1`,
        azure_ml_api_key: 'test-key',
        agent_cwd: folder,
      }),
    );
    expect(data).toMatchObject({ success: true, final_result: 'Seen.', action_log: [{ thought: 'Seen.' }] });
    expect(data.action_log[0]?.parsed_action).toEqual({ type: 'terminate', status: 'success' });
    expect(server.requests[0]?.body).toMatchObject({ model: 'microsoft/Fara-7B' });
    expect(server.violations).toEqual([]);
  });

  it('F12: finds the endpoint in FARA_AZURE_ENDPOINT', () => {
    expect(plain.data).toMatchObject({ success: true, final_result: 'Task completed' });
    expect(plain.server.requests.map(({ path }) => path)).toEqual(['/score']);
  });

  it('F13: finds the key in FARA_AZURE_API_KEY, and sends it as a bearer token', () => {
    expect(plain.server.requests[0]?.headers.authorization).toBe('Bearer key-of-the-environment');
  });
});

describe('A run', () => {
  let main: Used;
  let seen: string[];
  const said = [
    say('click(x=200, y=120)', 'I can see the search box.'),
    say("type(text='it\\'s done(1)')"),
    say("key(key='ctrl+a')"),
    say('double_click(x=210, y=420)'),
    say('right_click(x=220, y=420)'),
    say('drag(start_x=150, start_y=410, end_x=350, end_y=430)'),
    say("scroll(direction='down', amount=300)"),
    say('wait(seconds=0.2)'),
    say("done(result='All of it is done.')"),
  ];

  beforeAll(async () => {
    main = await use(said, { task: 'Try "everything".' });
    seen = did();
  });

  const entry = (number: number) => main.data.action_log[number - 1];

  it('F5: is 1440 pixels wide', () => {
    expect(main.server.inputs.map(({ pictures }) => pictures.at(-1)?.width)).toEqual(said.map(() => 1_440));
  });
  it('F6: is 900 pixels high', () => {
    expect(main.server.inputs.map(({ pictures }) => pictures.at(-1)?.height)).toEqual(said.map(() => 900));
  });

  it('F14: reports success', () => {
    const { action_log, ...rest } = main.data;
    expect(rest).toEqual({
      success: true,
      operation: 'fara_computer_use',
      task: 'Try "everything".',
      environment: 'browser',
      iterations: 9,
      status: 'done',
      final_result: 'All of it is done.',
    });
    expect(action_log).toHaveLength(9);
  });

  it('F15: reports each action', () => {
    expect(entry(1)).toEqual({
      iteration: 1,
      thought: 'I can see the search box.',
      action: 'click(x=200, y=120)',
      parsed_action: { type: 'click', x: 200, y: 120 },
    });
    expect(main.data.action_log.map(({ iteration }) => iteration)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  const parts = (index: number) => main.bodies[0]?.messages[index]?.content as { type: string; text?: string }[];
  const prompt = () => parts(0)[0]?.text ?? '';

  it('F19: opens with the prompt, as a text of the user beside the first screenshot', () => {
    expect(prompt()).toMatch(/^You are FARA, a Florence Agent for Rich Automation\. You are asked to complete a task/);
    expect(main.bodies[0]?.messages.map(({ role }) => role)).toEqual(['user']);
    expect(parts(0).map(({ type }) => type)).toEqual(['text', 'image_url']);
  });
  it('F20: asks for a thought and an action', () => {
    expect(prompt()).toContain(
      'For each step:\n1. First provide your reasoning in "Thought: <your reasoning>"\n2. Then provide an action in "Action: <action_command>"',
    );
  });
  it('F21: lists the ten actions', () => {
    const listed = [...prompt().matchAll(/^- (\w+)\(/gm)].map((match) => match[1]);
    expect(listed.join(' ')).toBe('click double_click right_click type key scroll drag wait done fail');
    expect(prompt()).toContain('- drag(start_x=<int>, start_y=<int>, end_x=<int>, end_y=<int>): Drag\n');
  });
  it('F22: states the coordinates, the resolution and the task', () => {
    expect(
      prompt().endsWith(
        'Coordinate system: (0,0) is top-left, coordinates are in pixels.\nScreen resolution: 1440x900\n\nTask: Try "everything".',
      ),
    ).toBe(true);
  });
  it('F23: reads the expected reply', async () => {
    const { data } = await use([
      'Thought: I can see the Google homepage. The search box is in the center of the page. I need to click on it to start typing my search query.\n\nAction: click(x=512, y=305)',
      say('done()'),
    ]);
    expect(data.action_log[0]).toMatchObject({
      thought: expect.stringMatching(/^I can see the Google homepage\..*search query\.$/),
      parsed_action: { type: 'click', x: 512, y: 305 },
    });
    await vi.waitFor(() => expect(did()).toContain('click 512,305'));
  });
  it('F24: sends messages, max_tokens and temperature, and nothing else', () => {
    for (const body of main.bodies) {
      expect(Object.keys(body).sort()).toEqual(['max_tokens', 'messages', 'temperature']);
      expect([body.max_tokens, body.temperature]).toEqual([1_024, 0]);
    }
    const later = main.bodies[1]?.messages ?? [];
    expect(later.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(later[1]?.content).toBe(said[0]);
    expect(JSON.stringify(later[2]?.content)).toContain('Here is the current screenshot. Continue with the task.');
    expect(JSON.stringify(later[2]?.content)).toContain('data:image/png;base64,');
  });

  it('F26: clicks', () => {
    expect(entry(1)?.parsed_action).toEqual({ type: 'click', x: 200, y: 120 });
    expect(seen).toContain('click 200,120');
  });
  it('F27: clicks twice', () => {
    expect(entry(4)?.parsed_action).toEqual({ type: 'double_click', x: 210, y: 420 });
    expect(seen).toContain('dblclick 210,420');
  });
  it('F28: clicks with the right button', () => {
    expect(entry(5)?.parsed_action).toEqual({ type: 'right_click', x: 220, y: 420 });
    expect(seen).toContain('contextmenu 220,420');
  });
  it('F29: types', () => {
    expect(entry(2)?.parsed_action).toEqual({ type: 'type', text: "it's done(1)" });
    expect(seen).toContain("input q=it's done(1)");
  });
  it('F30: presses keys in the spelling of the prompt', () => {
    expect(entry(3)?.parsed_action).toEqual({ type: 'key', key: 'ctrl+a' });
    expect(seen).toContain('key Control');
    expect(seen).toContain('key a');
  });
  it('F31: scrolls by pixels', () => {
    expect(entry(7)?.parsed_action).toEqual({ type: 'scroll', direction: 'down', amount: 300 });
    expect(seen).toContain('scrolled 300');
  });
  it('F32: drags', () => {
    expect(entry(6)?.parsed_action).toEqual({ type: 'drag', x1: 150, y1: 410, x2: 350, y2: 430 });
    expect(seen).toContain('mousedown 150,410');
    expect(seen).toContain('mouseup 350,430');
  });
  it('F33: waits', () => {
    expect(entry(8)?.parsed_action).toEqual({ type: 'wait', duration: 0.2 });
  });
  it('F34: ends as done', () => {
    expect(entry(9)?.parsed_action).toEqual({ type: 'done', result: 'All of it is done.' });
  });
});

describe('How a run ends', () => {
  let failed: Used;
  let over: Used;

  beforeAll(async () => {
    failed = await use([say("fail(reason='Cannot find element')")]);
    const turns = Array.from({ length: 26 }, (_, index) => say(`scroll(direction='down', amount=${10 + index})`));
    over = await use(turns);
  });

  it('F35: ends as failed when the model says so', () => {
    const { data } = failed;
    expect(data).toMatchObject({
      success: false,
      status: 'fail',
      failure_reason: 'Cannot find element',
      iterations: 1,
    });
    expect(data.action_log[0]?.parsed_action).toEqual({ type: 'fail', reason: 'Cannot find element' });
    expect(data).not.toHaveProperty('error');
  });

  it('F16: reports failure, with an error if the tool itself failed', async () => {
    await using server = await serveContract(faraScoreContract(), []);
    server.faults.push({ status: 401, message: 'Wrong key: test-key' });
    const data = dataOf(
      await faraComputerUse({
        task: 'x',
        initial_url: site.url,
        azure_ml_endpoint: `${server.url}/score`,
        azure_ml_api_key: 'test-key',
        agent_cwd: folder,
      }),
    );
    expect(Object.keys(data)).toEqual([
      ...[
        'success',
        'operation',
        'task',
        'environment',
        'error',
        'iterations',
        'status',
        'failure_reason',
        'action_log',
      ],
    ]);
    expect(data).toMatchObject({ success: false, status: 'fail', iterations: 1, action_log: [] });
    expect(data.error).toMatch(
      /^FARA computer use failed: .*Azure ML request failed with status 401: Wrong key: \(key\)/,
    );
    expect(data.failure_reason).toContain('status 401');
    expect(server.requests).toHaveLength(1);
  });

  it('F7: stops after 25 iterations', () => {
    expect([over.data.iterations, over.server.requests.length, over.data.action_log.length]).toEqual([25, 25, 25]);
    expect(Math.max(...over.server.inputs.map(({ pictures }) => pictures.length))).toBe(3);
  });

  it('F17, F46: has a status of its own for that', () => {
    expect(over.data).toMatchObject({ success: false, status: 'max_iterations_reached' });
    expect(over.data).not.toHaveProperty('error');
  });

  it.each([
    ['cannot be read', 'I would rather not.', null],
    ['cannot be done', say('click(x=9000, y=9000)'), 'click'],
    ['make no difference', say('click(x=1400, y=800)'), 'click'],
  ])('continues to the last iteration with replies that %s', async (_, reply, type) => {
    const { data } = await use(Array(5).fill(reply), { max_iterations: 5 });
    expect(data).toMatchObject({ success: false, status: 'max_iterations_reached', iterations: 5 });
    expect(data.action_log.map(({ parsed_action }) => parsed_action?.type ?? null)).toEqual(Array(5).fill(type));
  });

  it('F18: results can be distinguished in the order of the tool’s own example', async () => {
    const told = (data: FaraResult): string => {
      if (data.success) return 'done';
      if ('error' in data) return `Error: ${data.error}`;
      if (data.status === 'fail') return `Task failed: ${data.failure_reason}`;
      return data.status === 'max_iterations_reached' ? 'Task not completed within iteration limit' : 'nothing known';
    };
    expect(told(failed.data)).toBe('Task failed: Cannot find element');
    expect(told(over.data)).toBe('Task not completed within iteration limit');
    expect(told(dataOf(await faraComputerUse({ task: 'x' })))).toMatch(/^Error: FARA Azure ML API key not found/);
  });

  it('F25: reads all forms of responses', async () => {
    const shapes = Object.values(scoreShapes);
    const turns = shapes.map((shape, index) => ({ raw: shape(say(`scroll(amount=${index + 5})`)) as unknown }));
    await using server = await serveContract(faraScoreContract(), [
      ...turns,
      { raw: scoreShapes.output(say('done()')) },
    ]);
    const data = dataOf(
      await faraComputerUse({
        task: 'x',
        initial_url: site.url,
        azure_ml_endpoint: `${server.url}/score`,
        azure_ml_api_key: 'test-key',
        agent_cwd: folder,
      }),
    );
    expect(data).toMatchObject({ success: true, iterations: shapes.length + 1 });
    const amounts = data.action_log.slice(0, -1).map((one) => one.parsed_action?.amount);
    expect(amounts).toEqual(shapes.map((_, index) => index + 5));
  });

  it('reports unreadable replies and failed actions to the model', async () => {
    const { data, server } = await use([
      'I will click the box.',
      say('click(x=5000, y=5)'),
      say('fly(x=1)'),
      say('done()'),
    ]);
    expect(server.inputs[1]?.text).toMatch(/could not be read.*Action: <action_command>/s);
    expect(server.inputs[2]?.text).toMatch(/failed: .*x goes from 0 to 1439/);
    expect(server.inputs[3]?.text).toContain('Valid: click, double_click');
    expect(data.action_log.map(({ parsed_action }) => parsed_action?.type ?? null)).toEqual([
      null,
      'click',
      null,
      'done',
    ]);
  });

  it('describes a dialog that no screenshot shows, and answers it by key', async () => {
    const { data, server } = await use([say('click(x=200, y=120)'), say("key(key='Enter')"), say('done()')], {
      initial_url: `${site.url}/asks`,
    });
    expect(server.inputs[1]?.text).toMatch(
      /A dialog \(confirm\) is open.*Really\?.*There is no screenshot of this moment/s,
    );
    expect(data).toMatchObject({ success: true, iterations: 3 });
    await vi.waitFor(() => expect(site.log).toContain('POST /answered?true'));
  });

  it('describes a dialog that is open from the start', async () => {
    const { data, server } = await use([say("key(key='Escape')"), say('done()')], {
      initial_url: `${site.url}/greets`,
    });
    expect(server.inputs[0]?.text).toMatch(/^You are FARA.*A dialog \(alert\) is open.*Welcome!/s);
    expect(data).toMatchObject({ success: true, iterations: 2 });
    await vi.waitFor(() => expect(site.log).toContain('POST /greeted'));
  });

  it.each([
    ['all', true],
    [undefined, false],
  ] as const)('stops at a critical point, and goes on when approve is %s: %s', async (approve, agreed) => {
    const order = { do: 'click', at: { x: 110 / 1440, y: 110 / 900 }, safety: 'It orders.' } as const;
    await using server = await serveContract(faraContract('7b'), [
      [order],
      // The second attempt leads to another page, which the model must be shown first.
      [{ do: 'wait', seconds: 0 }],
      [{ do: 'done', answer: 'Ordered.' }],
    ]);
    const data = dataOf(
      await faraComputerUse({
        task: 'Look for a report.',
        initial_url: `${site.url}/dashboard`,
        azure_ml_endpoint: server.url,
        azure_ml_api_key: 'test-key',
        agent_cwd: folder,
        ...(approve ? { approve } : {}),
      }),
    );
    expect(site.log.includes('GET /export?')).toBe(agreed);
    expect(data).toMatchObject(
      agreed ? { success: true, iterations: 3 } : { success: false, status: 'fail', iterations: 1 },
    );
    if (!agreed) expect(data.failure_reason).toContain('It orders.');
    expect(server.violations).toEqual([]);
  });

  it('ends when it is cancelled, and reports it', async () => {
    const stop = new AbortController();
    const cancelled = await use([say('wait(seconds=60)')], {
      signal: AbortSignal.any([stop.signal, AbortSignal.timeout(1_500)]),
    });
    expect(cancelled.data).toMatchObject({ success: false, status: 'fail', error: expect.stringContaining('cancel') });
  });
});

describe('The examples', () => {
  const withServer = async (says: string[], run: () => Promise<ExecutionResult>): Promise<FaraResult> => {
    await using server = await serveContract(
      faraScoreContract(),
      says.map((text) => ({ raw: scoreShapes.choices(text) })),
    );
    vi.stubEnv('FARA_AZURE_ENDPOINT', `${server.url}/score`);
    vi.stubEnv('FARA_AZURE_API_KEY', 'test-key');
    vi.stubEnv('HANDRAIL_HOME', join(folder, 'examples'));
    const data = dataOf(await run());
    expect(server.violations).toEqual([]);
    return data;
  };

  it('F36: a web search', async () => {
    const data = await withServer(
      [
        say('click(x=200, y=120)'),
        say("type(text='machine learning tutorials')"),
        say("key(key='Return')"),
        say('click(x=120, y=110)'),
        say("done(result='The first result is open.')"),
      ],
      () =>
        faraComputerUse({
          task: "Search for 'machine learning tutorials' on Google and click the first result",
          environment: 'browser',
          initial_url: site.url,
          max_iterations: 10,
        }),
    );
    expect(data).toMatchObject({ success: true, status: 'done', iterations: 5 });
    expect(site.log).toContain('GET /results?q=machine+learning+tutorials');
    expect(site.log).toContain('GET /first');
  });

  it('F37: a form at 1920 by 1080, with a window where there is a display', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const data = await withServer(
      [
        say('click(x=1600, y=120)'),
        say("type(text='John Doe')"),
        say('click(x=1600, y=220)'),
        say("type(text='john@example.com')"),
        say('click(x=1600, y=920)'),
        say("done(result='Registered.')"),
      ],
      () =>
        faraComputerUse({
          task: "Fill out the registration form with name 'John Doe', email 'john@example.com'",
          environment: 'browser',
          initial_url: `${site.url}/register`,
          display_width: 1920,
          display_height: 1080,
          environment_config: {
            browser_type: 'chromium',
            headless: false,
          },
        }),
    );
    expect(data).toMatchObject({ success: true, final_result: 'Registered.' });
    expect(site.log).toContain('GET /registered?name=John+Doe&email=john%40example.com');
    expect(warned.mock.calls.flat().join(' ')).toContain('no display');
    warned.mockRestore();
  });

  it('F39: explicit credentials', async () => {
    await using server = await serveContract(faraScoreContract('generated_text'), [
      [{ do: 'click', at: { x: 120 / 1440, y: 110 / 900 } }],
      [{ do: 'done', answer: 'Exported.' }],
    ]);
    const result = await faraComputerUse({
      task: 'Navigate to dashboard and export report',
      environment: 'browser',
      initial_url: `${site.url}/dashboard`,
      azure_ml_endpoint: `${server.url}/score`,
      azure_ml_api_key: 'test-key',
      agent_cwd: folder,
    });
    expect(dataOf(result)).toMatchObject({ success: true, final_result: 'Exported.' });
    expect(site.log).toContain('GET /export?');
  });
});

describe('What goes wrong', () => {
  it('F40: no key', async () => {
    expect(dataOf(await faraComputerUse({ task: 'x', azure_ml_endpoint: 'http://127.0.0.1:1/score' }))).toEqual({
      success: false,
      operation: 'fara_computer_use',
      task: 'x',
      environment: 'browser',
      error: 'FARA Azure ML API key not found. Set FARA_AZURE_API_KEY in .env or pass azure_ml_api_key parameter.',
      iterations: 0,
      status: 'fail',
      failure_reason:
        'FARA Azure ML API key not found. Set FARA_AZURE_API_KEY in .env or pass azure_ml_api_key parameter.',
      action_log: [],
    });
  });

  it('F41: no endpoint', async () => {
    const { error } = dataOf(await faraComputerUse({ task: 'x', azure_ml_api_key: 'test-key' }));
    expect(error).toBe(
      'FARA Azure ML endpoint not found. Set FARA_AZURE_ENDPOINT in .env or pass azure_ml_endpoint parameter.',
    );
  });

  it('F42: no browser', async () => {
    vi.stubEnv('HANDRAIL_BROWSER', join(folder, 'nothing'));
    const { data } = await use([]);
    expect(data).toMatchObject({ success: false, status: 'fail', iterations: 0 });
    expect(data.error).toMatch(/^Playwright not installed\. .*HANDRAIL_BROWSER/);
  });

  const inContainer = async (): Promise<string> => {
    vi.stubEnv('DOCKER_HOST', `unix://${join(folder, 'docker.sock')}`);
    const { data } = await use([], { environment: 'linux' });
    expect(data).toMatchObject({ success: false, status: 'fail', iterations: 0, action_log: [] });
    return data.error ?? '';
  };

  it('F43: no Docker', async () => {
    vi.stubEnv('PATH', mkdtempSync(join(folder, 'path-')));
    expect(await inContainer()).toMatch(/^Docker not installed\. Install with: .*docker\.sock/);
  });

  it('F43: Docker, which does not answer', async () => {
    const programs = mkdtempSync(join(folder, 'path-'));
    writeFileSync(join(programs, 'docker'), '');
    vi.stubEnv('PATH', programs);
    expect(await inContainer()).toMatch(/^FARA computer use failed: .*docker\.sock/);
  });

  /** A browser that fails to capture after a number of pictures. */
  const drawOnly = (most: number): void => {
    const { browser } = lease;
    const open = browser.newContext.bind(browser);
    let drawn = 0;
    vi.spyOn(browser, 'newContext').mockImplementation(async (options) => {
      const context = await open(options);
      const attach = context.newCDPSession.bind(context);
      vi.spyOn(context, 'newCDPSession').mockImplementation(async (page) => {
        const session = await attach(page);
        const send = session.send.bind(session);
        vi.spyOn(session, 'send').mockImplementation((method, params) => {
          const isPicture = method === 'Page.captureScreenshot';
          if (isPicture) drawn += 1;
          const isOver = isPicture && drawn > most;
          return isOver ? Promise.reject(new Error('Unable to capture screenshot')) : send(method, params);
        });
        return session;
      });
      return context;
    });
  };

  it.each([
    [1, 0],
    [2, 1],
  ])('F45: no picture of the screen in iteration %i', async (iterations, drawn) => {
    drawOnly(drawn);
    const { data, server } = await use([say('click(x=200, y=120)')]);
    expect(data).toMatchObject({ success: false, status: 'fail', iterations });
    expect(data.error).toBe('Failed to capture screenshot: Unable to capture screenshot');
    expect([server.requests.length, data.action_log.length]).toEqual([drawn, drawn]);
  });

  it('F47: needs only the package: keys come from .env, requests use fetch', async () => {
    await using server = await serveContract(faraScoreContract(), [[{ do: 'done', answer: 'x' }]]);
    const before = process.cwd();
    const own = mkdtempSync(join(folder, 'env-'));
    writeFileSync(join(own, '.env'), `FARA_AZURE_ENDPOINT=${server.url}/score\nFARA_AZURE_API_KEY=test-key\n`);
    vi.stubEnv('FARA_AZURE_ENDPOINT', undefined);
    vi.stubEnv('FARA_AZURE_API_KEY', undefined);
    process.chdir(own);
    try {
      const data = dataOf(await faraComputerUse({ task: 'x', initial_url: site.url }));
      expect(data.success).toBe(true);
    } finally {
      process.chdir(before);
    }
  });

  it('F48: the guide compares it with the others', () => {
    const guide = readFileSync(new URL('../../../docs/guides/fara.md', import.meta.url), 'utf8');
    const rows = guide.split('\n').filter((line) => line.startsWith('|'));
    const cells = rows.map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
    const row = (name: string) => cells.find(([first]) => first === name)?.slice(1, 5);
    expect(row('Feature')).toEqual(['FARA', 'UI-TARS', 'Qwen', 'Claude']);
    expect(row('Provider')).toEqual(['Microsoft Azure ML', 'HuggingFace', 'Alibaba DashScope', 'Anthropic']);
    for (const same of ['Browser', 'Docker', 'Reasoning']) expect(row(same)).toHaveLength(4);
    for (const own of ['Custom endpoint', 'Self-hosted']) expect(row(own)).toEqual(['✓', '✓', '✗', '✗']);
  });
});
