/** Who has access, as lists: on a day, in a review, and by tokens of programs. */
import { sql } from 'kysely';
import { accessAt, endOfDay, wholeMonth, type AccessMoment } from '../../accounts/accessAt.store.ts';
import { userKindOf } from '../../accounts/inviteUser.ts';
import { searchIn } from '../../lists/keywordSearch.ts';
import type { ListReading, ListSource, SourceColumn } from '../../lists/listSource.ts';

/** Of `x`, the access as `accessAt` finds it. */
const ACCESS: Readonly<Record<string, SourceColumn>> = {
  userName: { value: sql`x."userName"`, notNull: true },
  userId: { value: sql`x."userId"`, notNull: true },
  state: { value: sql`x.state`, notNull: true },
  roles: { value: sql`x.roles` },
  senders: { value: sql`x.senders` },
  products: { value: sql`x.products` },
  studies: { value: sql`x.studies` },
  unblind: { value: sql`x.unblind`, notNull: true },
  startOn: { value: sql`x."startOn"` },
  endOn: { value: sql`x."endOn"` },
};
const searchUsers = searchIn(sql`x."userName" || ' ' || x."userId" || ' ' || coalesce(x.roles, '')`);
/** By the key of a row, which begins with that of the user. */
const linkToUser = (rowKey: string | null | undefined) =>
  rowKey ? `user/${rowKey.split('-')[0]}/detail` : null;

/** Of a day, or a month. A list without a subject is that of today. */
function momentOf({ of = 0, now, user, catalogue }: ListReading): AccessMoment {
  const period = String(of);
  const here = { now, timeZone: user.timeZone };
  return {
    kind: userKindOf({ catalogue }),
    sponsorKey: user.sponsorKey,
    ...(/^\d{6}$/.test(period)
      ? wholeMonth(period, here)
      : endOfDay(/^\d{8}$/.test(period) ? period : '99999999', here)),
  };
}

export const accessList: ListSource = {
  menuId: 'MU-AD-AC',
  from: (reading) => accessAt(momentOf(reading)),
  scope: (reading) => {
    const { sponsorKey, kind } = momentOf(reading);
    return sql<boolean>`r.sponsor_key = ${sponsorKey} and r.kind = ${kind.kind}`;
  },
  key: sql`r.record_key || case when m.no = 1 then '' else '-' || m.no end`,
  name: 'userName',
  columns: { ...ACCESS, since: { value: sql`x.since`, notNull: true } },
  search: searchUsers,
  open: { path: ({ rowKey }) => linkToUser(rowKey) },
};

export const accessReviewList: ListSource = {
  menuId: 'MU-AD-AC-RV',
  from: sql`access_review_user a cross join lateral jsonb_to_record(a.access) as x ("userName" text, "userId" text,
    roles text, senders text, products text, studies text, unblind text, "startOn" text, "endOn" text,
    "lastSignIn" timestamptz, state text)`,
  scope: ({ user, of = 0 }) => sql<boolean>`a.sponsor_key = ${user.sponsorKey} and a.review_no = ${of}`,
  key: sql`a.user_key`,
  name: 'userName',
  columns: {
    ...ACCESS,
    lastSignIn: { value: sql`x."lastSignIn"` },
    decision: { value: sql`coalesce(a.decision, 'none')`, notNull: true },
    comment: { value: sql`a.comment` },
    decidedBy: { value: sql`a.decided_by` },
    decidedAt: { value: sql`a.decided_at` },
  },
  search: searchUsers,
  open: { path: ({ rowKey }) => linkToUser(rowKey) },
};

export const sponsorTokenList: ListSource = {
  menuId: 'MU-AD-AC-TK',
  from: sql`api_token t join app_user u on u.user_key = t.user_key`,
  scope: ({ user }) => sql<boolean>`t.sponsor_key = ${user.sponsorKey}`,
  key: sql`t.token_key::text`,
  name: 'tokenName',
  columns: {
    tokenName: { value: sql`t.name`, notNull: true },
    userName: { value: sql`u.name`, notNull: true },
    userId: { value: sql`u.user_id`, notNull: true },
    tokenState: {
      value: ({ now }) => sql`case when t.ended_at is not null then 'ended'
        when t.expires_at <= ${now} then 'over' else 'open' end`,
      notNull: true,
    },
    createdAt: { value: sql`t.created_at`, notNull: true },
    expiresAt: { value: sql`t.expires_at`, notNull: true },
    lastUsedAt: { value: sql`t.last_used_at` },
    endedAt: { value: sql`t.ended_at` },
  },
  search: searchIn(sql`t.name || ' ' || u.name || ' ' || u.user_id`),
};
