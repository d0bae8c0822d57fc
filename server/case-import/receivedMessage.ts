/** A message of any form that is imported. */
import type { ReadMessage } from '../../shared/e2b/index.ts';
import type { ImportForm } from '../../shared/import/import.types.ts';
import type { FormProposal } from '../../shared/report-reading/sheet.types.ts';
import type { CellFinding } from '../../shared/import/sheets/cellFinding.ts';
import type { Clearing } from '../../shared/import/sheets/readCases.ts';

/** What a case of a spreadsheet has beside its content. */
interface SheetPart {
  /** the text that ties its lines together; '' for lines and columns of no case */
  name: string;
  /** cells that cannot be read: then nothing of the case is imported */
  findings: readonly CellFinding[];
  /** what a follow-up empties */
  cleared: readonly Clearing[];
}

export interface ReceivedMessage extends Omit<ReadMessage, 'form'> {
  form: ImportForm;
  /** of a spreadsheet or a printed form: its content is a part of a case, and numbers its rows by position */
  sheet?: SheetPart;
  /** of a printed form: its values are proposals until a person has accepted them */
  printed?: readonly FormProposal[];
}
