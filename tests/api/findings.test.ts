/** What the browser is given to check a case by itself: the whole of it, and what all receivers ask for. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { readCaseContent, readChecks } from '../../shared/contract/index.ts';
import type { RuleSet } from '../../shared/expressions/rules.types.ts';
import { itemValue, startCaseWorld, type CaseWorld } from './caseWorld.ts';

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld();
});
afterAll(() => world.server.stop());

const contentOf = (caseKey: number, token: string) =>
  world.server.call(readCaseContent, { params: { caseKey }, token });

describe('the content of a case', () => {
  it('is all of its pages, with the time it was read at', async () => {
    const { caseKey } = await world.aCase();
    await world.save(caseKey, 'DM', [itemValue('D.1', [], 'A.B.')]);
    await world.save(caseKey, 'DG', [itemValue('G.k.2.2', [0], 'Drug')], { rowNo: 0 });
    const { status, data } = await contentOf(caseKey, world.reader);
    expect(status).toBe(200);
    expect(data.values.toSorted((a, b) => a.rowNo - b.rowNo)).toMatchObject([
      { itemId: 'D.1', value: 'A.B.' },
      { itemId: 'G.k.2.2', rowNo: 1, value: 'Drug' },
    ]);
    expect(data.rows).toMatchObject([{ group: 'G.k', rowNo: 1, deleted: false }]);
    expect(data.retrievedAt).toBe((await world.page(caseKey, 'DM')).data.retrievedAt);
  });

  it('holds blinded values only for those who may see them', async () => {
    const { caseKey } = await world.aCase();
    const body = [itemValue('G.k.2.2', [0], 'Drug'), itemValue('FDA.G.k.10a', [0], '1')];
    await world.save(caseKey, 'DG', body, { rowNo: 0, token: world.second });
    const itemsSeen = async (token: string) =>
      (await contentOf(caseKey, token)).data.values.map(({ itemId }) => itemId);
    expect(await itemsSeen(world.second)).toContain('FDA.G.k.10a');
    expect(await itemsSeen(world.reader)).not.toContain('FDA.G.k.10a');
  });

  it('is not told of a case of another sender', async () => {
    const { caseKey } = await world.aCase();
    const elsewhere = await world.userOfSender('elsewhere', 2);
    expect(await contentOf(caseKey, elsewhere)).toMatchObject({ status: 404 });
  });
});

it('tells what findings are made from without what no check asks for', async () => {
  const { data } = await world.server.call(readChecks, { token: world.reader });
  const catalogue = data.catalogue as Catalogue;
  const { rules } = data.ruleSet as RuleSet;
  expect(catalogue.appendices.map(({ authority }) => authority)).toContain('MFDS');
  expect(rules.length).toBeGreaterThan(100);
  expect(Object.values(rules[0]?.examples ?? {})).toEqual([{}, {}]);
  expect(Object.values(catalogue.items).every(({ help, e2b }) => help === null && e2b.length === 0)).toBe(
    true,
  );
  for (const { codeList } of Object.values(catalogue.items))
    if (codeList !== null) expect(data.codeLists[codeList]?.codes.length).toBeGreaterThan(0);
});

it('does not send what findings are made from to a browser that has it', async () => {
  const { headers } = await world.server.call(readChecks, { token: world.reader });
  const again = await fetch(`${world.server.url}${readChecks.path}`, {
    headers: { authorization: `Bearer ${world.reader}`, 'if-none-match': headers.get('etag') ?? '' },
  });
  expect([again.status, await again.text()]).toEqual([304, '']);
});
