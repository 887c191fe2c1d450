import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type ElicitRequestFormParams,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { HandrailError } from '../../core/errors.js';
import { cleanText } from '../../perception/page-text.js';
import { describeProposal } from '../../rails/describe-proposal.js';
import type { Approve, Proposal } from '../../rails/gate.js';
import type { ToolHost } from '../../tools/call.js';

/** A form for the person behind the client. */
export type Question = Pick<ElicitRequestFormParams, 'message' | 'requestedSchema'>;

export interface Answer {
  action: 'accept' | 'decline' | 'cancel';
  content?: Record<string, unknown> | undefined;
}

export type Ask = (question: Question, signal: AbortSignal) => Promise<Answer>;

/** Whether the person behind the client can be asked to fill in a form. */
export function canAsk({ mcpReq }: ServerContext, known: ClientCapabilities | undefined): boolean {
  const envelope: Record<string, unknown> = { ...mcpReq.envelope };
  const told = envelope[CLIENT_CAPABILITIES_META_KEY] ?? known;
  if (typeof told !== 'object' || told === null || !('elicitation' in told)) return false;
  const { elicitation } = told;
  if (typeof elicitation !== 'object' || elicitation === null) return false;
  return 'form' in elicitation || Object.keys(elicitation).length === 0;
}

/** Lets the person decide on what is about to happen. Anything but a yes is a no. */
export function approveBy(ask: Ask): Approve {
  return async (proposal, signal) => {
    const { action, content } = await ask(approvalForm(proposal), signal);
    return action === 'accept' && content?.allow === true;
  };
}

/** Asks the person what the page does not tell. */
export function askBy(ask: Ask): NonNullable<ToolHost['ask']> {
  return async (question, signal) => {
    const { action, content } = await ask(questionForm(question), signal);
    if (action === 'accept' && typeof content?.answer === 'string') return content.answer;
    throw new HandrailError(
      'no_one_to_ask',
      'The question was not answered.',
      'Decide by what is known, or fail with what is missing.',
    );
  };
}

function approvalForm(proposal: Proposal): Question {
  return {
    message: `Allow this?\n${proposalText(proposal)}`,
    requestedSchema: {
      type: 'object',
      properties: { allow: { type: 'boolean', title: 'Allow' } },
      required: ['allow'],
    },
  };
}

function questionForm(question: string): Question {
  return {
    message: cleanText(question, 1_000),
    requestedSchema: {
      type: 'object',
      properties: { answer: { type: 'string', title: 'Answer' } },
      required: ['answer'],
    },
  };
}

/** In a line, and in full where a line leaves something out: what is agreed to must have been seen. */
function proposalText(proposal: Proposal): string {
  const line = cleanText(describeProposal(proposal), 1_000);
  const { action } = proposal;
  const full = JSON.stringify(action.type === 'tool' ? action.input : action, undefined, 2);
  return full.length > 150 ? `${line}\n${full.replace(deceiving, escaped)}` : line;
}

// Characters that turn the direction of text or cannot be seen: what is shown has to be what runs.
const deceiving = /[\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu;

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
