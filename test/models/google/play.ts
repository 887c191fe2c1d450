import { z } from 'zod';
import {
  type Agent,
  defineTool,
  type Picture,
  type RunResult,
  type SendOptions,
  type Tool,
} from '../../../src/index.js';
import { type GoogleOptionAliases, type GoogleOptions, google } from '../../../src/models/google/google.js';
import { type ContractServer, googleContract, interactionsContract } from '../../../src/testing/index.js';
import type { AdapterCase } from '../../contract/cases.js';
import { type DrawnScreen, drawScreen } from '../../contract/drawn-screen.js';
import { googleCases } from '../../contract/google-cases.js';
import { type Playing, type Script, withAgent } from '../../contract/play.js';
import { toolFacts } from '../../tools/tool-facts.js';

export const legacyModel = 'gemini-2.5-computer-use-preview-10-2025';
export const modernModel = 'gemini-3.8-flash';

/** A request body, as far as the tests read it. */
export interface Wire {
  systemInstruction: { parts: { text: string }[] };
  contents: { role: string; parts: WirePart[] }[];
  tools: { computerUse?: Record<string, unknown>; functionDeclarations?: { name: string; parameters?: unknown }[] }[];
}

export interface WirePart {
  text?: string;
  inlineData?: { mimeType: string; data: string };
  functionCall?: { id?: string; name: string };
  functionResponse?: {
    id?: string;
    name: string;
    response: Record<string, unknown>;
    parts?: { inlineData: { mimeType: string; data: string } }[];
  };
}

export interface GeminiRun {
  agent: Agent;
  server: ContractServer;
  screen: DrawnScreen;
}

/** An agent with a Gemini model, connected to its contract server, on a drawn screen. */
export async function withGemini<T>(
  script: Script,
  { options = {}, ...playing }: Playing & { options?: GoogleOptions & GoogleOptionAliases },
  work: (run: GeminiRun) => Promise<T>,
): Promise<T> {
  const [first] = googleCases;
  if (!first) throw new Error('There is no case of Google.');
  const contract = options.api === 'interactions' ? interactionsContract(options.model) : googleContract(options.model);
  const one: AdapterCase = {
    ...first,
    contract,
    model: (url, settings) => google({ baseUrl: url, ...settings, ...options }),
  };
  return withAgent(one, script, { screen: drawScreen(), ...playing }, work);
}

/** One task with it. */
export async function askGemini(
  script: Script,
  playing: Playing & { options?: GoogleOptions & GoogleOptionAliases } = {},
  sending: SendOptions = {},
): Promise<{ result: RunResult; wires: Wire[] } & GeminiRun> {
  return withGemini(script, playing, async (run) => {
    const result = await run.agent.send('Do it.', sending);
    return { ...run, result, wires: wiresOf(run.server) };
  });
}

export function wiresOf({ requests }: ContractServer): Wire[] {
  return requests.map(({ body }) => body as Wire);
}

/** A whole response with these function calls. */
export function calls(...functions: [name: string, args?: Record<string, unknown>][]): { raw: unknown } {
  const parts = functions.map(([name, args = {}]) => ({ functionCall: { name, args }, thoughtSignature: 'c2ln' }));
  return { raw: { candidates: [{ finishReason: 'STOP', content: { role: 'model', parts } }] } };
}

/** Every function response of a request, in order. */
export function responsesIn(wire: Wire | undefined): NonNullable<WirePart['functionResponse']>[] {
  return (wire?.contents ?? []).flatMap(({ parts }) => parts.flatMap(({ functionResponse }) => functionResponse ?? []));
}

/** The number of pictures in a request. */
export function countPictures(wire: Wire | undefined): number {
  const parts = (wire?.contents ?? []).flatMap((content) => content.parts);
  return parts.reduce(
    (sum, { inlineData, functionResponse }) => sum + (inlineData ? 1 : 0) + (functionResponse?.parts?.length ?? 0),
    0,
  );
}

/** A tool that records its input. */
export function noting(
  name: string,
  input: z.ZodObject,
  { picture, fails }: { picture?: Picture; fails?: boolean } = {},
): { tool: Tool; given: unknown[] } {
  const given: unknown[] = [];
  const tool = defineTool({
    ...toolFacts,
    name,
    title: name,
    description: `Does ${name}.`,
    input,
    output: z.object({ url: z.string(), noted: z.number() }),
    returns: 'What was noted.',
    examples: [`${name}()`],
    async run(received, { attachPicture: show }) {
      if (fails) throw new Error('This tool always fails.');
      given.push(received);
      if (picture) show(picture);
      return { url: 'http://own.test/page', noted: given.length };
    },
  });
  return { tool, given };
}

/** The input of a tool that receives a point. */
export const place = z.strictObject({ x: z.number(), y: z.number() });
