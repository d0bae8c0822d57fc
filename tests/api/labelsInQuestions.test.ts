/** What people read of a code is what they ask for. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { previewExport, type DataQuery } from '../../shared/contract/index.ts';
import type { ItemTest } from '../../shared/query/condition.types.ts';
import { startCaseWorld, type CaseWorld } from './caseWorld.ts';

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld();
});
afterAll(() => world.server.stop());

it('finds cases by a label of a code, in any language', async () => {
  const itemId = world.server.deps.catalogue.whole.roles['reactionOutcome'] ?? '';
  const count = async (operator: ItemTest['operator'], value: string): Promise<number | null> => {
    const query: DataQuery = {
      condition: {
        kind: 'group',
        joined: 'and',
        conditions: [
          {
            kind: 'rows',
            tests: [{ itemId, operator, values: [value], nullFlavors: [] }],
            rows: { of: 'any', min: null, max: null },
          },
        ],
      },
      items: [itemId],
      layout: 'case',
      block: '',
      repeats: 'joined',
      codes: 'label',
    };
    return (await world.server.call(previewExport, { body: query, token: world.editor })).data.count;
  };
  const { codes = [] } = world.server.deps.catalogue.codeLists[
    world.server.deps.catalogue.whole.items[itemId]?.codeList ?? ''
  ] ?? { codes: [] };
  const found: string[] = [];
  for (const { code, label } of codes) {
    const [byCode, byLabel] = [await count('EQ', code), await count('LIKE', label.en)];
    expect(byLabel ?? 0, label.en).toBeGreaterThanOrEqual(byCode ?? 0);
    if (byCode) found.push(code);
  }
  expect(found.length).toBeGreaterThan(1);
  const [first = ''] = codes.filter(({ code }) => found.includes(code)).map(({ label }) => label.ko);
  expect(await count('LIKE', first)).toBeGreaterThan(0);
});
