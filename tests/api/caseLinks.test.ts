/** Cases are linked to the masters that they name, also where these were entered or renamed after the cases. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findCase } from '../../server/cases/record/case.store.ts';
import { changeRecordLife, readCaseId, saveRecord } from '../../shared/contract/index.ts';
import { itemValue, LATER, startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { eventually } from './harness.ts';

const ADMINISTRATOR = 1;
const MASTERS = {
  product: { page: 'PD', item: 'PRD_NAME' },
  study: { page: 'ST', item: 'STD_SPN_NO' },
} as const;
type Master = keyof typeof MASTERS;

let world: CaseWorld;
let admin: string;
beforeAll(async () => {
  world = await startCaseWorld();
  admin = await world.server.token('sponsor.admin');
});
afterAll(() => world.server.stop());

/** Enters a master, or gives one another name. Answers its key. */
async function name(kind: Master, text: string, recordKey = 0): Promise<number> {
  const { page, item } = MASTERS[kind];
  const saved = await world.server.call(saveRecord, {
    params: { sponsorKey: 1, kind, recordKey, page },
    body: { reason: 'Entered', retrievedAt: LATER, changes: [itemValue(item, [], text)] },
    token: admin,
  });
  expect(saved.status).toBe(200);
  return saved.data.recordKey;
}

/** A case of a drug, and of a study. */
async function aCaseOf(drug: string, study?: string): Promise<number> {
  const { caseKey } = await world.aCase(1);
  await nameDrug(caseKey, drug);
  if (study !== undefined) await world.save(caseKey, 'SI', [itemValue('C.5.3', [], study)]);
  return caseKey;
}

const nameDrug = (caseKey: number, drug: string) =>
  world.save(caseKey, 'DG', [itemValue('G.k.2.2', [0], drug)], { rowNo: 0 });

const linksOf = (caseKey: number) =>
  world.query(async (trx) => {
    const found = await findCase(trx, 1, caseKey);
    return { products: found?.product_keys, studies: found?.study_keys };
  });

const sees = async (token: string, caseKey: number): Promise<boolean> =>
  (await world.server.call(readCaseId, { params: { caseKey }, token })).status === 200;

it('a case is linked to a master that is entered after it, and is none of users limited to others', async () => {
  const outside = await world.limitedUser('of.another.product', { productKeys: [2] }, ADMINISTRATOR);
  const caseKey = await aCaseOf('Late 10 mg', 'HB-LATE-1');
  expect(await sees(outside, caseKey)).toBe(true);
  const product = await name('product', ' ＬＡＴＥ 10 mg');
  const study = await name('study', 'hb-late-1');
  await eventually(async () =>
    expect(await linksOf(caseKey)).toEqual({ products: [product], studies: [study] }),
  );
  expect(await sees(outside, caseKey)).toBe(false);
});

it('a case stays linked to a master that was renamed, whatever is saved in it', async () => {
  const product = await name('product', 'Renamo');
  const study = await name('study', 'HB-RENAMO-1');
  const caseKey = await aCaseOf('Renamo', 'HB-RENAMO-1');
  const outside = await world.limitedUser('of.no.renamo', { productKeys: [2] }, ADMINISTRATOR);
  await name('product', 'Renamo 5 mg', product);
  await name('product', 'Renamo 5 mg tablets', product);
  await name('study', 'HB-RENAMO-01', study);
  await nameDrug(caseKey, 'Something else');
  await world.save(caseKey, 'SI', [itemValue('C.5.3', [], 'hb-renamo-1 ')]);
  expect(await linksOf(caseKey)).toEqual({ products: [product], studies: [study] });
  expect(await sees(outside, caseKey)).toBe(false);
  const named = await aCaseOf('Renamo 5 MG', 'HB-RENAMO-01');
  expect(await linksOf(named)).toEqual({ products: [product], studies: [study] });
});

it('a name that a master had is that of another one that has it now, deleted or not', async () => {
  const first = await name('product', 'Twicenal');
  const caseKey = await aCaseOf('Twicenal');
  await name('product', 'Twicenal old', first);
  const second = await name('product', 'Twicenal');
  await eventually(async () => expect((await linksOf(caseKey)).products).toEqual([second]));
  await world.server.call(changeRecordLife, {
    params: { sponsorKey: 1, kind: 'product', recordKey: second },
    body: { action: 'delete', reason: 'Entered twice' },
    token: admin,
  });
  await nameDrug(caseKey, 'Twicenal old');
  expect((await linksOf(caseKey)).products).toEqual([first, second]);
});
