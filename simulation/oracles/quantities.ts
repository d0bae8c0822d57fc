/** What a message must say of quantities, looked up in its text. */
import { rowKey } from '../../shared/case/caseContent.ts';
import { addressKey } from '../../shared/case/itemAddress.ts';
import { contentOf } from '../caseContent.ts';
import type { SimulationView } from '../simulation.types.ts';
import { Violation } from '../violation.ts';

/** Each number with a unit of the map, or of another item of its row, has its unit beside it. */
export async function hasUnits(simulation: SimulationView, caseKey: number, message: string): Promise<void> {
  const { e2b } = simulation.server.deps.catalogue;
  const { values, rows } = await contentOf(simulation, caseKey);
  const deleted = new Set(rows.filter((row) => row.deleted).map(rowKey));
  const texts = new Map(values.map((value) => [addressKey(value), value.value]));
  const groupsOf = (itemId: string) => simulation.server.deps.catalogue.whole.items[itemId]?.groups ?? [];
  for (const value of values) {
    const [group] = groupsOf(value.itemId);
    if (value.value === null || (group && deleted.has(rowKey({ ...value, group })))) continue;
    for (const { unit: own, unitFrom } of e2b.slotsByItem.get(value.itemId) ?? []) {
      const unit = unitFrom ? texts.get(addressKey({ ...value, itemId: unitFrom })) : own;
      if (unit && !message.includes(`value="${value.value}" unit="${unit}"`))
        throw new Violation(
          'quantities',
          `the message of ${caseKey} does not have ${value.itemId} as ${value.value} ${unit}`,
        );
    }
  }
}
