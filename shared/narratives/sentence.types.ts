/** A sentence that a template wrote. */
export interface Sentence {
  /** identifies it within the texts of one version of a template: where it begins in the template, and the rows */
  key: string;
  text: string;
  /** white space between it and the next sentence */
  gap: string;
  /** keys of the addresses that it was written from, conditions included */
  reads: readonly string[];
}

/** The text that sentences make. */
export const textOf = (sentences: readonly Sentence[]): string =>
  sentences.map(({ text, gap }, at) => (at === sentences.length - 1 ? text : text + gap)).join('');
