/** The compared fields of two cases, from `schemas/duplicates`. */
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import source from '../../schemas/duplicates/CASE.duplicates.json' with { type: 'json' };

export type Comparison = 'id' | 'date' | 'number' | 'code' | 'name' | 'initials' | 'term' | 'text';

/** An item with one of some codes. */
export interface CodeChoice {
  role: string;
  codes: readonly string[];
}

/** The reports it applies to: all, those of a trial, the others. */
export type Reports = 'always' | 'trial' | 'other';

/** Columns of found cases that display the field (specification 2 section 3), in order. */
export type DuplicateColumn =
  | 'patientName'
  | 'age'
  | 'sex'
  | 'organisation'
  | 'sponsorStudyNumber'
  | 'investigationNumber'
  | 'productName'
  | 'aeTerm'
  | 'aeStartDate';

export interface DuplicateField {
  field: string;
  label: LocalizedText;
  compare: Comparison;
  /** roles of its items */
  roles: readonly string[];
  codeRoles?: readonly string[];
  kinRoles?: readonly string[];
  /** role of the group whose rows hold it, one value per row */
  rows?: string;
  except?: readonly CodeChoice[];
  unit?: { role: string; worth: Readonly<Record<string, number>> };
  /** days of dates, units of numbers */
  within?: { close: number; near?: number };
  /** degree of dates that differ in one digit */
  oneDigit?: 'close' | 'near';
  /** minimum letters and digits of an id to compare */
  minLength?: number;
  weights: { agree: number; close: number; near?: number; disagree: number };
  rarity?: boolean;
  certain?: boolean;
  only?: 'trial';
  key?: Reports;
  column?: DuplicateColumn;
  ask?: readonly string[];
}

export interface DuplicateCheck {
  trial: CodeChoice;
  /** role of the date of receipt, which is entered with the criteria and not compared */
  receipt: string;
  /** minimum scores of the bands */
  bands: { likely: number; possible: number };
  rarity: { cap: number; prior: number };
  unsaid: readonly string[];
  titles: readonly string[];
  fields: readonly DuplicateField[];
}

export const DUPLICATE_CHECK = source as DuplicateCheck;

const uniq = (names: readonly string[]): string[] => [...new Set(names)];

/** The roles of all items that the check reads. */
export const rolesRead = ({ trial, fields }: DuplicateCheck): string[] =>
  uniq([
    trial.role,
    ...fields.flatMap(({ roles, codeRoles = [], kinRoles = [], except = [], unit }) => [
      ...roles,
      ...codeRoles,
      ...kinRoles,
      ...except.map(({ role }) => role),
      ...(unit ? [unit.role] : []),
    ]),
  ]);

/** Whether the field applies to reports of a trial, or to the others. */
export const isOf = (reports: Reports | undefined, trial: boolean): boolean =>
  reports === 'always' || reports === (trial ? 'trial' : 'other');
