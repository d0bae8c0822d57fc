/** Forgeries by an attacker who owns the database, but has neither the keys of the audit trail nor the anchor file. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyCaseAudit } from '../../shared/contract/index.ts';
import type { Trx } from '../../server/storage/database.ts';
import { rehash } from './auditForging.ts';
import { asSuperuser, itemValue, startCaseWorld, type CaseWorld } from './caseWorld.ts';

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld();
});
afterAll(() => world.server.stop());

const verify = async (caseKey: number) =>
  (await world.server.call(verifyCaseAudit, { params: { caseKey }, token: world.reader })).data;

/** A case with four saves. */
const aHistory = async () => {
  const { caseKey } = await world.aCase();
  for (const value of ['A', 'B', 'C']) await world.save(caseKey, 'DM', [itemValue('D.1', [], value)]);
  return caseKey;
};

const cutOff = async (trx: Trx, caseKey: number, lastSave: number) => {
  await sql`delete from audit_entry where scope = 'case' and scope_key = ${caseKey} and save_no > ${lastSave}`.execute(
    trx,
  );
  await sql`delete from audit_save where scope = 'case' and scope_key = ${caseKey} and save_no > ${lastSave}`.execute(
    trx,
  );
  await sql`
    update audit_head h set save_no = s.save_no, hash = s.hash from audit_save s
    where s.scope = 'case' and s.scope_key = ${caseKey} and s.save_no = ${lastSave}
      and h.scope = 'case' and h.scope_key = ${caseKey}`.execute(trx);
};

const setStored = (trx: Trx, caseKey: number, value: string) =>
  sql`
    update case_page_row set items = jsonb_set(items, '{D.1|0|0|0,v}', to_jsonb(${value}::text))
    where case_key = ${caseKey} and page = 'DM'`.execute(trx);

describe('the verification that a user opens', () => {
  it('finds a chain whose last save is gone and whose head was moved back', async () => {
    const caseKey = await aHistory();
    await asSuperuser(world, async (trx) => {
      await cutOff(trx, caseKey, 3);
      await setStored(trx, caseKey, 'B');
    });
    expect(await verify(caseKey)).toMatchObject({ whole: false, problem: 'head', brokenAt: 4 });
  });

  it('finds it also after a user has saved again', async () => {
    const caseKey = await aHistory();
    await asSuperuser(world, async (trx) => {
      await cutOff(trx, caseKey, 3);
      await setStored(trx, caseKey, 'B');
    });
    expect((await world.save(caseKey, 'DM', [itemValue('D.1', [], 'D')])).status).toBe(200);
    expect(await verify(caseKey)).toMatchObject({ whole: false, problem: 'head' });
  });

  it('finds a stored value that was changed behind the audit trail', async () => {
    const caseKey = await aHistory();
    expect(await verify(caseKey)).toMatchObject({ whole: true, problem: null, differences: [] });
    await asSuperuser(world, (trx) => setStored(trx, caseKey, 'FORGED'));
    expect(await verify(caseKey)).toMatchObject({
      whole: false,
      problem: 'content',
      differences: [{ caseKey, itemId: 'D.1', rowNo: 0, rowNo2: 0, rowNo3: 0 }],
    });
  });

  it('finds a chain that was computed again without a key', async () => {
    const caseKey = await aHistory();
    await asSuperuser(world, async (trx) => {
      await sql`update audit_save set user_name = 'Nobody' where scope = 'case' and scope_key = ${caseKey}`.execute(
        trx,
      );
      await rehash(trx, caseKey);
    });
    expect(await verify(caseKey)).toMatchObject({ whole: false, problem: 'save', brokenAt: 1 });
  });

  it('finds a chain without a key that the head declares as older than keys', async () => {
    const caseKey = await aHistory();
    await asSuperuser(world, async (trx) => {
      await rehash(trx, caseKey);
      await sql`update audit_head set adopted_to = save_no where scope = 'case' and scope_key = ${caseKey}`.execute(
        trx,
      );
    });
    expect(await verify(caseKey)).toMatchObject({ whole: false, problem: 'head' });
  });

  it('finds saves that were swapped between cases', async () => {
    const [one, other] = [await aHistory(), await aHistory()];
    await asSuperuser(world, async (trx) => {
      for (const [from, to] of [
        [one, -1],
        [other, one],
        [-1, other],
      ])
        for (const table of ['audit_save', 'audit_entry'])
          await sql`
            update ${sql.table(table)} set scope_key = ${to}::bigint
            where scope = 'case' and scope_key = ${from} and save_no = 3`.execute(trx);
    });
    for (const caseKey of [one, other])
      expect(await verify(caseKey)).toMatchObject({ whole: false, problem: 'save', brokenAt: 3 });
  });

  it('does not take a missing key for a forgery', async () => {
    const caseKey = await aHistory();
    await asSuperuser(world, (trx) =>
      sql`update audit_save set key_id = '0123456789abcdef' where scope = 'case' and scope_key = ${caseKey} and save_no = 2`.execute(
        trx,
      ),
    );
    expect(await verify(caseKey)).toMatchObject({ whole: false, problem: 'keyMissing', brokenAt: 2 });
  });
});
