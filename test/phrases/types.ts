/** A page, phrases for the click tool, and what each phrase must press. */
export interface PhrasePage {
  name: string;
  html: string;
  /** A phrase for the click tool, and the id of the element that must receive the click, or 'refused'. With a question mark: that element or none. */
  phrases: readonly (readonly [phrase: string, expected: string])[];
}
