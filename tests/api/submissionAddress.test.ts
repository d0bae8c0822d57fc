/** How batches to an authority are addressed: by their cases and environment, unless its record says so. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { downloadSubmission, saveRecord } from '../../shared/contract/index.ts';
import { itemValue, LATER } from './caseWorld.ts';
import { startSubmissionWorld, type SubmissionWorld } from './submissionWorld.ts';

const ADDRESS = /<receiver [^]*?<id [^>]*>/g;

let world: SubmissionWorld;
let marketed: number;
let ofStudy: number;
beforeAll(async () => {
  world = await startSubmissionWorld();
  [marketed, ofStudy] = [world.nextCase(), world.nextCase()];
  await world.save(ofStudy, 'SI', [itemValue('FDA.C.5.5a', [], '123456')]);
});
afterAll(() => world.server.stop());

/** Receivers in the file of a batch, those of its messages first, and whether the check finds several batches in it. */
async function checked(caseKeys: readonly number[]) {
  const batchKey = await world.put(caseKeys, { receiver: 'FDA' });
  await world.until(batchKey, ({ state }) => state === 'ready' || state === 'checkFailed');
  const file = await world.server.call(downloadSubmission, { params: { batchKey }, token: world.second });
  const receivers = (file.bytes.toString().match(ADDRESS) ?? []).map(
    (id) => /extension="([^"]*)"/.exec(id)?.[1],
  );
  const rules = (await world.findings(batchKey)).map(({ ruleId }) => ruleId);
  return { receivers, isMixed: rules.includes('severalReceivers') };
}

it('is that of the kind of case', async () => {
  expect(await checked([marketed])).toEqual({ receivers: ['CDER', 'ZZFDA'], isMixed: false });
  expect(await checked([ofStudy])).toEqual({ receivers: ['CDER_IND', 'ZZFDA_PREMKT'], isMixed: false });
});

it('is one for all cases of a batch', async () => {
  expect(await checked([marketed, ofStudy])).toMatchObject({ isMixed: true });
});

it('is that of tests where the record of the authority says so, or what the record names', async () => {
  const record = async (recordKey: number, items: Record<string, string>) => {
    const { data } = await world.server.call(saveRecord, {
      params: { sponsorKey: 1, kind: 'receiver', recordKey, page: 'RV' },
      body: {
        reason: 'Entered',
        retrievedAt: LATER,
        changes: Object.entries(items).map(([itemId, value]) => itemValue(itemId, [], value)),
        rows: [],
      } as never,
      token: world.second,
    });
    return data.recordKey;
  };
  const recordKey = await record(0, {
    receiverName: 'AEMS',
    receiverType: 'authority',
    RECEIVER_REGION: 'US',
    RECEIVER_ENVIRONMENT: 'test',
  });
  expect((await checked([marketed])).receivers).toEqual(['CDER', 'ZZFDATST']);
  await record(recordKey, { RECEIVER_MESSAGE_ID: 'CBER' });
  expect((await checked([marketed])).receivers).toEqual(['CBER', 'ZZFDATST']);
});
