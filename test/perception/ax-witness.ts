import type { CDPSession, Page } from 'playwright-core';

/** The facts of one node in Chromium's accessibility tree, and whether a user can see and reach it. */
export interface AxFact {
  /** The key of its document and its number there, as in ElementIds. */
  place: string;
  role: string;
  name: string;
  value: string;
  states: Record<string, string>;
  focusable: boolean;
  tag: string;
  text: string;
  /** In the viewport, not clipped away, not covered. */
  shown: boolean;
  /** Its index in the Tab order. -1 if only a script or a click can focus it. */
  tabIndex: number;
  /** Its value as text. The protocol reports a number only. */
  valueText: string;
  /** The current one of a set, which the protocol does not report. */
  current: boolean;
  /** A part of a native control, drawn by the browser. */
  inner: boolean;
}

interface AxValue {
  value?: unknown;
}
interface AxNode {
  ignored: boolean;
  role?: AxValue;
  name?: AxValue;
  value?: AxValue;
  properties?: { name: string; value: AxValue }[];
  backendDOMNodeId?: number;
}
interface World {
  id: number;
  key: string;
}

interface Judged {
  number: number;
  tabIndex: number;
  valueText: string;
  current: boolean;
  tag: string;
  text: string;
  shown: boolean;
  inner: boolean;
}

/** Runs in the page: geometry by IntersectionObserver and hit tests, so that it shares nothing with the collector. */
async function judge(this: unknown, ...nodes: Node[]): Promise<Judged[]> {
  const numbers = (globalThis as unknown as { __handrail__: { numberOf(node: Node): number } }).__handrail__;
  const rootsOf = (node: Node) => {
    const roots: ShadowRoot[] = [];
    for (let root = node.getRootNode(); root instanceof ShadowRoot; root = root.host.getRootNode()) roots.push(root);
    return roots;
  };
  const parentOf = (node: Node, roots: ShadowRoot[]): Node | null => {
    const parent = node.parentNode;
    if (node instanceof Element && node.assignedSlot) return node.assignedSlot;
    const closed = roots.find((root) => root.host === parent);
    if (closed) {
      for (const slot of closed.querySelectorAll('slot'))
        if (slot.assignedNodes().includes(node as Element)) return slot;
    }
    return parent instanceof ShadowRoot ? parent.host : parent;
  };
  const hitAt = (x: number, y: number, roots: ShadowRoot[]): Element | null => {
    let hit = document.elementFromPoint(x, y);
    for (;;) {
      const root = hit?.shadowRoot ?? roots.find((one) => one.host === hit);
      const inner = root?.elementFromPoint(x, y);
      if (!inner || inner === hit || inner.getRootNode() !== root) return hit;
      hit = inner;
    }
  };
  const elements = nodes.map((node) => (node instanceof Element ? node : node.parentElement));
  const seen = new Map<Element, DOMRectReadOnly>();
  const wanted = new Set(elements.filter((element) => element !== null));
  await new Promise<void>((resolve) => {
    if (wanted.size === 0) return resolve();
    const observer = new IntersectionObserver((entries) => {
      for (const entry of entries) seen.set(entry.target, entry.intersectionRect);
      if (seen.size >= wanted.size) {
        observer.disconnect();
        resolve();
      }
    });
    for (const element of wanted) observer.observe(element);
  });
  const isShown = (element: Element): boolean => {
    if (element.tagName === 'AREA') {
      const image = document.querySelector(`img[usemap="#${element.closest('map')?.name}"]`);
      const rect = image?.getBoundingClientRect();
      return rect !== undefined && rect.bottom > 0 && rect.top < innerHeight && element.getAttribute('href') !== null;
    }
    const clip = seen.get(element);
    if (!clip || clip.width < 1 || clip.height < 1) return false;
    const roots = rootsOf(element);
    for (const rect of [...element.getClientRects()].slice(0, 6)) {
      const left = Math.max(rect.left, clip.left);
      const top = Math.max(rect.top, clip.top);
      const width = Math.min(rect.right, clip.right) - left;
      const height = Math.min(rect.bottom, clip.bottom) - top;
      if (width < 1 || height < 1) continue;
      for (const [across, down] of [
        [0.5, 0.5],
        [0.2, 0.5],
        [0.8, 0.5],
        [0.5, 0.2],
        [0.5, 0.8],
      ] as const) {
        const hit = hitAt(left + width * across, top + height * down, roots);
        if (hit?.closest('label')?.control === element) return true;
        for (let at: Node | null = hit; at; at = parentOf(at, roots)) if (at === element) return true;
      }
    }
    return false;
  };
  return nodes.map((node, index) => {
    const element = elements[index];
    const root = node.getRootNode();
    const native =
      root instanceof ShadowRoot &&
      /^(INPUT|TEXTAREA|SELECT|VIDEO|AUDIO|DETAILS|METER|PROGRESS)$/.test(root.host.tagName);
    return {
      number: node instanceof Element ? numbers.numberOf(node) : 0,
      tag: element?.tagName ?? '#text',
      text: (element?.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 80),
      tabIndex: element instanceof HTMLElement || element instanceof SVGElement ? element.tabIndex : -1,
      valueText: element?.getAttribute('aria-valuetext') ?? '',
      current: element?.matches('[aria-current]:not([aria-current=false])') ?? false,
      shown: node instanceof Element && isShown(node),
      inner: native,
    };
  });
}

/** The browser's accessibility tree of a page. */
export interface AccessibilityTree {
  /** The keys of its documents. */
  documents: ReadonlySet<string>;
  /** The facts of its nodes, with their current visibility: the page may be scrolled between two reads. */
  facts(): Promise<AxFact[]>;
  close(): Promise<void>;
}

/** A document of the page with the wanted nodes, held by the page. */
interface Branch {
  session: CDPSession;
  world: World;
  nodes: AxNode[];
  objects: string[];
}

type Wants = (role: string, focusable: boolean) => boolean;

/** Reads every node that `wants` selects, in all frames and processes. */
export async function readAccessibility(page: Page, wants: Wants): Promise<AccessibilityTree> {
  const context = page.context();
  const sessions: CDPSession[] = [await context.newCDPSession(page)];
  for (const frame of page.frames()) {
    if (frame === page.mainFrame()) continue;
    const own = await context.newCDPSession(frame).catch(() => undefined); // most frames share the process of their parent
    if (own) sessions.push(own);
  }
  const branches: Branch[] = [];
  for (const session of sessions) branches.push(...(await readTarget(session, wants)));
  return {
    documents: new Set(branches.map(({ world }) => world.key)),
    facts: async () => (await Promise.all(branches.map(judgeAll))).flat(),
    async close() {
      await Promise.all(sessions.map((session) => session.detach()));
    },
  };
}

async function readTarget(session: CDPSession, wants: Wants): Promise<Branch[]> {
  const worlds = new Map<string, World>();
  session.on('Runtime.executionContextCreated', ({ context }) => {
    if (context.name === 'handrail')
      worlds.set(String(context.auxData?.frameId), { id: context.id, key: context.uniqueId });
  });
  await session.send('Runtime.enable');
  await session.send('DOM.enable');
  const { frameTree } = await session.send('Page.getFrameTree');
  const frames: string[] = [];
  const note = (tree: { frame: { id: string }; childFrames?: unknown[] }): void => {
    frames.push(tree.frame.id);
    for (const child of tree.childFrames ?? []) note(child as typeof tree);
  };
  note(frameTree);
  const branches: Branch[] = [];
  for (const frameId of frames) {
    const world = worlds.get(frameId);
    if (!world) continue; // a frame of another process: read by its own session
    const answer = await session.send('Accessibility.getFullAXTree', { frameId }).catch(() => undefined);
    const nodes = ((answer?.nodes ?? []) as AxNode[]).filter((node) => {
      const focusable = node.properties?.some((one) => one.name === 'focusable' && one.value.value === true) ?? false;
      return !node.ignored && node.backendDOMNodeId !== undefined && wants(String(node.role?.value), focusable);
    });
    branches.push({ session, world, nodes, objects: await resolveAll(session, world, nodes) });
  }
  return branches;
}

async function resolveAll(session: CDPSession, world: World, nodes: AxNode[]): Promise<string[]> {
  return Promise.all(
    nodes.map(async ({ backendDOMNodeId: backendNodeId }) => {
      const { object } = await session.send('DOM.resolveNode', { backendNodeId, executionContextId: world.id });
      return String(object.objectId);
    }),
  );
}

async function judgeAll({ session, world, nodes, objects }: Branch): Promise<AxFact[]> {
  const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', {
    functionDeclaration: judge.toString(),
    executionContextId: world.id,
    arguments: objects.map((objectId) => ({ objectId })),
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  const judged = result.value as Judged[];
  return nodes.map((node, index) => {
    const { number, ...rest } = judged[index] as Judged;
    const states: Record<string, string> = {};
    for (const { name, value } of node.properties ?? []) states[name] = String(value.value);
    return {
      place: `${world.key}/${number}`,
      role: String(node.role?.value ?? ''),
      name: String(node.name?.value ?? ''),
      value: String(node.value?.value ?? ''),
      states,
      focusable: states.focusable === 'true',
      ...rest,
    };
  });
}

/** The elements of the main page that a selector matches, with one attribute of each. */
export async function placesOf(
  page: Page,
  selector: string,
  attribute: string,
): Promise<{ place: string; text: string }[]> {
  const session = await page.context().newCDPSession(page);
  const worlds: World[] = [];
  const { frameTree } = await session.send('Page.getFrameTree');
  session.on('Runtime.executionContextCreated', ({ context }) => {
    if (context.name === 'handrail' && context.auxData?.frameId === frameTree.frame.id)
      worlds.push({ id: context.id, key: context.uniqueId });
  });
  await session.send('Runtime.enable');
  const world = worlds[0];
  if (!world) throw new Error('The collector is not in the page.');
  const { result } = await session.send('Runtime.evaluate', {
    contextId: world.id,
    returnByValue: true,
    expression: `[...document.querySelectorAll(${JSON.stringify(selector)})].map((element) => ({ number: __handrail__.numberOf(element), text: element.getAttribute(${JSON.stringify(attribute)}) ?? '' }))`,
  });
  await session.detach();
  const found = result.value as { number: number; text: string }[];
  return found.map(({ number, text }) => ({ place: `${world.key}/${number}`, text }));
}
