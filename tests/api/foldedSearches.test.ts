/** A text is found by what is copied from it, whatever letters it has: program and database fold it alike. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemValue, startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { CODE, codingCallsOf } from './codingCalls.ts';

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld();
});
afterAll(() => world.server.stop());

describe('the coding list', () => {
  it.each([
    { term: 'ＡＬＰＨＡ錠', typed: 'alpha錠' },
    { term: 'İLAÇ', typed: 'ilaç' },
    { term: 'ΑΣΠΙΡΙΝΗΣ', typed: 'ΑΣΠΙΡΙΝΗΣ' },
  ])('finds the term $term, which is not the first of its case', async ({ term, typed }) => {
    const { list } = codingCallsOf(() => world);
    const { caseKey } = await world.aCase();
    for (const name of ['First', term])
      await world.save(caseKey, 'DG', [itemValue('G.k.2.2', [0], name)], { rowNo: 0 });
    for (const keyword of [term, typed]) {
      const { data } = await list({ keyword });
      expect(data.listInfo.map(({ rowKey }) => rowKey)).toContain(`${caseKey}|${CODE}|2|0|0`);
    }
  });
});
