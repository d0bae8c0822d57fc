/** The rows of a follow-up message under the numbers they have in the case. */
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import type { CaseContent, CaseRow } from '../../../shared/case/caseContent.ts';
import { addressAt, rowPathOf } from '../../../shared/case/itemAddress.ts';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import type { E2bMap, Residue } from '../../../shared/e2b/index.ts';

export interface MessageContent {
  content: CaseContent;
  residue: Residue[];
}

type Numbers = ReadonlyMap<number, number>;

/**
 * A message numbers its rows by position; in a case the number is the row. Outer rows that keep their UUID get their
 * earlier number, the others of their group unused numbers. A group without any known UUID keeps its positions.
 */
export function withRowsOf(
  before: CaseContent,
  { content, residue }: MessageContent,
  catalogue: Catalogue,
  map: E2bMap,
): MessageContent {
  const outer = Object.values(catalogue.groups).filter(
    ({ groups, rowsOf }) => groups.length === 1 && rowsOf === null,
  );
  const renumbered = new Map<string, Numbers>();
  for (const { group } of outer) {
    const ofGroup = ({ rows }: CaseContent) => rows.filter((row) => row.group === group);
    const numbers = newNumbers(ofGroup(before), ofGroup(content));
    if (numbers) renumbered.set(group, numbers);
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
      rows: content.rows.map((row) => moved(row, catalogue.groups[row.group]?.groups)),
    },
    residue: residue.map((one) => {
      const levels = map.nodes.get(one.node)?.levels ?? [];
      return {
        ...one,
        rows: path(
          levels.map(({ group }) => group),
          one.rows,
        ),
      };
    }),
  };
}

/** New numbers by those of the message; null where nothing changes or no row is known again. */
function newNumbers(before: readonly CaseRow[], rows: readonly CaseRow[]): Numbers | null {
  const known = new Map(before.map(({ rowId, rowNo }) => [rowId, rowNo]));
  if (!rows.some(({ rowId }) => known.has(rowId))) return null;
  let last = Math.max(...before.map(({ rowNo }) => rowNo));
  return new Map(rows.map(({ rowId, rowNo }) => [rowNo, known.get(rowId) ?? (last += 1)]));
}
