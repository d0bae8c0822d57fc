/** Queries of companies and their sponsors. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import { ADMIN_SPONSOR_KEY } from '../../shared/access/systemAdminRoutes.ts';
import { lowerLetters } from '../../shared/text/fold.ts';
import type { Trx } from '../storage/database.ts';

/** What requests read of a company. */
export interface CompanyFacts {
  name: string;
  clientType: 'SPO' | 'CRO';
  /** a code of the list company-type */
  companyType: string | null;
  country: string | null;
  active: boolean;
  medicalCoding: boolean;
}

/** The key is drawn before the company is made: it is the key of the record, too. */
export async function newCompanyKey(trx: Trx): Promise<number> {
  const { rows } = await sql<{ key: number }>`
    select nextval(pg_get_serial_sequence('company', 'company_key'))::int as key`.execute(trx);
  return rows[0]?.key ?? 0;
}

const select = (trx: Trx, companyKey: number) =>
  trx.selectFrom('company').select(['client_type', 'active']).where('company_key', '=', companyKey);

export const findCompany = (trx: Trx, companyKey: number) => select(trx, companyKey).executeTakeFirst();

/** The company, locked for a change; undefined while there is none. */
export const lockCompany = (trx: Trx, companyKey: number) =>
  select(trx, companyKey).forUpdate().executeTakeFirst();

export async function putCompany(
  trx: Trx,
  companyKey: number,
  { name, clientType, companyType, country, active, medicalCoding }: CompanyFacts,
): Promise<void> {
  const facts = {
    name,
    country,
    active,
    client_type: clientType,
    company_type: companyType,
    medical_coding: medicalCoding,
  };
  await trx
    .insertInto('company')
    .values({ company_key: companyKey, ...facts })
    .onConflict((same) => same.column('company_key').doUpdateSet(facts))
    .execute();
}

/** The company of a sponsor. */
export const findCompanyOf = (trx: Pick<Trx, 'selectFrom'>, sponsorKey: number) =>
  trx
    .selectFrom('company as c')
    .innerJoin('sponsor as s', 's.company_key', 'c.company_key')
    .select(['c.company_key', 'c.name', 'c.client_type', 'c.company_type', 'c.country'])
    .where('s.sponsor_key', '=', sponsorKey)
    .executeTakeFirstOrThrow();

/** The sponsors as which the company works, oldest first. */
export const findSponsorsOfCompany = (trx: Trx, companyKey: number) =>
  trx
    .selectFrom('sponsor')
    .select(['sponsor_key', 'name', 'time_zone', 'use_workflow', 'default_appendix'])
    .where('company_key', '=', companyKey)
    .orderBy('sponsor_key')
    .execute();

/** Whether a sponsor has the name, whatever the case of its letters. */
export async function isSponsorName(trx: Trx, name: string): Promise<boolean> {
  const found = await trx
    .selectFrom('sponsor')
    .select('sponsor_key')
    .where(sql`lower(name)`, '=', lowerLetters(name))
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether the company has the sponsor of administration mode. */
export const isOfAdministration = async (trx: Trx, companyKey: number): Promise<boolean> =>
  (await findSponsorsOfCompany(trx, companyKey)).some(
    ({ sponsor_key: sponsorKey }) => sponsorKey === ADMIN_SPONSOR_KEY,
  );

/** Ends the sessions that work for the company, and keeps why; also those that are over by this clock. */
export const endSessionsFor = (
  trx: Trx,
  companyKey: number,
  { reason, at }: { reason: string; at: Date },
): Promise<unknown> =>
  trx
    .updateTable('session')
    .set({ ended_at: at, end_reason: reason })
    .where('ended_at', 'is', null)
    .where('sponsor_key', 'in', (eb) =>
      eb.selectFrom('sponsor').select('sponsor_key').where('company_key', '=', companyKey),
    )
    .execute();
