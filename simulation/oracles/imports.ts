/** What an import must make of a message, from the tables of cases and nothing of the code that decides. */
import { sql } from 'kysely';
import { addressAt, addressKey } from '../../shared/case/itemAddress.ts';
import { compareDates } from '../../shared/dates/partialDate.ts';
import { SPONSOR, type Account } from '../simulatedServer.ts';
import type { SimulationView } from '../simulation.types.ts';
import { seesCase } from './access.ts';

/** By what a message is known. */
export interface Numbers {
  caseNumber: string | null;
  worldwideId: string | null;
  /** the time of its creation, as it is written */
  created: string | null;
  /** whether it withdraws the case */
  nullifies: boolean;
}

export interface StoredReport {
  caseKey: number;
  rootCaseKey: number;
  isLatest: boolean;
  isDeleted: boolean;
  created: string | null;
  nullifies: boolean;
}

/** All versions of the cases that have one of the numbers, in the order of their keys. */
export async function versionsWith(
  { server }: SimulationView,
  { caseNumber, worldwideId }: Pick<Numbers, 'caseNumber' | 'worldwideId'>,
): Promise<StoredReport[]> {
  const { roles, items } = server.deps.catalogue.whole;
  const valueOf = (role: string) => {
    const itemId = roles[role] ?? '';
    const key = addressKey(addressAt(itemId, []));
    return sql<string | null>`(select r.items -> ${key}::text ->> 'v' from case_page_row r
      where r.sponsor_key = v.sponsor_key and r.case_key = v.case_key and r.page = ${items[itemId]?.page ?? ''}
        and r.row_no = 0)`;
  };
  const { rows } = await server.read((trx) =>
    sql<StoredReport>`
      select v.case_key as "caseKey", v.root_case_key as "rootCaseKey", v.latest as "isLatest",
        v.del_flag = 'Y' as "isDeleted", ${valueOf('creationDate')} as created,
        coalesce(${valueOf('nullificationAmendment')} = '1', false) as nullifies
      from pv_case n join pv_case v using (sponsor_key, root_case_key)
      where n.sponsor_key = ${SPONSOR} and n.latest
        and (n.worldwide_id = ${worldwideId} or n.sender_case_id = ${caseNumber}) order by v.case_key`.execute(
      trx,
    ),
  );
  return rows;
}

export type Expected = 'new' | 'followUp' | 'refused';

/** A number that cases have becomes a further version of one: not for who does not see it, not twice, and not out of turn. */
export async function outcomeOf(
  simulation: SimulationView,
  by: Account,
  { created, nullifies }: Pick<Numbers, 'created' | 'nullifies'>,
  versions: readonly StoredReport[],
): Promise<Expected> {
  const newest = versions.find(({ isLatest }) => isLatest);
  if (!newest) return 'new';
  const isHidden = !(await seesCase(simulation, by, newest.caseKey));
  const isKnown = versions.some((version) => created !== null && version.created === created);
  const isOlder = created !== null && newest.created !== null && compareDates(created, newest.created) === -1;
  const isOut = isOlder || (newest.nullifies && !nullifies);
  return isHidden || newest.isDeleted || isKnown || isOut ? 'refused' : 'followUp';
}
