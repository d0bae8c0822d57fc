/** What deleting or restoring rows would do, before it is done. */
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import { type CaseContent, filterItems } from '../../../shared/case/caseContent.ts';
import { addressKey, rowPathOf } from '../../../shared/case/itemAddress.ts';
import { namedRows } from '../../../shared/case/rowLabel.ts';
import type { BodyOf, checkRowStatus, DataOf } from '../../../shared/contract/index.ts';
import { withComputed } from '../../../shared/derived/wholeCase.ts';
import { caseFindings, findingsFor } from '../../../shared/rules/caseFindings.ts';
import type { Finding } from '../../../shared/rules/finding.types.ts';
import { receiversIn } from '../../../shared/rules/receivers.ts';
import { rowName } from '../../../shared/rules/rowName.ts';
import { findVisibleCase, maySee, requireEditable } from '../../cases/record/caseAccess.ts';
import { readCaseContent } from '../../cases/record/readCase.store.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { rowNotFound } from '../../problems.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { pageOf, type Reader } from './readPages.service.ts';
import type { Reference } from '../../page-save/references.ts';

/** What this module needs of the server. */
type RowStatusCheckWorld = CatalogueWorld & ClockWorld & DatabaseWorld;

type Checked = DataOf<typeof checkRowStatus>;
type RowCheck = Checked['rows'][number];

export interface RowsRequest extends BodyOf<typeof checkRowStatus> {
  caseKey: number;
  page: string;
  /** `ICH`: no region */
  appendix: string;
}

/**
 * Each row with what it is called, what goes with it and who speaks of it, and the errors that the case would have then.
 * 409 CASE_READ_ONLY and 404 as the change itself.
 */
export function checkRows(
  deps: RowStatusCheckWorld,
  { user, language }: Reader,
  { caseKey, page: pageId, rowNos, status, appendix }: RowsRequest,
): Promise<Checked> {
  const { whole } = deps.catalogue;
  const page = pageOf(deps, pageId, 'rows');
  const group = page.group ?? '';
  return inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const found = await findVisibleCase(trx, user, caseKey);
    requireEditable(found, user);
    const all = await readCaseContent(trx, user.sponsorKey, caseKey);
    const content = filterItems(all, (itemId) => maySee(deps, user, itemId));
    const listed = namedRows(whole, group, content);
    const deleted = status === 'Y';
    const rows = [...new Set(rowNos)].map((rowNo): RowCheck => {
      const at = listed.findIndex((row) => row.rowNo === rowNo);
      const row = listed[at];
      if (!row) throw rowNotFound(page.page, rowNo);
      return {
        rowNo,
        place: at + 1,
        label: row.label,
        changes: row.deleted !== deleted,
        entries: entriesIn(whole, content, row),
        referencedBy: referring(whole, content, row),
      };
    });
    const after = {
      ...all,
      rows: all.rows.map((row) =>
        row.group === group && rowNos.includes(row.rowNo) ? { ...row, deleted } : row,
      ),
    };
    const errorsOf = (some: CaseContent): Finding[] => {
      const asker = { now: deps.clock.now(), may: (itemId: string) => maySee(deps, user, itemId) };
      const findings = caseFindings(deps.catalogue.checks, some, asker);
      const receiverFindings = receiversIn(whole, appendix).flatMap((receiver) =>
        findingsFor(findings, receiver),
      );
      return receiverFindings.filter(({ severity }) => severity === 'error');
    };
    const known = new Set(errorsOf(all).map(keyOf));
    const rowOf = rowName(whole, all.rows, language);
    const newErrors = new Map(
      errorsOf(withComputed(whole, after)).flatMap((finding) =>
        known.has(keyOf(finding)) ? [] : [[keyOf(finding), { ...finding, row: rowOf(finding) }] as const],
      ),
    );
    return { rows, newErrors: [...newErrors.values()] };
  });
}

const keyOf = (finding: Finding): string => `${finding.ruleId}|${addressKey(finding)}`;

const entriesIn = (catalogue: Catalogue, { values }: CaseContent, { group, rowNo }: Reference): number =>
  values.filter((value) => value.rowNo === rowNo && catalogue.items[value.itemId]?.groups[0] === group)
    .length;

/** Groups whose rows are those of `group`: a line each in the matrix of another page. */
const groupsOf = ({ groups }: Catalogue, group: string) =>
  Object.values(groups).filter(({ rowsOf }) => rowsOf === group);

/** The live rows that say anything about a row. */
function referring(catalogue: Catalogue, content: CaseContent, row: Reference): RowCheck['referencedBy'] {
  return groupsOf(catalogue, row.group).flatMap((matrix) => {
    const [outer = ''] = matrix.groups;
    const depth = matrix.groups.length;
    const speaks = new Set(
      content.values
        .filter(({ itemId }) => catalogue.items[itemId]?.groups.includes(matrix.group))
        .map((value) => rowPathOf(value, depth))
        .filter((path) => path.at(-1) === row.rowNo)
        .map(([rowNo]) => rowNo),
    );
    return namedRows(catalogue, outer, content)
      .map((other, at) => ({ ...other, place: at + 1 }))
      .filter(({ rowNo, deleted }) => !deleted && speaks.has(rowNo))
      .map(({ rowNo, place, label }) => ({ page: matrix.page, group: outer, rowNo, place, label }));
  });
}
