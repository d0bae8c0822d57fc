/** Edits of pages that the case generator invents, and the calls that make and read them. */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { CaseRow, CaseValue } from '../../shared/case/caseContent.ts';
import { readPage, readPageRow, savePage, savePageRow } from '../../shared/contract/index.ts';
import type { DataOf } from '../../shared/contract/call.ts';
import type { Account, Answer } from '../simulatedServer.ts';
import type { Simulation } from '../simulation.types.ts';
import { Violation } from '../violation.ts';
import { LATER, reasonOf } from './choices.ts';

/** Another number makes a case of its own of a version, and a withdrawal is an act of its own. */
const OTHER_ACTS = new Set(['caseNumber', 'nullificationAmendment']);

export interface PageEdit {
  page: string;
  /** null: the page is one form; 0: a new row */
  rowNo: number | null;
  changes: CaseValue[];
  rows: CaseRow[];
}

export const mayEnter = (item: CatalogueItem | undefined, page: string): item is CatalogueItem =>
  item?.page === page &&
  item.computed === null &&
  item.control !== 'attachment' &&
  item.calculated === undefined &&
  !OTHER_ACTS.has(item.role ?? '');

/** A page of an invented case: its form, or one of its rows, new or in place of one that is there. */
export function inventEdit(simulation: Simulation, whole: Catalogue): PageEdit | null {
  const { chance } = simulation;
  const { content } = simulation.generate();
  const pages = Object.values(whole.pages).filter(({ page }) =>
    content.values.some(({ itemId }) => mayEnter(whole.items[itemId], page)),
  );
  if (pages.length === 0) return null;
  const { page, group } = chance.pick(pages);
  const isEntered = ({ itemId }: CaseValue) => mayEnter(whole.items[itemId], page);
  const depthOf = ({ itemId }: CaseValue) => whole.items[itemId]?.groups.length ?? 0;
  if (group === null) {
    const values = content.values.filter((value) => isEntered(value) && depthOf(value) === 0);
    if (values.length === 0) return null;
    return { page, rowNo: null, changes: someOf(simulation, values), rows: [] };
  }
  const inPage = content.values.filter(isEntered);
  if (inPage.length === 0) return null;
  const { rowNo: source } = chance.pick(inPage);
  const ofRow = inPage.filter(({ rowNo }) => rowNo === source);
  if (chance.percent(50)) {
    const rowNo = chance.between(1, 2);
    const own = ofRow.filter((value) => depthOf(value) === 1).map((value) => ({ ...value, rowNo }));
    return { page, rowNo, changes: someOf(simulation, own), rows: [] };
  }
  const rows = content.rows
    .filter((row) => row.rowNo === source && isInGroup(whole, row.group, group))
    .map((row) => ({ ...row, rowNo: 0, rowId: simulation.server.deps.newUuid() }));
  return { page, rowNo: 0, changes: ofRow.map((value) => ({ ...value, rowNo: 0 })), rows };
}

/** Half of the times with one that has no value, but a reason why. */
function someOf({ chance }: Simulation, values: readonly CaseValue[]): CaseValue[] {
  const unknown = values.filter(({ nullFlavor }) => nullFlavor !== null);
  const first = unknown.length > 0 && chance.percent(50) ? [chance.pick(unknown)] : [];
  const rest = values.filter((value) => !first.includes(value));
  return [...first, ...chance.pickSome(rest, chance.between(1, 8))];
}

const isInGroup = ({ groups }: Catalogue, inner: string, group: string): boolean =>
  inner === group || (groups[inner]?.groups.includes(group) === true && groups[inner].rowsOf === null);

/** Nothing is as young as a page of `LATER`: to call it old is wrong. */
export async function saveBy(
  simulation: Simulation,
  by: Account,
  caseKey: number,
  { page, rowNo, changes, rows, retrievedAt = LATER }: PageEdit & { retrievedAt?: string },
): Promise<Answer<DataOf<typeof savePageRow>>> {
  const { server } = simulation;
  const body = { reason: reasonOf(simulation), retrievedAt, changes, rows };
  const answer =
    rowNo === null
      ? await server.call(by, savePage, { params: { caseKey, page }, body })
      : await server.call(by, savePageRow, { params: { caseKey, page, rowNo }, body });
  if (retrievedAt === LATER && answer.errCode === 'CASE_CHANGED')
    throw new Violation('no lost update', `${page} of ${caseKey} as it is counts as an older one`);
  return answer;
}

export const readBy = (
  { server }: Simulation,
  by: Account,
  caseKey: number,
  page: string,
  rowNo: number | null,
) =>
  rowNo === null
    ? server.call(by, readPage, { params: { caseKey, page } })
    : server.call(by, readPageRow, { params: { caseKey, page, rowNo } });

/** Items of forms that any text can be entered in. */
export const textItems = ({ items, pages }: Catalogue): CatalogueItem[] =>
  Object.values(items).filter(
    (item) =>
      // the head of a message is of no page that is edited
      pages[item.page]?.kind === 'form' &&
      mayEnter(item, item.page) &&
      item.groups.length === 0 &&
      item.visibleWhen === null &&
      ['text', 'longText'].includes(item.control),
  );

export const valueOf = (itemId: string, content: Partial<CaseValue>): CaseValue => ({
  itemId,
  rowNo: 0,
  rowNo2: 0,
  rowNo3: 0,
  nullFlavor: null,
  notation: null,
  value: null,
  ...content,
});

export const formEdit = (page: string, changes: CaseValue[], retrievedAt = LATER) => ({
  page,
  rowNo: null,
  rows: [],
  changes,
  retrievedAt,
});
