import type { Action } from '../core/action.js';
import type { ObservationFacts } from '../core/events/event-facts.js';
import type { Outcome } from '../core/outcome.js';
import type { Safety } from '../core/safety.js';
import type { Session as ScreenSession } from '../session/session.js';

/** The events of a session, in order. They are safe for `JSON.stringify`: pictures have no bytes, and secrets are masked. */
export type SessionEvent =
  | { type: 'action_started'; id: string; description: string; safety: Safety }
  | { type: 'action_ended'; action: Action; outcome: Omit<Outcome, 'observation'> }
  | { type: 'observed'; observation: ObservationFacts }
  | { type: 'approval_requested'; id: string; description: string; safety: Safety }
  | { type: 'approval_decided'; id: string; description: string; approved: boolean }
  | { type: 'taken_over' }
  | { type: 'handed_back'; seconds: number }
  | { type: 'closed' };

/** Converts the internal events of a session. Returns the function that stops it. */
export function followSession(session: ScreenSession, emit: (event: SessionEvent) => void): () => void {
  const stops = [
    session.listen('action', ({ id, description, safety }) =>
      emit({ type: 'action_started', id, description, safety }),
    ),
    session.listen('approval', ({ proposal: { id, description, safety }, approved }) =>
      emit(
        approved === undefined
          ? { type: 'approval_requested', id, description, safety }
          : { type: 'approval_decided', id, description, approved },
      ),
    ),
    session.listen('outcome', ({ action, outcome: { observation: _, ...outcome } }) =>
      emit({ type: 'action_ended', action, outcome }),
    ),
    session.listen('observation', (observation) => emit({ type: 'observed', observation })),
    session.listen('takeover', ({ isOver, seconds }) =>
      emit(isOver ? { type: 'handed_back', seconds } : { type: 'taken_over' }),
    ),
    session.listen('closed', () => emit({ type: 'closed' })),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
