import type { RiskAssessment } from '../../core/risk/risk-class.js';

/** What a policy decides on. */
export interface Situation {
  /** `request`: it is about to leave the browser. The page can have sent it by itself. */
  kind: 'action' | 'request';
  assessment: RiskAssessment;
  /** The host name, with its port if the address has one. */
  host?: string | undefined;
  /** On a desktop: the active program. */
  app?: string | undefined;
  /** The tool that a model called. */
  tool?: string | undefined;
  /** The type of the action. For a request, of the action that caused it. */
  action?: string | undefined;
  /** The origins of data that goes to another origin. */
  dataFrom?: readonly string[] | undefined;
  time: Date;
  /** The action that causes this request, or the tool call that performs this action, if it was counted and nothing else was counted for it yet. */
  counted?: Pick<RiskAssessment, 'safety' | 'classes' | 'amount'> | undefined;
  /** The model or its provider asks that a person confirms: Gemini's confirmation, OpenAI's safety checks, Fara's critical points. No preset switches this off. */
  mustAsk?: string | undefined;
}
