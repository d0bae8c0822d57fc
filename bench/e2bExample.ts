import type { Catalogue } from '../schemas/compile/catalogue.types.ts';
import type { E2bMap, MapSlot } from '../schemas/e2b/e2bMap.types.ts';
import type { CaseRow } from '../shared/case/caseContent.ts';
import { addressAt } from '../shared/case/itemAddress.ts';
import type { CaseToWrite } from '../shared/e2b/index.ts';

const ROWS = 2;

/** Cases with one value for every place of ICH's items, two rows of every group. */
export function exampleBatch(catalogue: Catalogue, map: E2bMap, count: number): CaseToWrite[] {
  const values = [...map.slotsByItem].flatMap(([itemId, [slot]]) => {
    const item = catalogue.items[itemId];
    if (!slot || !item || item.appendix || slot.codec === 'file' || !firstAtPlace(slot)) return [];
    return paths(item.groups).map((path) => ({
      ...addressAt(itemId, path),
      value: textFor(slot),
      nullFlavor: null,
      notation: null,
    }));
  });
  const rows = Object.values(catalogue.groups)
    .filter(({ appendix, rowsOf }) => !appendix && !rowsOf)
    .flatMap(({ group, groups }) => paths(groups).map((path): CaseRow => rowAt(group, path)));
  return Array.from({ length: count }, () => ({ values, rows }));
}

const paths = (groups: readonly string[]): number[][] =>
  groups.reduce<number[][]>(
    (all) => all.flatMap((path) => Array.from({ length: ROWS }, (_, index) => [...path, index + 1])),
    [[]],
  );

function rowAt(group: string, path: number[]): CaseRow {
  const { rowNo, rowNo2, rowNo3 } = addressAt(group, path);
  const rowId = `0000${rowNo}${rowNo2}${rowNo3}0-0000-4000-8000-${group.length.toString().padStart(12, '0')}`;
  return { group, rowNo, rowNo2, rowNo3, rowId, sort: path.at(-1) ?? 0, deleted: false };
}

const firstAtPlace = (slot: MapSlot): boolean => slot.node.owners[0]?.slots.includes(slot) ?? false;

function textFor({ control, type, attribute, codec }: MapSlot): string {
  if (control === 'date' || codec === 'start' || codec === 'end') return '20240229';
  if (type === 'BL') return 'true';
  return attribute === 'code' || attribute === 'value' || attribute === 'unit' || codec
    ? '12'
    : 'A text of some length, as people write them';
}
