import { expect } from 'vitest';
import { writeIcsrText } from '../../shared/e2b/index.ts';
import type { CaseToWrite, OmittedValue } from '../../shared/e2b/index.ts';
import { validate } from './reference.ts';
import { itemLine, map, ports, readAll } from './roundTrip.ts';

/** Expects a valid message of the case, with all its values that have a place, that is read back equal. */
export async function expectSame(written: CaseToWrite, by = ports): Promise<void> {
  const omitted: OmittedValue[] = [];
  const xml = await writeIcsrText([written], map, by, { onOmitted: (one) => omitted.push(one) });
  expect(omitted).toEqual([]);
  expect(validate?.(xml) ?? []).toEqual([]);
  const { messages } = await readAll(xml);
  const [message] = messages;
  expect(message?.residueLines).toEqual([]);
  const sent = written.values.filter(({ itemId }) => map.slotsByItem.has(itemId));
  expect(message?.content.values.map(itemLine).sort()).toEqual(sent.map(itemLine).sort());
  expect(message?.residue.flatMap(({ id }) => (id ? [JSON.stringify(id)] : [])).sort()).toEqual(
    (written.residue ?? []).map(({ id }) => JSON.stringify(id)).sort(),
  );
  if (written.residue) return;
  const linked = written.rows.filter(({ group }) => ['G.k', 'E.i'].includes(group));
  expect(message?.content.rows).toEqual(expect.arrayContaining(linked));
}
