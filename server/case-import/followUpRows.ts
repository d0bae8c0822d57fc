/** The rows of a follow-up message under the numbers they have in the case. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { rowKey, type CaseContent, type CaseRow } from '../../shared/case/caseContent.ts';
import { addressAt, rowPathOf } from '../../shared/case/itemAddress.ts';
import type { ItemAddress } from '../../shared/case/itemAddress.ts';
import { groupsOfResidue, identityKey, isNamed, senderIdsOf, uuidOf } from '../../shared/e2b/index.ts';
import type { E2bMaps, Residue } from '../../shared/e2b/index.ts';
import { keysOfPath } from './aroundRows.ts';
import { numbersByName, rowNames, type NamedRow, type RowNames } from './rowNames.ts';

export interface MessageContent {
  content: CaseContent;
  residue: Residue[];
}

type Numbers = ReadonlyMap<number, number>;

/**
 * A message numbers its rows by position; in a case the number is the row. Outermost rows that keep their id, a UUID or
 * what their sender calls them, get their earlier number and row id, the others of their group unused numbers. All other
 * rows are known again by their names, those below others among the rows of the same one. `beyond`: keys of rows of the case
 * that no message can have.
 */
export function withRowsOf(
  before: MessageContent,
  { content, residue }: MessageContent,
  { whole: catalogue, e2b: map, r2 }: E2bMaps & { whole: Catalogue },
  beyond: ReadonlySet<string>,
): MessageContent {
  const known = siblingsOf(catalogue, before.content);
  const given = siblingsOf(catalogue, content);
  const [namesBefore, namesGiven] = [rowNames(catalogue, before.content), rowNames(catalogue, content)];
  const [idsBefore, idsGiven] = [senderIdsOf(map, before.residue), senderIdsOf(map, residue)];
  /** numbers in the case by the keys of the rows of the message, outer ones first */
  const renumbered = new Map<string, number>();
  const rowIds = new Map<CaseRow, string>();
  const path = (groups: readonly string[], numbers: readonly number[]): number[] =>
    keysOfPath(catalogue.groups, groups, numbers).map(
      (key, depth) => renumbered.get(key) ?? numbers[depth] ?? 0,
    );
  const byDepth = [...given.values()].toSorted((a, b) => a.around.length - b.around.length);
  for (const { group, around, parent, rows } of byDepth) {
    const parentBefore = path(around, parent);
    const others = known.get(pathKey(group, parentBefore))?.rows ?? [];
    const numbers =
      (around.length === 0 &&
        numbersById(identifiedRows(others, idsBefore), identifiedRows(rows, idsGiven), rowIds)) ||
      numbersByName(
        namedRows(
          others.filter((row) => !beyond.has(rowKey(row))),
          around.length,
          (number) => namesBefore(group, [...parentBefore, number]),
        ),
        namedRows(rows, around.length, (number) => namesGiven(group, [...parent, number])),
        others.map((row) => numberOf(row, around.length)),
      );
    for (const row of rows) {
      const inCase = numbers.get(numberOf(row, around.length));
      if (inCase !== undefined) renumbered.set(rowKey(row), inCase);
    }
  }
  const moved = <T extends Omit<ItemAddress, 'itemId'>>(one: T, groups: readonly string[] = []): T => {
    const { itemId: _, ...numbers } = addressAt('', path(groups, rowPathOf(one, groups.length)));
    return { ...one, ...numbers };
  };
  return {
    content: {
      values: content.values.map((value) => moved(value, catalogue.items[value.itemId]?.groups)),
      rows: content.rows.map((row) => ({
        ...moved(row, catalogue.groups[row.group]?.groups),
        rowId: rowIds.get(row) ?? row.rowId,
      })),
    },
    residue: residue.map((one) => {
      const levels = map.nodes.get(one.node)?.levels.map(({ group }) => group);
      return { ...one, rows: path(levels ?? groupsOfResidue(r2, one), one.rows) };
    }),
  };
}

/** The rows of a group in one row of the groups around it. */
interface Siblings {
  group: string;
  around: readonly string[];
  /** the numbers of the rows around them */
  parent: readonly number[];
  rows: CaseRow[];
}

const pathKey = (group: string, path: readonly number[]): string => `${group}|${path.join('|')}`;

const numberOf = (row: CaseRow, depth: number): number => rowPathOf(row, depth + 1)[depth] ?? 0;

/** By group and the numbers of the rows around. */
function siblingsOf({ groups }: Pick<Catalogue, 'groups'>, { rows }: CaseContent): Map<string, Siblings> {
  const found = new Map<string, Siblings>();
  for (const row of rows) {
    const { group } = row;
    const around = groups[group]?.groups.slice(0, -1) ?? [];
    const parent = rowPathOf(row, around.length);
    const key = pathKey(group, parent);
    const siblings = found.get(key) ?? { group, around, parent, rows: [] };
    siblings.rows.push(row);
    found.set(key, siblings);
  }
  return found;
}

/** The living rows in their order, with their names. */
const namedRows = (
  rows: readonly CaseRow[],
  depth: number,
  namesAt: (number: number) => RowNames,
): NamedRow[] =>
  rows
    .filter(({ deleted }) => !deleted)
    .toSorted((a, b) => a.sort - b.sort)
    .map((row) => numberOf(row, depth))
    .map((number, index) => ({ number, index, ...namesAt(number) }));

interface IdentifiedRow {
  /** the same in every message of one sender */
  id: string;
  row: CaseRow;
}

const identifiedRows = (
  rows: readonly CaseRow[],
  senderIds: ReturnType<typeof senderIdsOf>,
): IdentifiedRow[] =>
  rows.map((row) => {
    const senderId = senderIds.get(`${row.group}|${row.rowNo}`);
    const isRowId = !senderId || !isNamed(senderId) || uuidOf(senderId) === row.rowId;
    return { id: isRowId ? row.rowId : identityKey(senderId), row };
  });

/** The numbers of outermost rows by their ids, with the row ids of those that are known; null where none is. */
function numbersById(
  known: readonly IdentifiedRow[],
  given: readonly IdentifiedRow[],
  rowIds: Map<CaseRow, string>,
): Numbers | null {
  const byId = new Map(known.map(({ id, row }) => [id, row]));
  if (!given.some(({ id }) => byId.has(id))) return null;
  let last = Math.max(...known.map(({ row }) => row.rowNo));
  for (const { id, row } of given) rowIds.set(row, byId.get(id)?.rowId ?? row.rowId);
  return new Map(given.map(({ id, row: { rowNo } }) => [rowNo, byId.get(id)?.rowNo ?? (last += 1)]));
}
