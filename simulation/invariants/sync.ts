/** Each event is written once: a run makes one version, and an event is in the case that the run wrote it into. */
import { sql } from 'kysely';
import { SPONSOR } from '../simulatedServer.ts';
import type { Invariant } from '../simulation.types.ts';
import { Violation } from '../violation.ts';

const once: Invariant = {
  name: 'synchronisation',
  every: 2,
  check: async ({ server }) => {
    const { rows } = await server.read((trx) =>
      sql<{ what: string; why: string }>`
        select 'run ' || run_key as what, 'wrote into ' || count(distinct case_key) || ' versions' as why
        from sync_value where sponsor_key = ${SPONSOR} group by run_key having count(distinct case_key) > 1
        union all
        select 'event ' || event_key, 'was written ' || count(*) || ' times by run ' || reason
        from sync_log where sponsor_key = ${SPONSOR} and action = 'sync'
        group by event_key, reason having count(*) > 1
        union all
        select 'event ' || e.event_key, 'is in ' || e.root_case_key || ', and its run wrote into ' || v.root_case_key
        from sync_event e join sync_value v using (sponsor_key, event_key, run_key)
        where e.sponsor_key = ${SPONSOR} and e.root_case_key is not null and e.root_case_key <> v.root_case_key
        union all
        select 'event ' || event_key, 'is ' || state || ', and in no case'
        from sync_event where sponsor_key = ${SPONSOR} and state in ('yes', 'changed') and root_case_key is null`.execute(
        trx,
      ),
    );
    const [first] = rows;
    if (first) throw new Violation('synchronisation', `${first.what} ${first.why}`);
  },
};

export const syncInvariants: readonly Invariant[] = [once];
