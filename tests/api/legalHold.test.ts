/** The legal hold of a case that changes while it is set. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFollowUp, setLegalHold } from '../../shared/contract/index.ts';
import { disconnectVersion } from '../../server/cases/lifecycle/disconnect.ts';
import { inSponsor } from '../../server/storage/database.ts';
import { startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { untilWaitedFor } from './harness.ts';

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld({ ROLE: 'api' });
});
afterAll(() => world.server.stop());

it('is set on the case of the number, not on a version that leaves the case meanwhile', async () => {
  const { caseKey: before, caseNo } = await world.aCase();
  const body = { reason: 'Call of the reporter' };
  const { data } = await world.server.call(createFollowUp, {
    params: { caseKey: before },
    body,
    token: world.editor,
  });
  const left = data.caseKey;
  const token = await world.server.token('sponsor.admin');
  const { held } = await inSponsor(world.server.db, 1, async (trx) => {
    await disconnectVersion(trx, world.server.deps, {
      sponsorKey: 1,
      caseKey: left,
      at: world.server.clock.now(),
      user: { userKey: 1, userId: 'editor', userName: 'Editor' },
      page: 'CI',
      reason: 'Another number',
      requestId: 'test',
    });
    const body = { caseNo, hold: 'Y', reason: 'Court 12' } as const;
    const held = world.server.call(setLegalHold, { body, token });
    await untilWaitedFor(trx);
    return { held };
  });
  expect(await held).toMatchObject({ status: 200 });
  const holds = await world.query((trx) =>
    trx
      .selectFrom('legal_hold')
      .select('root_case_key')
      .where('root_case_key', 'in', [before, left])
      .execute(),
  );
  expect(holds).toEqual([{ root_case_key: before }]);
});
