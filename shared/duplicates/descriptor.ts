/** What is compared of two cases, as `schemas/duplicates` says it. */
import type { Words } from '../../schemas/compile/sources.types.ts';
import source from '../../schemas/duplicates/CASE.duplicates.json' with { type: 'json' };

export type Comparison = 'id' | 'date' | 'number' | 'code' | 'name' | 'initials' | 'term' | 'text';

/** An item that says one of some codes. */
export interface CodeChoice {
  role: string;
  codes: readonly string[];
}

/** Of which reports: all, those of a trial, the others. */
export type Reports = 'always' | 'trial' | 'other';

/** Columns of found cases that show what they say (specification 2 section 3), in their order. */
const DUPLICATE_COLUMNS = [
  'patientName',
  'age',
  'sex',
  'organisation',
  'sponsorStudyNumber',
  'investigationNumber',
  'productName',
  'aeTerm',
  'aeStartDate',
] as const;
export type DuplicateColumn = (typeof DUPLICATE_COLUMNS)[number];

export interface DuplicateField {
  field: string;
  label: Words;
  compare: Comparison;
  /** of the items that say it */
  roles: readonly string[];
  codeRoles?: readonly string[];
  kinRoles?: readonly string[];
  /** role of the group whose rows say it, one value a row */
  rows?: string;
  except?: readonly CodeChoice[];
  unit?: { role: string; worth: Readonly<Record<string, number>> };
  /** days of dates, units of numbers */
  within?: { close: number; near?: number };
  /** what dates of one wrong digit are */
  oneDigit?: 'close' | 'near';
  /** letters and digits an id needs to be compared */
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
  /** scores from which on a pair is called so */
  bands: { likely: number; possible: number };
  rarity: { cap: number; prior: number };
  unsaid: readonly string[];
  titles: readonly string[];
  fields: readonly DuplicateField[];
}

export const DUPLICATE_CHECK = source as DuplicateCheck;

const uniq = (names: readonly string[]): string[] => [...new Set(names)];

/** The roles of all items the check reads. */
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

/** Is the field one of the reports of a trial, or of the others? */
export const isOf = (reports: Reports | undefined, trial: boolean): boolean =>
  reports === 'always' || reports === (trial ? 'trial' : 'other');
