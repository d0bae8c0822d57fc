/** Queries of accounts that records describe. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import type { Scope } from '../../shared/access/scope.ts';
import { lowerLetters } from '../../shared/text/fold.ts';
import type { Trx } from '../storage/database.ts';
import { scopeColumns, scopeOf } from './scope.store.ts';

/** What a user may do in a sponsor; days as `YYYYMMDD`, both included. */
export interface UserAccess extends Scope {
  readonly roleIds: readonly number[];
  unblind: boolean;
  startOn: string | null;
  endOn: string | null;
  /** `YYYYMMDD` */
  trainedOn: string | null;
}

export interface FoundUser {
  userId: string;
  name: string;
  mail: string | null;
  /** it is not the sponsor's alone: others have it too, or it administers the system */
  isShared: boolean;
  access: UserAccess;
}

/** The key is drawn before the account is made: it is the key of the record, too. */
export async function newUserKey(trx: Trx): Promise<number> {
  const { rows } = await sql<{ key: number }>`
    select nextval(pg_get_serial_sequence('app_user', 'user_key'))::int as key`.execute(trx);
  return rows[0]?.key ?? 0;
}

/** The account as it is; undefined while there is none. */
export async function findUser(
  trx: Trx,
  sponsorKey: number,
  userKey: number,
): Promise<FoundUser | undefined> {
  const found = await trx
    .selectFrom('app_user as u')
    .leftJoin('user_sponsor as us', (join) =>
      join.onRef('us.user_key', '=', 'u.user_key').on('us.sponsor_key', '=', sponsorKey),
    )
    .select([
      ...(['u.user_id', 'u.name', 'u.email', 'u.is_system_admin', 'us.unblind'] as const),
      sql<string | null>`to_char(us.start_on, 'YYYYMMDD')`.as('start_on'),
      sql<string | null>`to_char(us.end_on, 'YYYYMMDD')`.as('end_on'),
      sql<string | null>`to_char(us.trained_on, 'YYYYMMDD')`.as('trained_on'),
      sql<boolean>`exists (select 1 from user_sponsor o
        where o.user_key = u.user_key and o.sponsor_key <> ${sponsorKey})`.as('elsewhere'),
      sql<number[]>`array(select ur.role_id from user_role ur
        join role r on r.sponsor_key = ur.sponsor_key and r.role_id = ur.role_id and r.del_flag = 'N'
        where ur.sponsor_key = ${sponsorKey} and ur.user_key = u.user_key order by 1)`.as('role_ids'),
      ...scopeColumns('us.sponsor_key', 'u.user_key'),
    ])
    .where('u.user_key', '=', userKey)
    .executeTakeFirst();
  return (
    found && {
      userId: found.user_id,
      name: found.name,
      mail: found.email,
      isShared: found.is_system_admin || found.elsewhere,
      access: {
        roleIds: found.role_ids,
        unblind: found.unblind ?? false,
        startOn: found.start_on,
        endOn: found.end_on,
        trainedOn: found.trained_on,
        ...scopeOf(found),
      },
    }
  );
}

/** Whether other accounts of any sponsor have the id or the address. */
export async function findOthersWith(
  trx: Trx,
  userKey: number,
  { userId, mail }: { userId: string; mail: string | null },
): Promise<{ sameId: boolean; sameMail: boolean }> {
  const found = await trx
    .selectFrom('app_user')
    .select([
      sql<boolean>`coalesce(bool_or(lower(user_id) = ${lowerLetters(userId)}), false)`.as('sameId'),
      sql<boolean>`coalesce(bool_or(lower(email) = ${mail === null ? null : lowerLetters(mail)}), false)`.as(
        'sameMail',
      ),
    ])
    .where('user_key', '<>', userKey)
    .executeTakeFirstOrThrow();
  return found;
}

/** Those of the roles that are for inspectors. */
export async function countInspectorRoles(
  trx: Trx,
  sponsorKey: number,
  roleIds: readonly number[],
): Promise<number> {
  if (roleIds.length === 0) return 0;
  const { count } = await trx
    .selectFrom('role')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('sponsor_key', '=', sponsorKey)
    .where('role_id', 'in', roleIds)
    .where('inspector', '=', true)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface NewAccount {
  userKey: number;
  userId: string;
  name: string;
  mail: string | null;
}

/** A new account has no password yet. */
export async function putUser(trx: Trx, { userKey, userId, name, mail }: NewAccount): Promise<void> {
  await trx
    .insertInto('app_user')
    .values({ user_key: userKey, user_id: userId, name, email: mail, password_hash: null })
    .onConflict((same) => same.column('user_key').doUpdateSet({ name, email: mail }))
    .execute();
}

/** Where the access of a user is, and when it changes. */
interface AccessRef {
  sponsorKey: number;
  userKey: number;
  at: Date;
}

export async function putAccess(
  trx: Trx,
  { sponsorKey, userKey, at }: AccessRef,
  access: UserAccess,
): Promise<void> {
  const { unblind, startOn, endOn, trainedOn } = access;
  const part = { unblind, start_on: startOn, end_on: endOn, trained_on: trainedOn };
  await trx
    .insertInto('user_sponsor')
    .values({ sponsor_key: sponsorKey, user_key: userKey, since: at, ...part })
    .onConflict((same) => same.columns(['sponsor_key', 'user_key']).doUpdateSet(part))
    .execute();
  const sets = [
    ['user_role', 'role_id', access.roleIds],
    ['user_sender', 'sender_key', access.senderKeys],
    ['user_product', 'product_key', access.productKeys],
    ['user_study', 'study_key', access.studyKeys],
  ] as const;
  for (const [table, column, keys] of sets) {
    const [of, key] = [sql.table(table), sql.ref(column)];
    await sql`delete from ${of} where sponsor_key = ${sponsorKey} and user_key = ${userKey}
      and ${key} <> all(${[...keys]}::int[])`.execute(trx);
    await sql`insert into ${of} (sponsor_key, user_key, ${key})
      select ${sponsorKey}, ${userKey}, wanted from unnest(${[...keys]}::int[]) wanted
      on conflict do nothing`.execute(trx);
  }
}
