/** The audit trail tells what was done, by whom and why; what was refused or only read leaves everything as it was. */
import { sql } from 'kysely';
import { SPONSOR } from '../simulatedServer.ts';
import type { Deed, Invariant, SimulationView } from '../simulation.types.ts';
import { Violation } from '../violation.ts';
import { REBUILD_EVERY } from './figures.ts';

interface Save {
  chain: number;
  no: number;
  userId: string;
  reason: string;
  at: Date;
  entries: number;
}

const savesSince = async ({ server }: SimulationView, since: Date): Promise<Save[]> => {
  const { rows } = await server.read((trx) =>
    sql<Save>`
      select s.scope_key as chain, s.save_no as no, s.user_id as "userId", s.reason, s.at,
        (select count(*)::int from audit_entry e where e.sponsor_key = s.sponsor_key and e.scope = s.scope
          and e.scope_key = s.scope_key and e.save_no = s.save_no) as entries
      from audit_save s where s.sponsor_key = ${SPONSOR} and s.scope = 'case' and s.at >= ${since}
      order by s.scope_key, s.save_no`.execute(trx),
  );
  return rows;
};

const keyOf = ({ chain, no }: Save): string => `${chain} ${no}`;

function tells(): Invariant {
  /** of the step before, whose last save may be as old as the first one of this step */
  let known = new Set<string>();
  let since: Date | null = null;
  return {
    name: 'the audit trail tells',
    every: 1,
    check: async (simulation, deed) => {
      const now = simulation.server.clock.now();
      const saves = await savesSince(simulation, since ?? now);
      if (since)
        agree(
          deed,
          saves.filter((save) => !known.has(keyOf(save))),
          now,
        );
      known = new Set(saves.map(keyOf));
      since = now;
    },
  };
}

function agree({ traced, touched, isIdle = false }: Deed, added: readonly Save[], now: Date): void {
  const wrong = (why: string): never => {
    throw new Violation('the audit trail tells', why);
  };
  if (isIdle && added.length > 0) wrong(`${added.length} saves of nothing`);
  for (const { chain, no, at, entries } of added) {
    if (entries === 0) wrong(`save ${no} of ${chain} has no entries`);
    // times of a case follow each other, by a millisecond where it must be
    if (at.getTime() > now.getTime() + 1000) wrong(`save ${no} of ${chain} is of ${at.toISOString()}`);
  }
  if (!traced || isIdle || touched === 'any') return;
  if (added.length === 0) wrong('nothing');
  for (const { userId, reason, chain } of added)
    if (userId !== traced.by || reason !== traced.reason)
      wrong(`${chain} has '${reason}' of ${userId} instead of '${traced.reason}' of ${traced.by}`);
}

/** Of all that a user could have changed. */
const TABLES = [
  'pv_case',
  'case_page_row',
  'case_workflow',
  'case_obligation',
  'signature',
  'submission_batch',
  'submission_message',
  'submission_attempt',
  'process',
];

function refusedChangesNothing(): Invariant {
  let before: readonly string[] = [];
  return {
    name: 'what is refused changes nothing',
    every: 1,
    check: async ({ server, step }, { isIdle = false }) => {
      // the rebuild after the step before it has brought up to date what was stale
      const isComparable = before.length > 0 && step % REBUILD_EVERY !== 1;
      const digests = TABLES.map(
        (table) =>
          sql`(select md5(coalesce(string_agg(t::text, ',' order by t::text), ''))
            from ${sql.table(table)} t where t.sponsor_key = ${SPONSOR})`,
      );
      const { rows } = await server.read((trx) =>
        sql<{ digests: string[] }>`select array[${sql.join(digests)}] as digests`.execute(trx),
      );
      const now = rows[0]?.digests ?? [];
      const changed = TABLES.filter((_, at) => isComparable && before[at] !== now[at]);
      before = now;
      if (isIdle && changed.length > 0)
        throw new Violation('what is refused changes nothing', `${changed.join(', ')} changed`);
    },
  };
}

/** What an entry of a value says was there before is what the entry before it says that came. */
const valuesBefore: Invariant = {
  name: 'the audit trail goes on',
  every: 6,
  check: async ({ server }) => {
    const { rows } = await server.read((trx) =>
      sql<{ place: string; before: string; was: string }>`
        select place, jsonb_build_array(old_value, old_null_flavor, old_notation)::text as before, was::text
        from (
          select e.*, concat_ws(' ', s.case_key, e.item_id, e.row_no, e.row_no2, e.row_no3) as place,
            lag(jsonb_build_array(e.value, e.null_flavor, e.notation)) over (
              partition by s.case_key, e.item_id, e.row_no, e.row_no2, e.row_no3 order by e.save_no, e.entry_no) as was
          from audit_entry e join audit_save s using (sponsor_key, scope, scope_key, save_no)
          where e.sponsor_key = ${SPONSOR} and e.scope = 'case' and e.action in ('add', 'change', 'clear')
        ) entry
        where was is not null and was <> jsonb_build_array(old_value, old_null_flavor, old_notation) limit 1`.execute(
        trx,
      ),
    );
    const [first] = rows;
    if (first)
      throw new Violation('the audit trail goes on', `${first.place}: ${first.before} was ${first.was}`);
  },
};

export const traceInvariants = (): Invariant[] => [tells(), refusedChangesNothing(), valuesBefore];
