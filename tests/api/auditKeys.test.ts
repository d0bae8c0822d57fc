/** Keys of the audit trail over time: chains that are older, rotation, and a lost key. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anchorHeads } from '../../server/audit/anchorHeads.ts';
import { auditDirectory, auditKeysOf, type AuditKeys } from '../../server/audit/auditKeys.ts';
import { caseChain } from '../../server/audit/auditEntry.ts';
import { beginAnchors, keysOfDatabase } from '../../server/audit/beginAnchors.ts';
import { verifyCase } from '../../server/audit/verifyCase.ts';
import { recordDistribution } from '../../server/cases/lifecycle/distribution.ts';
import type { Deps } from '../../server/deps.ts';
import { rehash } from './auditForging.ts';
import { asSuperuser, itemValue, startCaseWorld, type CaseWorld } from './caseWorld.ts';

const SECOND = 'the second key of the audit trail for tests';

let world: CaseWorld;
// keys that a server had at different times
let first: AuditKeys;
let rotated: AuditKeys;
let second: AuditKeys;
beforeAll(async () => {
  world = await startCaseWorld({ ROLE: 'api' });
  const { dataDir } = world.server.deps.config;
  const secret = readFileSync(join(auditDirectory(dataDir), 'keys'), 'utf8').trim();
  first = auditKeysOf([secret]);
  rotated = auditKeysOf([secret, SECOND]);
  second = auditKeysOf([SECOND]);
});
afterAll(() => world.server.stop());

const withKeys = (auditKeys: AuditKeys, auditLostKeys: string[] = []): Deps => ({
  ...world.server.deps,
  auditKeys,
  config: { ...world.server.deps.config, auditLostKeys },
});
const verify = (caseKey: number, keys: AuditKeys) =>
  world.query((trx) => verifyCase(trx, caseChain(1, caseKey), { keys, anchored: null }));
const aHistory = async () => {
  const { caseKey } = await world.aCase();
  await world.save(caseKey, 'DM', [itemValue('D.1', [], 'A')]);
  return caseKey;
};
const handOut = (caseKey: number, deps: Deps) =>
  world.query((trx) =>
    recordDistribution(trx, deps, {
      sponsorKey: 1,
      caseKey,
      at: new Date(),
      user: { userKey: 1, userId: 'case.editor', userName: 'Mina Park' },
      reportId: 'XML',
      receiver: null,
    }),
  );

/** Makes the database one that a version without keys has left. */
const downgrade = async (caseKeys: readonly number[]) => {
  rmSync(world.server.deps.anchors.path, { force: true });
  await asSuperuser(world, async (trx) => {
    await sql`delete from audit_anchor`.execute(trx);
    for (const caseKey of caseKeys) await rehash(trx, caseKey);
    await sql`update audit_head set seal = null, key_id = null, adopted_to = 0`.execute(trx);
  });
};

it('are not made where the database has one that the data directory lacks', async () => {
  const { db, config } = world.server.deps;
  const dataDir = join(config.dataDir, 'other');
  const open = (auditLostKeys: string[]) =>
    keysOfDatabase(db, { ...config, auditSecrets: [], dataDir, auditLostKeys });
  await expect(open([])).rejects.toThrow(/key \w+, which is missing here/);
  expect(existsSync(dataDir)).toBe(false);
  expect((await open([first.current.id])).all).toHaveLength(1);
});

it('chains that are older than keys stay verifiable, and continue under the key', async () => {
  const [caseKey, changed, late] = [await aHistory(), await aHistory(), await aHistory()];
  await downgrade([caseKey, changed, late]);
  expect(await verify(caseKey, first)).toMatchObject({ whole: false });
  await beginAnchors(withKeys(first));
  expect(await verify(caseKey, first)).toMatchObject({ whole: true, saves: 2 });
  await handOut(caseKey, withKeys(first));
  expect(await verify(caseKey, first)).toMatchObject({ whole: true, saves: 3 });
  // what was made without a key can be changed no more
  await asSuperuser(world, async (trx) => {
    await sql`update audit_save set reason = 'forged' where scope = 'case' and scope_key = ${changed}`.execute(
      trx,
    );
    await rehash(trx, changed);
  });
  expect(await verify(changed, first)).toMatchObject({ whole: false, problem: 'head' });
  // and the first start does not come twice
  await asSuperuser(world, (trx) =>
    sql`update audit_head set seal = null, key_id = null where scope = 'case' and scope_key = ${late}`.execute(
      trx,
    ),
  );
  await beginAnchors(withKeys(first));
  expect(await verify(late, first)).toMatchObject({ whole: false, problem: 'head' });
});

it('a new key continues the chains of the former one, which verifies what was written with it', async () => {
  const caseKey = await aHistory();
  await beginAnchors(withKeys(rotated));
  await handOut(caseKey, withKeys(rotated));
  expect(await verify(caseKey, rotated)).toMatchObject({ whole: true, saves: 3 });
  expect(await verify(caseKey, second)).toMatchObject({ whole: false, problem: 'keyMissing', brokenAt: 1 });
});

it('a server that runs on without a new key continues no chain that has it, and is not ready', async () => {
  const caseKey = await aHistory();
  await beginAnchors(withKeys(rotated));
  await handOut(caseKey, withKeys(rotated));
  const saved = await world.save(caseKey, 'DM', [itemValue('D.1', [], 'B')]);
  expect(saved).toMatchObject({ status: 503, errCode: 'AUDIT_KEY_MISSING' });
  expect(await world.server.deps.readiness.check()).toContain(second.current.id);
  await expect(anchorHeads(withKeys(first))).rejects.toThrow(second.current.id);
  // of the others, each save is sealed as before
  await handOut(caseKey, withKeys(rotated));
  expect(await verify(caseKey, rotated)).toMatchObject({ whole: true, saves: 4 });
});

it('a server without the latest key does not start, unless the operator declares the key lost', async () => {
  const caseKey = await aHistory();
  await beginAnchors(withKeys(rotated));
  const [firstKey, secondKey] = [first.current.id, second.current.id];
  await expect(beginAnchors(withKeys(first))).rejects.toThrow(
    new RegExp(`the key ${secondKey}, which is missing`),
  );
  await beginAnchors(withKeys(second, [firstKey]));
  expect(await verify(caseKey, second)).toMatchObject({ whole: true, saves: 2 });
  await handOut(caseKey, withKeys(second));
  expect(await verify(caseKey, second)).toMatchObject({ whole: true, saves: 3 });
  // with the key found again, everything is verified
  expect(await verify(caseKey, rotated)).toMatchObject({ whole: true, saves: 3 });
});
