/** What lists are of that the demo does not have: their sources refuse to be read without it. */
import { insertLibrary } from '../../server/case-query/library.store.ts';
import { insertUpgrade } from '../../server/dictionary-upgrade/upgrade.store.ts';
import type { SessionUser } from '../../server/http/session.ts';
import { inSponsor, type Trx } from '../../server/storage/database.ts';
import type { TestServer } from './harness.ts';

/** A study with a source, an upgrade of a dictionary, and a question of the library, each with key 1. */
export const addListSubjects = (
  { db, clock, deps }: TestServer,
  { userKey, userName }: SessionUser,
): Promise<void> =>
  inSponsor(db, 1, async (trx) => {
    const at = clock.now();
    await linkStudy(trx, at);
    await addUpgrade(trx, userKey, at);
    await insertLibrary(trx, userKey, {
      sponsorKey: 1,
      name: 'The first question',
      description: '',
      shared: true,
      delFlag: 'N',
      versionNo: 1,
      query: deps.catalogue.queries[0]?.asks as never,
      at,
      by: userName,
      reason: 'Its list is read',
    });
  });

/** Lists of a study have rows only where a source collects its data. */
async function linkStudy(trx: Trx, at: Date): Promise<void> {
  const source = { sponsor_key: 1, name: 'Source of a list', kind: 'file', settings: '{}' };
  const { source_key } = await trx
    .insertInto('study_source')
    .values(source)
    .returning('source_key')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('study_link')
    .values({ sponsor_key: 1, study_key: 1, source_key, study_oid: 'LISTED', linked_at: at })
    .onConflict((linked) => linked.doNothing())
    .execute();
}

/** An upgrade of a dictionary has a list of texts. */
async function addUpgrade(trx: Trx, userKey: number, at: Date): Promise<void> {
  const { version } = await trx
    .selectFrom('dictionary_release')
    .select('version')
    .where('dictionary', '=', 'MEDDRA')
    .executeTakeFirstOrThrow();
  await insertUpgrade(trx, {
    sponsor_key: 1,
    process_key: 'listed',
    dictionary: 'MEDDRA',
    from_version: version,
    to_version: version,
    reason: 'Its texts are listed',
    begun_at: at,
    begun_by: userKey,
    begun_name: 'Tester',
  });
}
