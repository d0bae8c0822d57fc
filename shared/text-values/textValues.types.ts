/** Values that a text of a case states, each with the words that state it. */
import type { TextPart } from '../../schemas/compile/sources.types.ts';

/** What belongs together: the patient, one drug, one reaction, one test. */
export type TextSubject = 'patient' | 'drug' | 'reaction' | 'test';

export interface TextRange {
  from: number;
  to: number;
}

/** The sponsor's synonym by which a name was recognised. */
export interface SynonymUse {
  recordKey: number;
  approvedBy: string;
  /** its last day, as `YYYYMMDD` */
  until: string;
}

/** One statement; a dose has a number and a unit, so it fills two items. */
export interface TextValue extends TextRange {
  subject: TextSubject;
  /** equal for values of the same drug, reaction or test; from 1 in the order of the text, 0 for the patient */
  row: number;
  parts: Partial<Record<TextPart, string>>;
  /** 1-based */
  sentence: number;
  /** left out: of the dictionary, or no name */
  synonym?: SynonymUse;
}

/** What a text states, and its sentences. */
export interface TextReading {
  values: TextValue[];
  sentences: TextRange[];
}

/** A name of a dictionary or of a product. */
export interface KnownName {
  code: string;
  /** the name itself, or the term of its code */
  term: string;
  synonym?: SynonymUse;
}

/** A text for which the sponsor approved a code of a dictionary. */
export interface ApprovedText extends SynonymUse {
  text: string;
  code: string;
}

/** What is known under a run of words: their forms, and how they are written. */
export type FindNames = (words: readonly string[], written: string) => readonly KnownName[];

export interface TextNames {
  /** codes of reactions whose name is made of these words (forms) */
  reactions: FindNames;
  /** the same of products and substances */
  drugs: FindNames;
}
