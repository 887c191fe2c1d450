import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type ElicitRequestFormParams,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { HandrailError } from '../../core/errors.js';
import { cleanText } from '../../perception/quote-text.js';
import { type ApprovalRequest, type Approve, approvalAnswers, readReply } from '../../rails/approval.js';
import type { ToolHost } from '../../tools/call/call-tool.js';
import { withPictureFile } from '../replies/approval-picture.js';
import { answerLabels, formatRequest } from '../replies/approval-text.js';

/** A form for the user of the client. */
export type ElicitationForm = Pick<ElicitRequestFormParams, 'message' | 'requestedSchema'>;

export interface ElicitationAnswer {
  action: 'accept' | 'decline' | 'cancel';
  content?: Record<string, unknown>;
}

export type Elicit = (form: ElicitationForm, signal: AbortSignal) => Promise<ElicitationAnswer>;

/** True if the client can show a form to its user. */
export function canElicit({ mcpReq }: ServerContext, initialized: ClientCapabilities | undefined): boolean {
  const envelope: Record<string, unknown> = { ...mcpReq.envelope };
  const capabilities = envelope[CLIENT_CAPABILITIES_META_KEY] ?? initialized;
  if (typeof capabilities !== 'object' || capabilities === null || !('elicitation' in capabilities)) return false;
  const { elicitation } = capabilities;
  if (typeof elicitation !== 'object' || elicitation === null) return false;
  return 'form' in elicitation || Object.keys(elicitation).length === 0;
}

/** An approver that asks the user. Only an explicit yes approves. */
export function createApprover(elicit: Elicit): Approve {
  return (request, signal) =>
    withPictureFile(request, async (picture) => {
      const { action, content } = await elicit(approvalForm(request, picture), signal);
      return action === 'accept' ? readReply(content) : { answer: 'no' };
    });
}

/** Forwards the questions of tools to the user. */
export function createAsker(elicit: Elicit): NonNullable<ToolHost['ask']> {
  return async (question, signal) => {
    const { action, content } = await elicit(questionForm(question), signal);
    if (action === 'accept' && typeof content?.answer === 'string') return content.answer;
    throw new HandrailError(
      'user_unavailable',
      'The user did not answer the question.',
      'Continue with what you know, or report what is missing.',
    );
  };
}

function approvalForm(request: ApprovalRequest, picture: string | undefined): ElicitationForm {
  return {
    message: `Allow this?\n${formatRequest(request, picture)}`,
    requestedSchema: {
      type: 'object',
      properties: {
        answer: {
          type: 'string',
          title: 'Answer',
          enum: [...approvalAnswers],
          enumNames: approvalAnswers.map((answer) => answerLabels[answer]),
        },
        message: { type: 'string', title: 'With no: a message to the model' },
      },
      required: ['answer'],
    },
  };
}

function questionForm(question: string): ElicitationForm {
  return {
    message: cleanText(question, 1_000),
    requestedSchema: {
      type: 'object',
      properties: { answer: { type: 'string', title: 'Answer' } },
      required: ['answer'],
    },
  };
}
