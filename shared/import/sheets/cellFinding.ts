import type { FileProblem } from '../../entry/cellProblemText.ts';
import type { HeadingsProblem } from '../../entry/headings.ts';
import type { CellProblem } from '../../entry/readCell.ts';

/** A cell of the file that cannot be read; row and column count from 1. */
export interface CellFinding {
  sheet: string;
  row: number;
  column: number;
  /** null: the column is of none */
  itemId: string | null;
  text: string;
  problem: CellProblem | HeadingsProblem | { kind: FileProblem };
}
