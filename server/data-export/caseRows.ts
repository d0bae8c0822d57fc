/** Reads the cases of a file, portion by portion, so that memory does not grow with them. */
import type { XlsxCell } from '../files/xlsx.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { SessionUser } from '../http/session.ts';
import { inSponsor, type DatabaseWorld } from '../storage/database.ts';
import { filedCasesOf } from './filedCases.store.ts';
import { classOfTerm } from './classOfTerm.ts';
import { tabulation } from './tabulation.ts';
import {
  widen,
  type FileColumn,
  type FiledCase,
  type FileLayout,
  type LayoutOptions,
  type Widths,
} from './fileLayout.ts';

export interface CaseReading {
  deps: DatabaseWorld & CatalogueWorld;
  user: SessionUser;
  options: LayoutOptions;
  caseKeys: readonly number[];
  signal: AbortSignal;
}

const CASES_AT_ONCE = 200;

/** The rows of the cases in their order; `onCases`: the cases that were read so far, and their rows. */
export async function* caseRows(
  reading: CaseReading,
  layout: FileLayout,
  onCases: (cases: number, rows: number) => void,
): AsyncGenerator<XlsxCell[][]> {
  let [cases, rows] = [0, 0];
  for await (const filed of filedCases(reading)) {
    const portion = filed.flatMap(layout.rowsOf);
    yield portion;
    cases += filed.length;
    rows += portion.length;
    onCases(cases, rows);
  }
}

/** The tabulation of the cases, which is short: memory holds it whole. */
export async function tabulatedRows(
  deps: DatabaseWorld & CatalogueWorld,
  reading: CaseReading,
  onCases: (cases: number, rows: number) => void,
): Promise<{ columns: readonly FileColumn[]; rows: XlsxCell[][] }> {
  const { options, user } = reading;
  const [term] = options.items;
  const classOf = classOfTerm(deps, term ?? { dictionary: null }, { user, language: options.language });
  const table = tabulation({ ...options, classOf });
  let cases = 0;
  for await (const filed of filedCases(reading)) {
    for (const one of filed) await table.add(one);
    cases += filed.length;
    onCases(cases, 0);
  }
  const rows = table.rows();
  onCases(cases, rows.length);
  return { columns: table.columns, rows };
}

/** How many columns each item needs that is spread. */
export async function measureWidths(reading: CaseReading): Promise<Widths> {
  const widths = new Map<string, number>();
  for await (const filed of filedCases(reading))
    for (const { content } of filed) widen(widths, reading.options, content);
  return widths;
}

/** A case that was deleted, or left the scope of the user, since it was selected is left out. */
async function* filedCases({
  deps,
  user,
  options,
  caseKeys,
  signal,
}: CaseReading): AsyncGenerator<FiledCase[]> {
  for (let start = 0; start < caseKeys.length; start += CASES_AT_ONCE) {
    signal.throwIfAborted();
    const keys = caseKeys.slice(start, start + CASES_AT_ONCE);
    yield await inSponsor(deps.db, user.sponsorKey, (trx) => filedCasesOf(trx, deps, user, options, keys));
  }
}
