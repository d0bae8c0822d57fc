/** The state of a user in a sponsor, in SQL: the same as `takes_part` decides by, and why. */
import { sql } from 'kysely';

/** Of `us`, the part of a user in a sponsor, `sp`, and `u`, the account, which may be deactivated besides. */
export const PART_STATE = sql<string>`case when us.locked_at is not null then 'locked'
  when us.end_on < (now() at time zone sp.time_zone)::date then 'ended'
  when us.start_on > (now() at time zone sp.time_zone)::date then 'notYet'
  when greatest(us.last_used_at, us.unlocked_at, us.since)
    <= now() - make_interval(days => (sp.account_rules ->> 'inactiveDays')::int) then 'inactive'
  when us.trained_on is null and sp.account_rules ->> 'training' = 'required' then 'untrained'
  when u.password_hash is null then 'invited' else 'active' end`;

/** The same with the account that the system administration deactivated, which no password opens. */
export const USER_STATE = sql<string>`case when u.active then ${PART_STATE} else 'deactivated' end`;
