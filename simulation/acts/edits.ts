/** Pages are edited with what the case generator invents, by one user and by two at a time. */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { CaseRow, CaseValue } from '../../shared/case/caseContent.ts';
import { addressKey } from '../../shared/case/itemAddress.ts';
import { readPage, readPageRow, savePage, savePageRow } from '../../shared/contract/index.ts';
import { sameValue } from '../../shared/replay/replay.ts';
import type { Account } from '../simulatedServer.ts';
import type { Act, Simulation } from '../simulation.types.ts';
import { Violation } from '../violation.ts';
import { holdsBack } from './cases.ts';
import { anyVersion, deed, LATER, refusedAs } from './choices.ts';

/** Another number makes a case of its own of a version, and a withdrawal is an act of its own. */
const OTHER_ACTS = new Set(['caseNumber', 'nullificationAmendment']);

interface PageEdit {
  page: string;
  /** null: the page is one form; 0: a new row */
  rowNo: number | null;
  changes: CaseValue[];
  rows: CaseRow[];
}

const mayEnter = (item: CatalogueItem | undefined, page: string): item is CatalogueItem =>
  item?.page === page &&
  item.computed === null &&
  item.control !== 'attachment' &&
  item.calculated === undefined &&
  !OTHER_ACTS.has(item.role ?? '');

/** A page of an invented case: its form, or one of its rows, new or in place of one that is there. */
function inventEdit(simulation: Simulation, whole: Catalogue): PageEdit | null {
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
    return { page, rowNo: null, changes: chance.pickSome(values, chance.between(1, 8)), rows: [] };
  }
  const inPage = content.values.filter(isEntered);
  if (inPage.length === 0) return null;
  const { rowNo: source } = chance.pick(inPage);
  const ofRow = inPage.filter(({ rowNo }) => rowNo === source);
  if (chance.percent(50)) {
    const rowNo = chance.between(1, 2);
    const own = ofRow.filter((value) => depthOf(value) === 1).map((value) => ({ ...value, rowNo }));
    return { page, rowNo, changes: chance.pickSome(own, chance.between(1, 8)), rows: [] };
  }
  const rows = content.rows
    .filter((row) => row.rowNo === source && isInGroup(whole, row.group, group))
    .map((row) => ({ ...row, rowNo: 0, rowId: simulation.server.deps.newUuid() }));
  return { page, rowNo: 0, changes: ofRow.map((value) => ({ ...value, rowNo: 0 })), rows };
}

const isInGroup = ({ groups }: Catalogue, inner: string, group: string): boolean =>
  inner === group || (groups[inner]?.groups.includes(group) === true && groups[inner].rowsOf === null);

const saveBy = (
  { server }: Simulation,
  by: Account,
  caseKey: number,
  { page, rowNo, changes, rows, retrievedAt = LATER }: PageEdit & { retrievedAt?: string },
) => {
  const body = { reason: 'Simulated', retrievedAt, changes, rows };
  return rowNo === null
    ? server.call(by, savePage, { params: { caseKey, page }, body })
    : server.call(by, savePageRow, { params: { caseKey, page, rowNo }, body });
};

const readBy = ({ server }: Simulation, by: Account, caseKey: number, page: string, rowNo: number | null) =>
  rowNo === null
    ? server.call(by, readPage, { params: { caseKey, page } })
    : server.call(by, readPageRow, { params: { caseKey, page, rowNo } });

const edit: Act = {
  name: 'edit',
  weight: 30,
  run: async (simulation) => {
    const version = anyVersion(simulation);
    const invented = inventEdit(simulation, simulation.server.deps.catalogue.whole);
    if (!version || !invented || invented.changes.length === 0) return null;
    const { caseKey } = version;
    const by = simulation.chance.percent(50) ? 'sponsor.admin' : 'case.editor';
    const answer = await saveBy(simulation, by, caseKey, invented);
    holdsBack(version, answer);
    const { page, rowNo, changes } = invented;
    if (answer.success) {
      const place = rowNo === null ? null : answer.data.rowNo;
      await isThere(simulation, caseKey, { page, rowNo: place, changes });
    }
    const what = `edits ${page}${rowNo === null ? '' : `/${rowNo}`} of ${caseKey}, ${changes.length} items`;
    return deed(by, what, answer, [caseKey]);
  },
};

/** What was saved is read again, except where a consequence of the edit has another value. */
async function isThere(
  simulation: Simulation,
  caseKey: number,
  { page, rowNo, changes }: Omit<PageEdit, 'rows'>,
): Promise<void> {
  const { data, success, status } = await readBy(simulation, 'sponsor.admin', caseKey, page, rowNo);
  if (!success) throw new Violation('saved is read', `page ${page} of ${caseKey} cannot be read: ${status}`);
  const stored = new Map(data.values.map((value) => [addressKey(value), value]));
  const { items } = simulation.server.deps.catalogue.whole;
  for (const change of changes) {
    const item = items[change.itemId];
    // numbers of new inner rows are those that the server gave them
    if (!item || item.groups.length > 1) continue;
    const found = stored.get(addressKey({ ...change, rowNo: rowNo ?? 0 }));
    // a hidden item has lost its value
    if (found === undefined && item.visibleWhen !== null) continue;
    if (found === undefined || !sameValue(change, found))
      throw new Violation(
        'saved is read',
        `${change.itemId} of ${caseKey} was saved as ${JSON.stringify(change)}, and is ${JSON.stringify(found)}`,
      );
  }
}

/** Two users have one page open: the later save of the same item is refused, and nothing of the earlier one is lost. */
const editTogether: Act = {
  name: 'edit together',
  weight: 6,
  run: async (simulation) => {
    const { server, chance } = simulation;
    const version = anyVersion(simulation);
    if (!version || version.locked || version.deleted || version.superseded) return null;
    const { whole } = server.deps.catalogue;
    const { caseKey } = version;
    const texts = Object.values(whole.items).filter(
      (item) =>
        mayEnter(item, item.page) &&
        item.groups.length === 0 &&
        item.visibleWhen === null &&
        ['text', 'longText'].includes(item.control),
    );
    const item = chance.pick(texts);
    const { page, itemId } = item;
    const valueOf = (value: string) => ({
      itemId,
      rowNo: 0,
      rowNo2: 0,
      rowNo3: 0,
      nullFlavor: null,
      notation: null,
      value: value.slice(0, item.maxLength ?? 20),
    });
    const read = await readBy(simulation, 'case.editor', caseKey, page, null);
    if (!read.success || read.data.readOnly !== null) return null;
    server.clock.advance(1000);
    const one = `a${simulation.step}`;
    const { retrievedAt } = read.data;
    const first = await saveBy(simulation, 'sponsor.admin', caseKey, {
      page,
      rowNo: null,
      rows: [],
      retrievedAt,
      changes: [valueOf(one)],
    });
    if (!first.success) return deed('sponsor.admin', `edits ${itemId} of ${caseKey}`, first, [caseKey]);
    const second = await saveBy(simulation, 'case.editor', caseKey, {
      page,
      rowNo: null,
      rows: [],
      retrievedAt,
      changes: [valueOf(`b${simulation.step}`)],
    });
    if (second.success || second.status !== 409)
      throw new Violation(
        'no lost update',
        `${itemId} of ${caseKey} was saved over an edit that was not seen: ${refusedAs(second)}`,
      );
    await isThere(simulation, caseKey, { page, rowNo: null, changes: [valueOf(one)] });
    return deed('case.editor', `edits ${itemId} of ${caseKey} after another`, second, [caseKey]);
  },
};

export const editActs: readonly Act[] = [edit, editTogether];
