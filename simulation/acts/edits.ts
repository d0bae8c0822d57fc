/** Pages are edited with what the case generator invents, by one user and by two at a time, and carelessly. */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { CaseRow, CaseValue } from '../../shared/case/caseContent.ts';
import { setRowStatus } from '../../shared/contract/index.ts';
import { SECOND_MS } from '../simulatedClock.ts';
import type { Account } from '../simulatedServer.ts';
import type { Act, Deed, Simulation } from '../simulation.types.ts';
import { Violation } from '../violation.ts';
import { holdsBack } from './cases.ts';
import { anyVersion, deed, isOpen, LATER, reasonOf, refusedAs, tracedDeed } from './choices.ts';
import { formEdit, inventEdit, mayEnter, readBy, saveBy, textItems, valueOf } from './inventEdit.ts';
import { lookBlind } from './readers.ts';
import { isThere, restIsSame, type Page } from './savedPages.ts';

const EDITORS = ['sponsor.admin', 'case.editor'] as const;

const edit: Act = {
  name: 'edit',
  weight: 30,
  run: async (simulation) => {
    const version = anyVersion(simulation);
    const invented = inventEdit(simulation, simulation.server.deps.catalogue.whole);
    if (!version || !invented || invented.changes.length === 0) return null;
    const { caseKey } = version;
    const { page, rowNo, changes } = invented;
    const before = await readBy(simulation, 'sponsor.admin', caseKey, page, rowNo);
    const by = simulation.chance.pick(EDITORS);
    const answer = await saveBy(simulation, by, caseKey, invented);
    holdsBack(version, answer);
    if (answer.success) {
      if (rowNo !== 0 && isDeletedRow(before.data))
        throw new Violation('deleted rows', `row ${rowNo} of ${page} of ${caseKey} was edited`);
      const after = await readSaved(simulation, caseKey, page, rowNo === null ? null : answer.data.rowNo);
      if (after.retrievedAt !== answer.data.retrievedAt)
        throw new Violation('saved is read', `${page} of ${caseKey} is not as old as its save`);
      const sides = { before: rowNo === 0 ? null : before.data, after };
      isThere(simulation, sides, invented, answer.data.rows);
      if (rowNo === 0) areNumbered(caseKey, answer.data.rows);
      restIsSame(simulation, sides, invented);
    }
    const what = `edits ${page}${rowNo === null ? '' : `/${rowNo}`} of ${caseKey}, ${changes.length} items`;
    return tracedDeed(simulation, by, what, answer, [caseKey]);
  },
};

/** Rows within a new row count from one. */
function areNumbered(caseKey: number, rows: readonly CaseRow[]): void {
  const inner = rows.filter(({ rowNo2 }) => rowNo2 > 0);
  for (const [place, siblings] of Map.groupBy(inner, placeOfSiblings)) {
    const numbers = siblings
      .map(({ rowNo2, rowNo3 }) => rowNo3 || rowNo2)
      .toSorted((one, other) => one - other);
    if (numbers.some((number, at) => number !== at + 1))
      throw new Violation('rows', `${place} of ${caseKey} has ${numbers.join()}`);
  }
}

const placeOfSiblings = ({ group, rowNo, rowNo2, rowNo3 }: CaseRow): string =>
  rowNo3 > 0 ? `${group} ${rowNo} ${rowNo2}` : `${group} ${rowNo}`;

const isDeletedRow = ({ rows, rowNo }: Page): boolean =>
  rows.some((row) => row.deleted && row.rowNo === rowNo && row.rowNo2 === 0);

async function readSaved(
  simulation: Simulation,
  caseKey: number,
  page: string,
  rowNo: number | null,
): Promise<Page> {
  const { data, success, status } = await readBy(simulation, 'sponsor.admin', caseKey, page, rowNo);
  if (!success) throw new Violation('saved is read', `page ${page} of ${caseKey} cannot be read: ${status}`);
  return data;
}

/**
 * Two users have one page open: the later save of the same item is refused, and nothing of the earlier one is lost. Once
 * more with the page as it was saved a moment ago.
 */
const editTogether: Act = {
  name: 'edit together',
  weight: 6,
  run: async (simulation) => {
    const version = anyVersion(simulation);
    if (!version || !isOpen(version)) return null;
    const item = simulation.chance.pick(textItems(simulation.server.deps.catalogue.whole));
    const once = await saveTwice(simulation, version.caseKey, item, ['a', 'b']);
    return once && ((await saveTwice(simulation, version.caseKey, item, ['c', 'd'])) ?? once);
  },
};

async function saveTwice(
  simulation: Simulation,
  caseKey: number,
  { page, itemId, maxLength }: CatalogueItem,
  [one, other]: readonly [string, string],
): Promise<Deed | null> {
  const { server, step } = simulation;
  const entered = (text: string) => valueOf(itemId, { value: text.slice(0, maxLength ?? 20) });
  const read = await readBy(simulation, 'case.editor', caseKey, page, null);
  if (!read.success || read.data.readOnly !== null) return null;
  server.clock.advance(SECOND_MS);
  const { retrievedAt } = read.data;
  const earlier = formEdit(page, [entered(`${one}${step}`)], retrievedAt);
  const first = await saveBy(simulation, 'sponsor.admin', caseKey, earlier);
  const what = `edits ${itemId} of ${caseKey} first`;
  const done = tracedDeed(simulation, 'sponsor.admin', what, first, [caseKey]);
  if (!first.success) return done;
  const later = formEdit(page, [entered(`${other}${step}`)], retrievedAt);
  const second = await saveBy(simulation, 'case.editor', caseKey, later);
  if (second.status !== 409)
    throw new Violation(
      'no lost update',
      `${itemId} of ${caseKey} was saved over an edit that was not seen: ${refusedAs(second)}`,
    );
  const after = await readSaved(simulation, caseKey, page, null);
  isThere(simulation, { before: null, after }, earlier, []);
  return done;
}

/** Two users have one row open: one deletes it, and the other one, who has not seen that, moves it. */
const changeRowTogether: Act = {
  name: 'change row together',
  weight: 5,
  run: async (simulation) => {
    const { server, chance } = simulation;
    const version = anyVersion(simulation);
    if (!version || !isOpen(version)) return null;
    const { caseKey } = version;
    const found = await rowOfPage(simulation, caseKey);
    if (!found) return null;
    const { page, row, retrievedAt } = found;
    const isOwn = row.rowNo2 === 0;
    server.clock.advance(SECOND_MS);
    const moved = (to: Partial<CaseRow>, at: string) => ({
      page,
      rowNo: 1,
      changes: [],
      rows: [{ ...row, ...to }],
      retrievedAt: at,
    });
    const first = await saveBy(simulation, 'sponsor.admin', caseKey, moved({ deleted: !row.deleted }, LATER));
    const done = tracedDeed(simulation, 'sponsor.admin', `deletes a row of ${page} of ${caseKey}`, first, [
      caseKey,
    ]);
    if (!first.success) return done;
    const place = { caseKey, page };
    const body = { rowNos: [1], status: row.deleted ? 'Y' : 'N', reason: reasonOf(simulation), retrievedAt };
    const second =
      isOwn && chance.percent(50)
        ? await server.call('case.editor', setRowStatus, { params: place, body })
        : await saveBy(simulation, 'case.editor', caseKey, moved({ sort: row.sort + 0.5 }, retrievedAt));
    if (second.success)
      throw new Violation(
        'no lost update',
        `a row of ${page} of ${caseKey} was moved by who had not seen it`,
      );
    return done;
  },
};

/** Of a page whose first row is there: mostly a row within it, where one of the pages has some. */
async function rowOfPage(
  simulation: Simulation,
  caseKey: number,
): Promise<{ page: string; row: CaseRow; retrievedAt: string } | null> {
  const { chance, server } = simulation;
  const { pages, groups } = server.deps.catalogue.whole;
  const ofRows = Object.values(pages).filter(({ group }) => group !== null);
  // those about other rows follow these
  const isInner = ({ rowNo2, group }: CaseRow): boolean => rowNo2 > 0 && groups[group]?.rowsOf === null;
  const isInnerWanted = chance.percent(70);
  let found = null;
  for (const { page } of chance.pickSome(ofRows, ofRows.length)) {
    const { success, data } = await readBy(simulation, 'case.editor', caseKey, page, 1);
    if (!success || data.readOnly !== null) continue;
    const inner = data.rows.filter(isInner);
    const { retrievedAt } = data;
    if (isInnerWanted && inner.length > 0) return { page, row: chance.pick(inner), retrievedAt };
    found ??= { page, row: chance.pick(data.rows), retrievedAt };
    if (!isInnerWanted) break;
  }
  return found;
}

/** What no editor of the product sends, and the server must not take. */
const MISTAKES: Readonly<Record<string, (simulation: Simulation, whole: Catalogue) => Mistake | null>> = {
  twice: ({ chance }, whole) => {
    const { itemId, page } = chance.pick(textItems(whole));
    return { page, changes: ['a', 'b'].map((value) => valueOf(itemId, { value })) };
  },
  'too long': ({ chance }, whole) => {
    const { itemId, page } = chance.pick(textItems(whole).filter(({ maxLength }) => maxLength !== null));
    return { page, changes: [valueOf(itemId, { value: 'x'.repeat(200_000) })] };
  },
  'of another page': ({ chance }, whole) => {
    const [one, other] = [chance.pick(textItems(whole)), chance.pick(textItems(whole))];
    return one.page === other.page
      ? null
      : { page: one.page, changes: [valueOf(other.itemId, { value: 'x' })] };
  },
  'in no row': ({ chance }, whole) => {
    const { itemId, page } = chance.pick(textItems(whole));
    return { page, changes: [valueOf(itemId, { value: 'x', rowNo: 7 })] };
  },
  'no day': ({ chance }, whole) => {
    const dates = Object.values(whole.items).filter(
      (item) => item.control === 'date' && item.groups.length === 0 && mayEnter(item, item.page),
    );
    const { itemId, page } = chance.pick(dates);
    return { page, changes: [valueOf(itemId, { value: '20240230' })] };
  },
  'value and null flavor': ({ chance }, whole) => {
    const items = textItems(whole).filter(({ nullFlavors }) => nullFlavors.length > 0);
    const { itemId, page, nullFlavors } = chance.pick(items);
    return { page, changes: [valueOf(itemId, { value: 'x', nullFlavor: chance.pick(nullFlavors) })] };
  },
};

interface Mistake {
  page: string;
  changes: CaseValue[];
}

const editCarelessly: Act = {
  name: 'edit carelessly',
  weight: 6,
  run: async (simulation) => {
    const { chance, server } = simulation;
    const version = anyVersion(simulation);
    const [name, make] = chance.pick(Object.entries(MISTAKES));
    const mistake = make(simulation, server.deps.catalogue.whole);
    if (!version || !mistake) return null;
    const { caseKey } = version;
    const { page, changes } = mistake;
    const answer = await saveBy(simulation, 'case.editor', caseKey, formEdit(page, changes));
    if (answer.success)
      throw new Violation('mistakes', `'${name}' was saved in ${changes[0]?.itemId} of ${caseKey}`);
    return deed('case.editor', `enters '${name}' into ${page} of ${caseKey}`, answer, []);
  },
};

/** Who may see blinded values enters them; who may not tries. */
const editBlinded: Act = {
  name: 'edit blinded',
  weight: 6,
  run: async (simulation) => {
    const { chance, server } = simulation;
    const version = anyVersion(simulation);
    if (!version) return null;
    const { whole, codeLists } = server.deps.catalogue;
    const blinded = Object.values(whole.items).filter(
      ({ blinded: isBlinded, blindedBy, codeList, groups }) =>
        isBlinded && !blindedBy && codeList !== null && groups.length === 1,
    );
    const { page, itemId, codeList } = chance.pick(blinded);
    const codes = codeLists[codeList ?? '']?.codes ?? [];
    const { caseKey } = version;
    const there = await readBy(simulation, 'sponsor.admin', caseKey, page, 1);
    if (!there.success) return null;
    const edited = {
      page,
      rowNo: 1,
      rows: [],
      changes: [valueOf(itemId, { rowNo: 1, value: chance.pick(codes).code })],
    };
    const by: Account = chance.percent(60) ? 'sponsor.admin' : 'case.editor';
    const answer = await saveBy(simulation, by, caseKey, edited);
    holdsBack(version, answer);
    if (answer.success && by === 'case.editor')
      throw new Violation('nothing blinded', `${by} has set ${itemId} of ${caseKey}`);
    if (answer.success) await lookBlind(simulation, caseKey, page, 1);
    return tracedDeed(simulation, by, `sets the blinded ${itemId} of ${caseKey}`, answer, [caseKey]);
  },
};

export const editActs: readonly Act[] = [edit, editTogether, changeRowTogether, editCarelessly, editBlinded];
