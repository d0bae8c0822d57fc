/** Cases in which drugs say something of reactions. */
import { expect } from 'vitest';
import type { CaseValue } from '../../shared/case/caseContent.ts';
import { itemValue, type CaseWorld } from './caseWorld.ts';

/** Two drugs that say something of two reactions; of odd ones the second reaction is deleted then. */
export async function assessedCase(world: CaseWorld, number: number): Promise<void> {
  const { caseKey } = await world.aCase();
  const { items, roles } = world.server.deps.catalogue.whole;
  const item = (role: string): string => roles[role] ?? '';
  const save = async (rowNo: number, changes: CaseValue[], rows: object[] = []) => {
    const page = items[changes[0]?.itemId ?? '']?.page ?? '';
    expect(await world.save(caseKey, page, changes, { rowNo, rows })).toMatchObject({ errMsg: null });
  };
  for (const reaction of [1, 2])
    await save(0, [itemValue(item('reactionVerbatim'), [0], `Reaction ${reaction}`)]);
  for (const drug of [1, 2]) {
    await save(0, [itemValue(item('drugName'), [0], `Drug ${drug}`)]);
    if ((number + drug) % 3 === 0) continue;
    const assessment = {
      group: items[item('assessmentResult')]?.groups.at(-1),
      rowNo: drug,
      rowNo2: 2,
      rowNo3: 1,
    };
    const changes = [
      itemValue(item('expectedness'), [drug, 1 + (number % 2)], drug === 1 ? 'unexpected' : 'expected'),
      itemValue(item('assessmentResult'), [drug, 2, 1], 'Related'),
    ];
    await save(drug, changes, [{ ...assessment, rowId: crypto.randomUUID(), sort: 1, deleted: false }]);
  }
  if (number % 2 === 0) return;
  await world.query((trx) =>
    trx
      .updateTable('case_page_row')
      .set({ deleted: true })
      .where('case_key', '=', caseKey)
      .where('page', '=', items[item('reactionVerbatim')]?.page ?? '')
      .where('row_no', '=', 2)
      .execute(),
  );
}
