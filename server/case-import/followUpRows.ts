/** The rows of a follow-up message under the numbers they have in the case. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent, CaseRow } from '../../shared/case/caseContent.ts';
import { addressAt, rowPathOf } from '../../shared/case/itemAddress.ts';
import type { ItemAddress } from '../../shared/case/itemAddress.ts';
import { groupsOfResidue, identityKey, isNamed, senderIdsOf, uuidOf } from '../../shared/e2b/index.ts';
import type { E2bMap, E2bMaps, Residue } from '../../shared/e2b/index.ts';
import { numbersByName, rowNames } from './rowNames.ts';

export interface MessageContent {
  content: CaseContent;
  residue: Residue[];
}

type Numbers = ReadonlyMap<number, number>;

/**
 * A message numbers its rows by position; in a case the number is the row. Outer rows that keep their id, a UUID or
 * what their sender calls them, get their earlier number and row id, the others of their group unused numbers. A group
 * without any known id keeps its positions.
 */
export function withRowsOf(
  before: MessageContent,
  { content, residue }: MessageContent,
  catalogue: Catalogue,
  { e2b: map, r2 }: E2bMaps,
): MessageContent {
  const outer = Object.values(catalogue.groups).filter(
    ({ groups, rowsOf }) => groups.length === 1 && rowsOf === null,
  );
  const named = { rows: before.content.rows, namesAt: rowNames(catalogue, before.content) };
  const given = { rows: content.rows, namesAt: rowNames(catalogue, content) };
  const renumbered = new Map<string, Numbers>();
  const rowIds = new Map<CaseRow, string>();
  for (const { group } of outer) {
    const rows = identifiedRows(content.rows, residue, group, map);
    const known = new Map(
      identifiedRows(before.content.rows, before.residue, group, map).map((row) => [row.id, row.row]),
    );
    const numbers = newNumbers(known, rows) ?? numbersByName(named, given, group);
    if (!numbers) continue;
    renumbered.set(group, numbers);
    for (const { id, row } of rows) rowIds.set(row, known.get(id)?.rowId ?? row.rowId);
  }
  const path = (groups: readonly string[], numbers: readonly number[]): number[] =>
    numbers.map((number, depth) => {
      const group = catalogue.groups[groups[depth] ?? ''];
      return renumbered.get(group?.rowsOf ?? group?.group ?? '')?.get(number) ?? number;
    });
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

interface IdentifiedRow {
  /** the same in every message of one sender */
  id: string;
  row: CaseRow;
}

function identifiedRows(
  rows: readonly CaseRow[],
  residue: readonly Residue[],
  group: string,
  map: E2bMap,
): IdentifiedRow[] {
  const senderIds = senderIdsOf(map, residue);
  return rows
    .filter((row) => row.group === group)
    .map((row) => {
      const senderId = senderIds.get(`${group}|${row.rowNo}`);
      const isRowId = !senderId || !isNamed(senderId) || uuidOf(senderId) === row.rowId;
      return { id: isRowId ? row.rowId : identityKey(senderId), row };
    });
}

/** New numbers by those of the message; null where no row is known again. */
function newNumbers(known: ReadonlyMap<string, CaseRow>, rows: readonly IdentifiedRow[]): Numbers | null {
  if (!rows.some(({ id }) => known.has(id))) return null;
  let last = Math.max(...[...known.values()].map(({ rowNo }) => rowNo));
  return new Map(rows.map(({ id, row: { rowNo } }) => [rowNo, known.get(id)?.rowNo ?? (last += 1)]));
}
