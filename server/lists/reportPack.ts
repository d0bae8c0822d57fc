/** The cases of a list as a file of their reports. */
import { MAX_PACKED_CASES, type ReportPack } from '../../shared/contract/index.ts';
import type { ZipEntry } from '../files/zip.ts';
import { menuNotFound, tooManyReports } from '../problems.ts';
import type { ListDeps } from './answerList.ts';
import type { ListCaller, OpenedList } from './listSource.ts';
import { keysOfList, type ExportQuery, type OpenedFile } from './openExport.ts';

/** A case in a file of reports. */
export interface PackedCase {
  caseKey: number;
  /** null: refused */
  entry: ZipEntry | null;
  /** of the list of contents */
  line: readonly string[];
}

export interface PackContext<World> {
  deps: World;
  caller: ListCaller;
  signal: AbortSignal;
}

/**
 * Opens the file of the reports of cases, which refuses cases one by one: its list of contents says why. Throws what
 * refuses all of them: 404 for a report that the catalogue does not have, 403 for blinded values.
 */
export type ReportPacker<World> = (
  context: PackContext<World>,
  pack: ReportPack,
  caseKeys: readonly number[],
) => OpenedFile<PackedCase>;

/**
 * The file of the reports of the chosen cases, or of those that the list has. Throws 404 MENU_NOT_FOUND for a list of
 * something else, 422 TOO_MANY_REPORTS, and what the packer and the list throw.
 */
export async function openPack<World>(
  packReports: ReportPacker<World> | null,
  context: PackContext<World & ListDeps>,
  { source, caller }: OpenedList,
  { pack, query }: { pack: ReportPack; query: ExportQuery },
): Promise<OpenedFile<PackedCase>> {
  if (!source.rowsAreCases || !packReports) throw menuNotFound(source.menuId);
  const caseKeys =
    pack.caseKeys ?? (await keysOfList(context.deps, caller, source, query)).map((key) => Number(key));
  if (caseKeys.length > MAX_PACKED_CASES) throw tooManyReports(caseKeys.length, MAX_PACKED_CASES);
  return packReports(context, pack, caseKeys);
}
