/** What the header of a case needs besides its items. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCaseHeader } from '../../shared/contract/index.ts';
import { startCaseWorld, type CaseWorld } from './caseWorld.ts';

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld();
});
afterAll(() => world.server.stop());

const headerOf = async (caseKey: number, token = world.editor) =>
  (await world.server.call(readCaseHeader, { params: { caseKey }, token })).data;

describe('the header of a case', () => {
  it('has no owner and facts of its reports at first', async () => {
    const { caseKey } = await world.aCase();
    expect(await headerOf(caseKey)).toMatchObject({
      owner: null,
      reporting: { isFirst: true, sent: [], before: [] },
      readOnly: null,
      readOnlyDetail: null,
    });
  });

  it('names who can unlock a locked case, and who can edit for a reader', async () => {
    const { caseKey } = await world.aCase();
    const reader = await headerOf(caseKey, world.reader);
    expect(reader.readOnly).toBe('noPrivilege');
    expect(reader.readOnlyDetail?.whoMay.names.length).toBeGreaterThan(0);
    await world.status(caseKey, 'LOCK', 'Y');
    const locked = await headerOf(caseKey);
    expect(locked.readOnly).toBe('locked');
    expect(locked.readOnlyDetail?.whoMay.names.length).toBeGreaterThan(0);
  });

  it('says nothing of reports of a deleted case', async () => {
    const { caseKey } = await world.aCase();
    await world.status(caseKey, 'DELETE', 'Y');
    expect((await headerOf(caseKey)).reporting).toBeNull();
  });

  it('is not answered for a case out of scope', async () => {
    const { caseKey } = await world.aCase();
    const other = await world.userOfSender('header.other', 2);
    const answer = await world.server.call(readCaseHeader, { params: { caseKey }, token: other });
    expect(answer.status).not.toBe(200);
  });
});
