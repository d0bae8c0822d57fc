/** The user of a request: the session of its token, with the privileges in the requested sponsor. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Scope } from '../../shared/access/scope.ts';
import { ADMIN_SPONSOR_KEY } from '../../shared/access/systemAdminRoutes.ts';
import type { SponsorVersions } from '../../shared/coding/sponsorVersion.ts';
import { itemRightColumns } from '../accounts/itemRights.store.ts';
import { scopeColumns, scopeOf, type ScopeColumns } from '../accounts/scope.store.ts';
import { PRIVILEGES, type PrivilegeId } from '../../shared/access/privileges.ts';
import { commonScope } from '../../shared/access/viewedScope.ts';
import { findViewed, type ViewTarget } from '../accounts/view.store.ts';
import { expired, noPrivilege, unauthenticated } from '../problems.ts';
import type { Db } from '../storage/database.ts';
import { prepared } from '../storage/preparedStatement.ts';

/** A view of the product as a role or a user sees it. */
interface View {
  target: ViewTarget;
  /** until when the sponsor lets a system administrator see its data; null: it is the view of a role or a user */
  supportUntil: Date | null;
  name: string;
  since: Date;
  /** privileges of the target that the user lacks: they are left out */
  lacking: PrivilegeId[];
}

/** With the senders, products and studies that the user is limited to. */
export interface SessionUser extends Scope {
  userKey: number;
  userId: string;
  userName: string;
  /** the sponsor the request works for */
  sponsorKey: number;
  /** the sponsor the session works for, when a request names none */
  sessionSponsorKey: number;
  /** the sender the session works on behalf of, null where none was chosen */
  senderKey: number | null;
  /** by the user's roles in the sponsor */
  privileges: string[];
  /** may enter administration mode */
  systemAdmin: boolean;
  /** assigned to the sponsor; otherwise in administration mode */
  takesPart: boolean;
  /** sees blinded values: in a call about a case those of the case, where the sponsor has a reason asked for */
  unblind: boolean;
  /** may see them at all, and so decides who else may */
  mayUnblind: boolean;
  /** sees blinded values of a case only once a reason was given */
  asksUnblinding: boolean;
  /** items of cases that one of the user's roles hides */
  hidden: readonly string[];
  /** items of cases that one of the user's roles only shows */
  readOnlyItems: readonly string[];
  /** the schema version the sponsor uses; 0: the product's files as delivered */
  schemaVersion: number;
  /** of the sponsor, e.g. `Asia/Seoul` */
  timeZone: string;
  /** when a setting of the sponsor was changed last; null: none was */
  settingsAt: Date | null;
  /** of the sponsor's settings, by dictionary */
  dictionaryVersions: SponsorVersions['dictionaryVersions'];
  meddraLanguage: SponsorVersions['meddraLanguage'];
  /** the session changes nothing meanwhile; null: the product is seen as the user's own */
  view: View | null;
  /** the name of the session in the database */
  tokenHash: Buffer;
  expiresAt: Date;
  /** to the minute */
  lastSeenAt: Date;
}

/** What lies in the database in place of a token: who reads the table cannot sign in with it. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** 256 random bits, safe in an address. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The token of an Authorization header, with or without the word Bearer; null where there is none. */
export const tokenOf = (header: string | undefined): string | null =>
  /^(?:Bearer +)?([\w-]{20,100})$/i.exec(header?.trim() ?? '')?.[1] ?? null;

interface FoundUser extends ScopeColumns {
  user_key: number;
  user_id: string;
  user_name: string;
  active: boolean;
  is_system_admin: boolean;
  sponsor_key: number | null;
  schema_version: number | null;
  time_zone: string | null;
  settings_at: Date | null;
  dictionary_versions: SponsorVersions['dictionaryVersions'] | null;
  meddra_language: SponsorVersions['meddraLanguage'] | null;
  takes_part: boolean;
  asks_unblinding: boolean;
  unblind: boolean;
  hidden: string[];
  read_only_items: string[];
  privileges: string[];
}

interface Found extends FoundUser {
  support_since: Date | null;
  support_until: Date | null;
  expires_at: Date;
  last_seen_at: Date;
  ended_at: Date | null;
  session_sponsor_key: number;
  sender_key: number | null;
  view_role_id: number | null;
  view_user_key: number | null;
  view_since: Date | null;
}

/**
 * The user of a token, in the requested sponsor or that of the session. Throws 401 UNAUTHENTICATED for an unknown
 * token, 401 EXPIRED for a session that ended, 403 NO_PRIVILEGE for a sponsor that the user is not assigned to.
 */
export async function findSessionUser(
  db: Db,
  token: string | null,
  requestedSponsor: number | null,
  now: Date,
): Promise<SessionUser> {
  if (token === null) throw unauthenticated();
  const tokenHash = hashOf(token);
  const found = await readSession(db, tokenHash, requestedSponsor, now);
  if (!found) throw unauthenticated();
  if (found.ended_at || found.expires_at <= now || !found.active) throw expired();
  return userOfSession(db, found, tokenHash);
}

/** Throws 403 NO_PRIVILEGE for a sponsor that the user is not assigned to. */
async function userOfSession(db: Db, found: Found, tokenHash: Buffer): Promise<SessionUser> {
  if (found.sponsor_key === null || !maySee(found)) throw noPrivilege();
  const user = userOf(found, found.sponsor_key);
  return {
    ...user,
    ...(await viewOf(db, found, user)),
    sessionSponsorKey: found.session_sponsor_key,
    senderKey: found.sponsor_key === found.session_sponsor_key ? found.sender_key : null,
    tokenHash,
    expiresAt: found.expires_at,
    lastSeenAt: found.last_seen_at,
  };
}

/**
 * The user of a request or a job with the privileges and scope of now; null where they may not work in the sponsor any more,
 * or where their session was ended. One that has only expired ends nothing that it began.
 */
export async function findUserNow(db: Db, user: SessionUser, now: Date): Promise<SessionUser | null> {
  const { tokenHash, sponsorKey } = user;
  // a job, or a program
  if (tokenHash.length === 0) return findActingUser(db, user, now);
  const found = await readSession(db, tokenHash, sponsorKey, now);
  const isOver = !found || found.ended_at !== null || !found.active || !maySee(found);
  return isOver ? null : userOfSession(db, found, tokenHash);
}

/**
 * What a view shows, and that is never more than both the user and the one as whom the product is seen may see. Nothing, if
 * there is no such role or user any more. Throws 403 NO_PRIVILEGE outside of the sponsor of the session.
 */
async function viewOf(
  db: Db,
  found: Found,
  own: ReturnType<typeof userOf>,
): Promise<(Partial<SessionUser> & Pick<SessionUser, 'view'>) | null> {
  const { view_since: since, view_role_id, view_user_key, session_sponsor_key } = found;
  if (since === null) return supportView(found, own);
  if (own.sponsorKey !== session_sponsor_key) throw noPrivilege();
  const target = { roleId: view_role_id, userKey: view_user_key };
  const viewed = await findViewed(db, own.sponsorKey, target);
  const privileges = viewed?.privileges ?? [];
  return {
    ...(viewed && commonScope(own, viewed)),
    privileges: privileges.filter((one) => own.privileges.includes(one)),
    unblind: own.unblind && viewed?.unblind === true,
    asksUnblinding: false,
    hidden: [...new Set([...own.hidden, ...(viewed?.hidden ?? [])])],
    readOnlyItems: [...new Set([...own.readOnlyItems, ...(viewed?.readOnlyItems ?? [])])],
    systemAdmin: false,
    view: {
      target,
      supportUntil: null,
      name: viewed?.name ?? '',
      since,
      lacking: privileges.filter((one) => !own.privileges.includes(one)),
    },
  };
}

/** A sponsor that lets a system administrator see its data shows everything but blinded values. */
function supportView(
  { takes_part, support_since: since, support_until: supportUntil }: Found,
  own: ReturnType<typeof userOf>,
): (Partial<SessionUser> & Pick<SessionUser, 'view'>) | null {
  if (takes_part || since === null || supportUntil === null) return null;
  if (own.sponsorKey === ADMIN_SPONSOR_KEY) return null;
  return {
    privileges: [...SUPPORT_PRIVILEGES],
    unblind: false,
    asksUnblinding: false,
    systemAdmin: false,
    takesPart: true,
    view: { target: { roleId: null, userKey: null }, supportUntil, name: '', since, lacking: [] },
  };
}

const SUPPORT_PRIVILEGES = PRIVILEGES.filter((one) => one.startsWith('READ.'));

/** Who a job works for. */
export interface ActingUser {
  userKey: number;
  sponsorKey: number;
  senderKey: number | null;
}

/**
 * A user whom a job works for, without a session, with the current privileges and scope; null if the user is disabled
 * or no longer assigned to the sponsor.
 */
export async function findActingUser(
  db: Db,
  { userKey, sponsorKey, senderKey }: ActingUser,
  now: Date,
): Promise<SessionUser | null> {
  const { rows } = await sql<FoundUser>`
    select ${userColumns(now)}, ${sql.join(scopeColumns('sp.sponsor_key', 'u.user_key'))}
    from app_user u
    join sponsor sp on sp.sponsor_key = ${sponsorKey}
    left join user_sponsor us on us.sponsor_key = sp.sponsor_key and us.user_key = u.user_key
    where u.user_key = ${userKey}`.execute(db);
  const [found] = rows;
  if (!found?.active || !mayWorkIn(found)) return null;
  return {
    ...userOf(found, sponsorKey),
    sessionSponsorKey: sponsorKey,
    senderKey,
    tokenHash: Buffer.alloc(0),
    expiresAt: now,
    lastSeenAt: now,
  };
}

/** System administrators have administration mode, with its fixed sponsor, whether or not they are assigned to it. */
const mayWorkIn = ({ takes_part, is_system_admin, sponsor_key }: FoundUser): boolean =>
  takes_part || (is_system_admin && sponsor_key === ADMIN_SPONSOR_KEY);

const maySee = (found: Found): boolean =>
  mayWorkIn(found) || (found.is_system_admin && found.support_until !== null);

const userOf = (found: FoundUser, sponsorKey: number) => ({
  userKey: found.user_key,
  userId: found.user_id,
  userName: found.user_name,
  sponsorKey,
  privileges: found.privileges,
  systemAdmin: found.is_system_admin,
  takesPart: found.takes_part,
  unblind: found.unblind && !found.asks_unblinding,
  mayUnblind: found.unblind,
  asksUnblinding: found.unblind && found.asks_unblinding,
  hidden: found.hidden,
  readOnlyItems: found.read_only_items,
  schemaVersion: found.schema_version ?? 0,
  timeZone: found.time_zone ?? 'UTC',
  settingsAt: found.settings_at,
  dictionaryVersions: found.dictionary_versions ?? {},
  meddraLanguage: found.meddra_language ?? ('user' as const),
  view: null,
  ...scopeOf(found),
});

/** Of `u`, the user, `sp`, the sponsor worked for, and `us`, the part the user has in it. */
const userColumns = (
  now: Date,
) => sql`u.user_key, u.user_id, u.name as user_name, u.active, u.is_system_admin,
  sp.sponsor_key, sp.schema_version, sp.time_zone, sp.dictionary_versions, sp.meddra_language,
  sp.settings_at, takes_part(us, ${now}::timestamptz) as takes_part,
  coalesce(us.unblind, false) as unblind,
  coalesce(sp.account_rules ->> 'unblinding' = 'reason', false) as asks_unblinding, ${sql.join(itemRightColumns('sp.sponsor_key', 'u.user_key'))},
  array(
    select distinct p.priv_id
    from user_role ur
    join role r on r.sponsor_key = ur.sponsor_key and r.role_id = ur.role_id and r.del_flag = 'N'
    join role_privilege p on p.sponsor_key = r.sponsor_key and p.role_id = r.role_id
    where ur.sponsor_key = sp.sponsor_key and ur.user_key = u.user_key
    order by p.priv_id
  ) as privileges`;

/** One statement: it runs before every call. */
async function readSession(
  db: Db,
  tokenHash: Buffer,
  requestedSponsor: number | null,
  now: Date,
): Promise<Found | undefined> {
  const { rows } = await sql<Found>`${prepared}
    select ${userColumns(now)}, support.granted_at as support_since, support.until_at as support_until,
      s.view_role_id, s.view_user_key, s.view_since,
      s.expires_at, s.last_seen_at, s.ended_at, s.sponsor_key as session_sponsor_key, s.sender_key,
      ${sql.join(scopeColumns('sp.sponsor_key', 'u.user_key'))}
    from session s
    join app_user u on u.user_key = s.user_key
    left join sponsor sp on sp.sponsor_key = coalesce(${requestedSponsor}::int, s.sponsor_key)
    left join user_sponsor us on us.sponsor_key = sp.sponsor_key and us.user_key = u.user_key
    left join lateral (
      select a.granted_at, a.until_at from support_access a
      where u.is_system_admin and a.user_key = u.user_key and a.sponsor_key = sp.sponsor_key
        and a.ended_at is null and a.until_at > ${now}::timestamptz
      order by a.until_at desc limit 1) support on true
    where s.token_hash = ${tokenHash}`.execute(db);
  return rows[0];
}
