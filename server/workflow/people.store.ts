/** Queries on who may own and lead on cases. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import type { Scope } from '../../shared/access/scope.ts';
import { scopeColumns, scopeOf } from '../accounts/scope.store.ts';
import type { Trx } from '../storage/database.ts';

/** A user who is assigned to the sponsor, with their roles and scope. */
export interface Person {
  userKey: number;
  userName: string;
  roleIds: number[];
  scope: Scope;
}

const people = (trx: Trx, sponsorKey: number) =>
  trx
    .selectFrom('app_user as u')
    .innerJoin('user_sponsor as us', 'us.user_key', 'u.user_key')
    .select([
      'u.user_key',
      'u.name',
      sql<number[]>`array(
        select ur.role_id from user_role ur
        join role r on r.sponsor_key = ur.sponsor_key and r.role_id = ur.role_id and r.del_flag = 'N'
        where ur.sponsor_key = us.sponsor_key and ur.user_key = u.user_key order by 1
      )`.as('role_ids'),
      ...scopeColumns('us.sponsor_key', 'u.user_key'),
    ])
    .where('us.sponsor_key', '=', sponsorKey)
    .orderBy('u.name')
    .orderBy('u.user_key');

interface InSponsorAt {
  sponsorKey: number;
  at: Date;
}

const takesPart = (at: Date) => sql<boolean>`(u.active and takes_part(us, ${at}::timestamptz))`;

type Found = Awaited<ReturnType<ReturnType<typeof people>['execute']>>[number];

const personOf = (found: Found): Person => ({
  userKey: found.user_key,
  userName: found.name,
  roleIds: found.role_ids,
  scope: scopeOf(found),
});

/** Users by name who hold one of the roles and may work for the sponsor at the time. */
export async function findHolders(
  trx: Trx,
  { sponsorKey, at }: InSponsorAt,
  roleIds: readonly number[],
): Promise<Person[]> {
  const found = await people(trx, sponsorKey)
    .where(takesPart(at))
    .where(
      sql<boolean>`exists (select 1 from user_role ur join role r on r.sponsor_key = ur.sponsor_key
        and r.role_id = ur.role_id and r.del_flag = 'N' where ur.sponsor_key = us.sponsor_key
        and ur.user_key = u.user_key and ur.role_id = any(${[...roleIds]}::int[]))`,
    )
    .execute();
  return found.map(personOf);
}

/** One who may work for the sponsor at the time. */
export async function findWorker(
  trx: Trx,
  { sponsorKey, at }: InSponsorAt,
  userKey: number,
): Promise<Person | undefined> {
  const found = await people(trx, sponsorKey)
    .where('u.user_key', '=', userKey)
    .where(takesPart(at))
    .executeTakeFirst();
  return found && personOf(found);
}

/** One who may have worked for the sponsor only before. */
export async function findPerson(trx: Trx, sponsorKey: number, userKey: number): Promise<Person | undefined> {
  const found = await people(trx, sponsorKey).where('u.user_key', '=', userKey).executeTakeFirst();
  return found && personOf(found);
}

/** The roles that a user holds, and that are in use. */
export async function findRoleIds(trx: Trx, sponsorKey: number, userKey: number): Promise<number[]> {
  const found = await trx
    .selectFrom('user_role as ur')
    .innerJoin('role as r', (join) =>
      join.onRef('r.sponsor_key', '=', 'ur.sponsor_key').onRef('r.role_id', '=', 'ur.role_id'),
    )
    .select('ur.role_id')
    .where('ur.sponsor_key', '=', sponsorKey)
    .where('ur.user_key', '=', userKey)
    .where('r.del_flag', '=', 'N')
    .orderBy('ur.role_id')
    .execute();
  return found.map(({ role_id }) => role_id);
}

export async function findRoleName(
  trx: Trx,
  sponsorKey: number,
  roleId: number,
): Promise<string | undefined> {
  const found = await trx
    .selectFrom('role')
    .select('name')
    .where('sponsor_key', '=', sponsorKey)
    .where('role_id', '=', roleId)
    .executeTakeFirst();
  return found?.name;
}
