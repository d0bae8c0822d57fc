/** What is wrong with the face of an item. */
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import type { FieldState } from './fieldStates.ts';

/** Seen: of a text, of the whole field. Heard: parts of the spoken sentence. */
export const FAULT_KINDS = [
  'cutOff',
  'brokenWord',
  'tooManyLines',
  'covered',
  'outside',
  'lowContrast',
  'smallTarget',
  'unheard',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** Parts of a spoken sentence. */
export type SpokenPart =
  | 'label'
  | 'value'
  | 'required'
  | 'error'
  | 'finding'
  | 'nullFlavor'
  | 'notation'
  | 'readOnly'
  | 'blinded';

/** A fault of an item on a sheet. */
export interface SheetFault {
  itemId: string;
  language: keyof LocalizedText;
  state: FieldState;
  kind: FaultKind;
  /** the text that is cut off, or the part that is not heard */
  what: string;
  /** of the form in CSS pixels; null: in each width */
  width: number | null;
}

/** The same among all faces. */
export interface FaceFault extends SheetFault {
  /** region, or kind of records, whose items the sheet shows */
  appendix: string;
}
