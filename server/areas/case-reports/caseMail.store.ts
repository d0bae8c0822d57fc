/** Queries of mailed reports. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import { addressAt, addressKey } from '../../../shared/case/itemAddress.ts';
import type { Trx } from '../../storage/database.ts';

interface Addressee {
  userName: string;
  address: string;
}

/** Users with an address who may work for the sponsor at the time, by name. */
export async function findUsersWithMail(trx: Trx, sponsorKey: number, at: Date): Promise<Addressee[]> {
  const found = await trx
    .selectFrom('app_user as u')
    .innerJoin('user_sponsor as s', 's.user_key', 'u.user_key')
    .select(['u.name', 'u.email'])
    .where('s.sponsor_key', '=', sponsorKey)
    .where('u.active', '=', true)
    .where(sql<boolean>`takes_part(s, ${at}::timestamptz)`)
    .where('u.email', 'is not', null)
    .orderBy('u.name')
    .execute();
  return found.map(({ name, email }) => ({ userName: name, address: email ?? '' }));
}

/** Addresses of active records of a kind, whose item `itemId` contains one. */
export async function findRecordsWithMail(
  trx: Trx,
  { sponsorKey, kind, itemId }: { sponsorKey: number; kind: string; itemId: string },
): Promise<Addressee[]> {
  const value = sql<string>`p.items -> ${addressKey(addressAt(itemId, []))} ->> 'v'`;
  const found = await trx
    .selectFrom('record as r')
    .innerJoin('record_page as p', (join) =>
      join
        .onRef('p.sponsor_key', '=', 'r.sponsor_key')
        .onRef('p.kind', '=', 'r.kind')
        .onRef('p.record_key', '=', 'r.record_key'),
    )
    .select(['r.name', value.as('address')])
    .where('r.sponsor_key', '=', sponsorKey)
    .where('r.kind', '=', kind)
    .where('r.state', '=', 'active')
    .where('r.del_flag', '=', 'N')
    .where(value, 'is not', null)
    .orderBy('r.name')
    .execute();
  return found.map(({ name, address }) => ({ userName: name, address }));
}

/** Whether the sponsor is a contract research organisation. */
export async function isCro(trx: Trx, sponsorKey: number): Promise<boolean> {
  const { client_type } = await trx
    .selectFrom('sponsor as s')
    .innerJoin('company as c', 'c.company_key', 's.company_key')
    .select('c.client_type')
    .where('s.sponsor_key', '=', sponsorKey)
    .executeTakeFirstOrThrow();
  return client_type === 'CRO';
}

/** Whether the sponsor has the sender. */
export async function hasSender(trx: Trx, sponsorKey: number, senderKey: number): Promise<boolean> {
  const found = await trx
    .selectFrom('sender')
    .select('sender_key')
    .where('sponsor_key', '=', sponsorKey)
    .where('sender_key', '=', senderKey)
    .executeTakeFirst();
  return found !== undefined;
}
