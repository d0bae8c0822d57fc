/** Imports in two steps: files are read, each message is decided about, the chosen ones become cases. */
import type { ConversionNote } from '../e2b/r2/conversion.types.ts';
import type { ResidueLine } from '../e2b/e2b.types.ts';
import type { CellFinding } from './sheets/cellFinding.ts';
import type { Finding } from '../rules/finding.types.ts';

/** States of the chart `machines/case-import`, whose innermost states are of no interest outside of it. */
export const RUN_STATES = [
  'receiving',
  'reading',
  'failed',
  'deciding',
  'importing',
  'stopped',
  'done',
  'closed',
] as const;
export type RunState = (typeof RUN_STATES)[number];

/**
 * What is proposed for a message. `duplicate`, `otherPatient` and `otherContent` need a decision by a user: another
 * number may be of the same case, a known number of another patient, and a stored version may have the time of the message,
 * but another text, or a later time.
 */
export const PROPOSALS = [
  'new',
  'followUp',
  'duplicate',
  'nullification',
  'otherPatient',
  'otherContent',
  'refused',
] as const;
export type Proposal = (typeof PROPOSALS)[number];

/** What is done with a message. */
export const DECISIONS = ['new', 'followUp', 'skip'] as const;
export type Decision = (typeof DECISIONS)[number];

/** What became of a message. */
export const OUTCOMES = ['new', 'followUp', 'refused', 'skipped'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What a file of cases is written in. */
export const IMPORT_FORMS = ['R2', 'R3', 'XLSX', 'PDF'] as const;
export type ImportForm = (typeof IMPORT_FORMS)[number];

/** What is known of a message beside what is compared. */
export interface MessageDetails {
  /** that everybody may see */
  findings: readonly Finding[];
  /** that tell something of blinded values */
  blindedFindings: readonly Finding[];
  residue: readonly ResidueLine[];
  notes: readonly ConversionNote[];
  /** of a spreadsheet, cells that cannot be read */
  cells: readonly CellFinding[];
}
