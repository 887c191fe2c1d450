/** What an element is now, and what a press on it or a text in it would do, as its document says. */
export interface TargetFacts {
  role: string;
  name: string;
  /** The visible text, if it differs from the name. */
  text: string;
  /** The address of its document, which can be in a frame. */
  documentUrl: string;
  /** The address of the link that it is or is in. */
  href?: string;
  form?: FormFacts;
}

/** The form that an element belongs to. */
export interface FormFacts {
  id: string;
  method: string;
  /** Where it sends to. */
  action: string;
  /** The names and values of its fields, with hidden ones and passwords. They are for comparison only. */
  fields: readonly (readonly [name: string, value: string])[];
}
