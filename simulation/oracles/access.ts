/** Who may see and do what, from the tables of accounts and nothing of the code that decides. */
import { sql } from 'kysely';
import { inSponsor } from '../../server/storage/database.ts';
import { SPONSOR, type Account } from '../simulatedServer.ts';
import type { SimulationView, Simulation } from '../simulation.types.ts';

/** Who sees some of the cases. */
const LIMITED: Account = 'case.reader';

export const privilegesOf = async ({ server }: SimulationView, account: Account): Promise<Set<string>> => {
  const { rows } = await server.read((trx) =>
    sql<{ privilege: string }>`
      select p.priv_id as privilege from app_user u
      join user_role ur on ur.user_key = u.user_key and ur.sponsor_key = ${SPONSOR}
      join role_privilege p on p.sponsor_key = ur.sponsor_key and p.role_id = ur.role_id
      where u.user_id = ${account}`.execute(trx),
  );
  return new Set(rows.map(({ privilege }) => privilege));
};

const OF_PRODUCT = ['user_product', 'product_key', 'product_keys'] as const;
const OF_STUDY = ['user_study', 'study_key', 'study_keys'] as const;

/** A role of which it is the only privilege to import reports. */
const IMPORTER = { roleId: 1000, name: 'Importer', privilege: 'EDIT.DATA' };

/** Limits the reader to a product of one case, the study of another one, or both; it may import reports, too. */
export async function limitReader({ server: { deps }, chance }: Simulation): Promise<void> {
  const limits = chance.pick([[OF_PRODUCT, OF_STUDY], [OF_PRODUCT], [OF_STUDY]]);
  await inSponsor(deps.db, SPONSOR, async (trx) => {
    const { roleId, name, privilege } = IMPORTER;
    await sql`insert into role (sponsor_key, role_id, name) values (${SPONSOR}, ${roleId}, ${name})`.execute(
      trx,
    );
    await sql`insert into role_privilege values (${SPONSOR}, ${roleId}, ${privilege})`.execute(trx);
    await sql`insert into user_role select ${SPONSOR}, user_key, ${roleId} from app_user where user_id = ${LIMITED}`.execute(
      trx,
    );
    for (const [table, column, keys] of limits) {
      const { rows } = await sql<{ key: number }>`
        select distinct key from pv_case c, unnest(${sql.ref(`c.${keys}`)}) key
        where c.sponsor_key = ${SPONSOR} order by key`.execute(trx);
      if (rows.length === 0) continue;
      await sql`
        insert into ${sql.table(table)} (sponsor_key, user_key, ${sql.ref(column)})
        select ${SPONSOR}, user_key, ${chance.pick(rows).key} from app_user where user_id = ${LIMITED}`.execute(
        trx,
      );
    }
  });
}

/** Keys of the newest versions that the reader sees, deleted ones too: those of other products or studies are hidden. */
export const seenByReader = async ({ server }: SimulationView): Promise<Set<number>> => {
  const { rows } = await server.read((trx) =>
    sql<{ key: number }>`
      with limits as (
        select array(select product_key from user_product p where p.user_key = u.user_key) as products,
          array(select study_key from user_study s where s.user_key = u.user_key) as studies
        from app_user u where u.user_id = ${LIMITED})
      select case_key as key from pv_case, limits where sponsor_key = ${SPONSOR} and latest
        and (products = '{}' or product_keys = '{}' or product_keys && products)
        and (studies = '{}' or study_keys = '{}' or study_keys && studies)`.execute(trx),
  );
  return new Set(rows.map(({ key }) => key));
};

/** Whether the account sees a version: the newest version of its case decides. */
export async function seesCase(
  simulation: SimulationView,
  account: Account,
  caseKey: number,
): Promise<boolean> {
  if (account !== LIMITED) return true;
  const { rows } = await simulation.server.read((trx) =>
    sql<{ key: number }>`
      select n.case_key as key from pv_case v join pv_case n using (sponsor_key, root_case_key)
      where v.sponsor_key = ${SPONSOR} and v.case_key = ${caseKey} and n.latest`.execute(trx),
  );
  return (await seenByReader(simulation)).has(rows[0]?.key ?? 0);
}
