/** Cases of all items at once, valid or not: every null flavor, every level of repetition, the whole matrix. */
import fc from 'fast-check';
import type { MapOwner, MapSlot } from '../../schemas/e2b/e2bMap.types.ts';
import type { CaseRow, CaseValue } from '../../shared/case/caseContent.ts';
import { addressAt } from '../../shared/case/itemAddress.ts';
import type { CaseToWrite } from '../../shared/e2b/index.ts';
import { catalogue, map, ports } from './roundTrip.ts';

const uuid = (seed: number): string => `00000000-0000-4000-8000-${String(seed).padStart(12, '0')}`;

/** Row numbers for every group, `count` rows below each row; matrix groups take the rows of the group they are rows of. */
function addresses(groups: readonly string[], count: number): number[][] {
  return groups.reduce<number[][]>(
    (all) => all.flatMap((path) => Array.from({ length: count }, (_, index) => [...path, index + 1])),
    [[]],
  );
}

/** The rows of every group that has items in the message, `count` in each row. */
export function rowsOf(count: number): CaseRow[] {
  let seed = 1;
  return Object.values(catalogue.groups)
    .filter(
      ({ group, rowsOf: of }) =>
        !of &&
        Object.values(catalogue.items).some(
          (item) => item.groups.includes(group) && map.slotsByItem.has(item.itemId),
        ),
    )
    .flatMap(({ group, groups }) =>
      addresses(groups, count).map(([rowNo = 0, rowNo2 = 0, rowNo3 = 0]) => ({
        group,
        rowNo,
        rowNo2,
        rowNo3,
        rowId: uuid(seed++),
        sort: [rowNo, rowNo2, rowNo3].findLast((number) => number > 0) ?? 0,
        deleted: false,
      })),
    );
}

const token = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9.{}%/-]{0,11}$/);
const number = fc.stringMatching(/^-?(0|[1-9][0-9]{0,5})(\.[0-9]{1,3})?$/);
const date = fc.constantFrom(
  '2024',
  '202402',
  '20240229',
  '202402291530',
  '20240229153045',
  '20240229153045.123+0900',
  '20240229153045-05',
);
const text = fc
  .string({ unit: 'binary', maxLength: 40 })
  .map((any) => any.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').trim())
  .map((any) => any || 'x');

/** What the item's place in the message can hold. */
export function valueFor({ codec, attribute, type, control, node, codes }: MapSlot): fc.Arbitrary<string> {
  if (codes.size > 0) return fc.constantFrom(...codes.keys());
  if (codec === 'interval')
    return fc.tuple(fc.constantFrom('', '<', '<=', '>', '>='), number).map(([sign, amount]) => sign + amount);
  if (codec === 'start' || codec === 'end' || control === 'date') return date;
  if (codec === 'duration' || codec === 'period') return number;
  if (attribute === 'code' || attribute === 'unit' || attribute === 'language' || codec?.endsWith('Unit'))
    return token;
  if (type === 'BL') return fc.constantFrom('true', 'false');
  if (type === 'INT' || node.name === 'priorityNumber') return fc.constant('1');
  return attribute === 'value' && codec !== 'telecom' ? number : text;
}

async function fileValue(
  address: ReturnType<typeof addressAt>,
  bytes: Uint8Array,
  compression: boolean,
): Promise<CaseValue> {
  const fileKey = await ports.files.put(bytes);
  return {
    ...address,
    value: fileKey,
    nullFlavor: null,
    notation: null,
    properties: {
      fileKey,
      fileName: 'report é.pdf',
      mediaType: 'application/pdf',
      size: bytes.length,
      ...(compression && { compression: 'DF' }),
    },
  };
}

/** How one value is to be: `pick` chooses among alternatives, `draw` takes a value. */
export interface Chooser {
  pick<T>(from: readonly T[]): T;
  draw<T>(arbitrary: fc.Arbitrary<T>): T;
  /** null flavor of an item, or null for a value */
  nullFlavor(allowed: readonly string[]): string | null;
}

/** A case in which no row is empty and no two items claim one place. */
export async function caseOfAllItems(rowCount: number, choose: Chooser): Promise<CaseToWrite> {
  const values: CaseValue[] = [];
  const chosen = new Map<string, MapOwner>();
  for (const [itemId, slots] of map.slotsByItem) {
    const slot = slots.find(({ readOnly }) => !readOnly);
    const item = catalogue.items[itemId];
    if (!slot || !item) continue;
    for (const path of addresses(item.groups, rowCount)) {
      const place: string = `${slot.node.id}|${path.join(',')}`;
      const owner: MapOwner = chosen.get(place) ?? choose.pick(slot.node.owners);
      chosen.set(place, owner);
      if (!owner.slots.includes(slot)) continue;
      // saying nothing where every message has a constant says the constant
      const isAlwaysFilled = slot.fill || (slot.attribute && slot.node.constants.has(slot.attribute));
      const nullFlavor = isAlwaysFilled ? null : choose.nullFlavor(item.nullFlavors);
      const isSide = slot !== owner.main;
      const mainIsNull =
        isSide &&
        values.some(
          (value) => value.itemId === owner.main.itemId && value.nullFlavor && sameRow(value, path),
        );
      if (mainIsNull) continue;
      const address = addressAt(itemId, path);
      if (slot.codec === 'file')
        values.push(
          await fileValue(
            address,
            choose.draw(fc.uint8Array({ minLength: 1, maxLength: 300 })),
            choose.pick([true, false]),
          ),
        );
      else if (nullFlavor) values.push({ ...address, value: null, nullFlavor, notation: null });
      else values.push({ ...address, value: choose.draw(valueFor(slot)), nullFlavor: null, notation: null });
    }
  }
  return { values, rows: rowsOf(rowCount) };
}

const sameRow = ({ rowNo, rowNo2, rowNo3 }: CaseValue, [a = 0, b = 0, c = 0]: number[]): boolean =>
  rowNo === a && rowNo2 === b && rowNo3 === c;
