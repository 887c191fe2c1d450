export const errorCodes = [
  'invalid_action',
  'invalid_option',
  'out_of_range',
  'unknown_element',
  'stale_element',
  'not_visible',
  'not_stable',
  'disabled',
  'covered',
  'not_editable',
  'unknown_option',
  'unknown_key',
  'bad_url',
  'bad_path',
  'navigation_failed',
  'wait_timeout',
  'deadline',
  'cancelled',
  'denied',
  'needs_approval',
  'unknown_secret',
  'secret_refused',
  'secret_unavailable',
  'modal_open',
  'no_modal',
  'unknown_tab',
  'unsupported',
  'page_crashed',
  'page_hung',
  'browser_died',
  'browser_missing',
  'browser_unreachable',
  'profile_locked',
  'display_died',
  'desktop_missing',
  'driver_missing',
  'driver_failed',
  'background_unavailable',
  'bad_picture',
  'unknown_app',
  'docker_missing',
  'docker_unreachable',
  'container_missing',
  'container_stopped',
  'image_missing',
  'port_taken',
  'program_missing',
  'closed',
  'taken_over',
  'unknown_tool',
  'invalid_input',
  'ambiguous',
  'not_found',
  'not_understood',
  'expectation_failed',
  'user_unavailable',
  'model_failed',
  'journal_failed',
  'no_session',
  'daemon_failed',
  'internal',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** An error as data: a code for programs, a sentence for readers, and the next step. */
export interface Fault extends FaultFacts {
  code: ErrorCode;
  message: string;
  hint?: string;
}

/** What a fault is about, as data. */
export interface FaultFacts {
  /** `denied`: a person was asked and did not approve. */
  declined?: true;
  /** `covered`: the element in front of the target. */
  by?: ElementFact;
  /** `ambiguous`: the elements that match. */
  candidates?: ElementFact[];
  /** Of `extract`: the columns and labels that the page has. */
  columns?: string[];
  /** Of `extract`: the cells that are empty or contain no value of the schema. */
  cells?: CellFact[];
}

/** A cell of a table in a fault. */
export interface CellFact {
  /** The path in the data: `[1].price`. */
  path: string;
  /** Where it is on the page: `table 1, column Price, row 2`. */
  source: string;
  /** Its text. */
  text: string;
}

/** An element in a fault. */
export interface ElementFact {
  /** Absent if the element has no id. */
  id?: string;
  role: string;
  name: string;
}

export interface HandrailErrorOptions extends ErrorOptions {
  facts?: FaultFacts | undefined;
}

/** A Fault as an exception. The session converts it to an Outcome. */
export class HandrailError extends Error {
  override readonly name = 'HandrailError';
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly hint?: string,
    options: HandrailErrorOptions = {},
  ) {
    super(message, options);
    this.facts = options.facts ?? {};
  }

  /** What the error is about, as data. */
  readonly facts: FaultFacts;

  get fault(): Fault {
    const { code, message, hint, facts } = this;
    return { code, message, ...(hint === undefined ? {} : { hint }), ...facts };
  }

  /** The fault as an exception. */
  static from({ code, message, hint, ...facts }: Fault, options: ErrorOptions = {}): HandrailError {
    return new HandrailError(code, message, hint, { ...options, facts });
  }
}

/** Converts a thrown value to a Fault. Other errors become `internal` with their first line. */
export function toFault(error: unknown): Fault {
  if (error instanceof HandrailError) return error.fault;
  return { code: 'internal', message: messageOf(error).split('\n', 1)[0] ?? 'Unknown error' };
}

/** The message of a thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The message and the next step in one line. */
export function formatError({ message, hint }: Pick<Fault, 'message' | 'hint'>): string {
  return joinSentences(message, hint);
}

/** A fault for a terminal: the code and the message, then the next step on its own line. */
export function formatFault({ code, message, hint }: Fault): string {
  return hint ? `${code}: ${endSentence(message)}\n  ${hint}` : `${code}: ${message}`;
}

/** Joins sentences. Each but the last ends with a full stop, unless it has another end. */
export function joinSentences(...sentences: (string | undefined)[]): string {
  const given = sentences.filter((sentence): sentence is string => Boolean(sentence));
  return given.map((sentence, index) => (index < given.length - 1 ? endSentence(sentence) : sentence)).join(' ');
}

function endSentence(sentence: string): string {
  const text = sentence.trimEnd();
  return text === '' || /[.!?…:;]["”'»)\]]*$/.test(text) ? text : `${text}.`;
}
