/** Monitoring of a sponsor with a million due reports: each panel of each page, as the service computes it. */
import { sql } from 'kysely';
import { figureList } from '../server/areas/monitoring/figureLists.ts';
import type { Deps } from '../server/deps.ts';
import { findSessionUser } from '../server/http/session.ts';
import { readingOf } from '../server/lists/answerList.ts';
import { allowCounting } from '../server/lists/listQuery.ts';
import type { ListReading } from '../server/lists/listSource.ts';
import { figuresOf } from '../server/monitoring/panelFigures.ts';
import { openPanel, pagesOf, type OpenedPanel } from '../server/monitoring/panelRows.ts';
import { takeSnapshots } from '../server/monitoring/takeSnapshots.ts';
import { seedManyCases } from '../server/seed/manyCases.ts';
import { inSponsor } from '../server/storage/database.ts';
import { dayAfter, dayAt } from '../shared/dates/zonedDay.ts';
import type { MonitoringPeriod } from '../shared/contract/monitoring.ts';
import { onBenchServer, sessionOf } from './benchServer.ts';
import { median, percentile, timesOf, type Measured } from './measure.ts';

const SPONSOR = 1;
const REPORTS = 1_000_000;
const QUICK_REPORTS = 50_000;
const BUDGET_MS = 300;
const ROUNDS = { warmUps: 1, rounds: 7 };
const STORIES = 200;
/** that the due dates are spread over, and how many of them are ahead */
const [DAYS, DAYS_AHEAD] = [1000, 30];
/** of a report in a hundred: sent late, and of those that are due lately not sent */
const [LATE, OPEN] = [5, 10];
/** from receipt to registration at most */
const INTAKE_DAYS = 20;
const PERCENT = 100;
/** open rows of a snapshot of the last day of each week of a year */
const [WEEKS, OPEN_ROWS] = [52, 5000];

/** BENCH_MONITORING_DIR keeps the database, which takes minutes to fill, and uses it again. */
export function benchMonitoring({ quick }: { quick: boolean }): Promise<Measured[]> {
  const setting = { dataDir: process.env['BENCH_MONITORING_DIR'], demo: true };
  return onBenchServer(setting, async ({ deps, url }) => {
    await fill(deps, quick ? QUICK_REPORTS : REPORTS);
    const { token } = await sessionOf(url, 'sponsor.admin');
    const user = await findSessionUser(deps.db, token, SPONSOR, deps.clock.now());
    const reading = readingOf(deps, { user, language: 'en', appendix: 'US' });
    const results: Measured[] = [];
    for (const { monitoring, period, panels } of pagesOf(deps.catalogue, user))
      for (const panel of panels) {
        const source = figureList(panel.list);
        if (source)
          results.push(
            await measure(deps, {
              name: `${monitoring}.${panel.panel}`,
              opened: openPanel(panel, source, reading),
              period: period === undefined ? {} : lastYear(reading),
            }),
          );
      }
    return results;
  });
}

const todayOf = ({ clock }: Pick<Deps, 'clock'>): string => dayAt(clock.now().getTime(), 'UTC');

/** Twelve months until this one, as the page begins with. */
function lastYear({ now }: ListReading): MonitoringPeriod {
  const to = dayAt(now.getTime(), 'UTC').slice(0, 6);
  return { from: dayAfter(`${to}15`, -335).slice(0, 6), to };
}

/** Invented cases with a due report to each receiver, most of them sent in time; and snapshots of a year. */
async function fill(deps: Deps, reports: number): Promise<void> {
  const receivers = deps.catalogue.whole.obligations.map(({ receiver }) => receiver);
  const known = await inSponsor(deps.db, SPONSOR, async (trx) => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from case_obligation`.execute(
      trx,
    );
    return rows[0]?.count ?? 0;
  });
  if (known < reports) {
    await seedManyCases(deps, {
      count: Math.ceil(reports / receivers.length),
      extent: 'listed',
      stories: STORIES,
    });
    await inSponsor(deps.db, SPONSOR, (trx) => insertReports(deps, receivers).execute(trx));
    await inSponsor(deps.db, SPONSOR, async (trx) => {
      for (const statement of snapshotsOfYear(deps)) await statement.execute(trx);
    });
    await takeSnapshots(deps);
  }
  await inSponsor(deps.db, SPONSOR, (trx) => deriveDays.execute(trx));
  await deps.db.connection().execute(async (connection) => {
    await sql`set role none`.execute(connection);
    await sql`vacuum (analyze)`.execute(connection);
    return sql`set role casewright_app`.execute(connection);
  });
}

/** As the projections do; a case is registered within days of its receipt, which invented ones are not. */
const deriveDays = sql`
  update pv_case set received_day = left(most_recent, 8), completeness = case_key % ${PERCENT},
    registered_day = to_char(left(most_recent, 8)::date + (case_key % ${INTAKE_DAYS})::int, 'YYYYMMDD')
  where latest and most_recent ~ '^[0-9]{8}'`;

function insertReports(deps: Pick<Deps, 'clock'>, receivers: readonly string[]) {
  const today = todayOf(deps);
  const first = dayAfter(today, DAYS_AHEAD - DAYS);
  const chance = sql`abs(hashint8(c.case_key * 31 + r.no)) % 100`;
  const isOpen = sql`(r.due >= ${today} or (r.due > ${dayAfter(today, -DAYS_AHEAD)} and ${chance} < ${OPEN}))`;
  const sent = sql`case when ${isOpen} then null when ${chance} >= ${100 - LATE}
    then to_char(r.due::date + 3, 'YYYYMMDD') else r.due end`;
  return sql`
    insert into case_obligation
      (sponsor_key, case_key, root_case_key, receiver, rule_id, day0, version_day0, days, due, met, accepted, reason)
    select c.sponsor_key, c.case_key, c.root_case_key, r.receiver, 'bench', r.due, r.due, 15, r.due, ${sent}, ${sent}, '{}'
    from pv_case c
    cross join lateral (
      select receiver, no, to_char(${first}::text::date + ((c.case_key * 7 + no) % ${DAYS}::int)::int, 'YYYYMMDD') as due
      from unnest(${[...receivers]}::text[]) with ordinality as named (receiver, no)
    ) r
    where c.latest
    on conflict do nothing`;
}

const snapshotsOfYear = (deps: Pick<Deps, 'clock'>) => {
  const today = todayOf(deps);
  return [
    sql`
      insert into open_work_day (sponsor_key, day, week, taken_at)
      select ${SPONSOR}::int, to_char(d, 'YYYYMMDD'), to_char(d, 'IYYY"-W"IW'), d
      from generate_series(1, ${WEEKS}::int) as w, lateral (select ${today}::text::date - 7 * w as d) as day
      on conflict do nothing`,
    sql`
      insert into open_work (sponsor_key, day, case_key, receiver, due, workflow_key, user_key)
      select d.sponsor_key, d.day, c.case_key, '', c.due_date, c.workflow_status, c.workflow_user_key
      from open_work_day d
      cross join (select * from pv_case where latest order by case_key limit ${OPEN_ROWS}) c
      where d.sponsor_key = ${SPONSOR}
      on conflict do nothing`,
  ];
};

interface MeasuredPanel {
  name: string;
  opened: OpenedPanel;
  period: MonitoringPeriod;
}

async function measure(deps: Deps, { name, opened, period }: MeasuredPanel): Promise<Measured> {
  let counted = 0;
  const times = await timesOf(ROUNDS, () =>
    inSponsor(deps.db, SPONSOR, async (trx) => {
      await allowCounting(trx);
      const { total } = await figuresOf(trx, opened, period);
      counted = total[0] ?? 0;
    }),
  );
  const slowest = percentile(times, 1);
  return {
    name: `${name}, p50 / ${BUDGET_MS} ms`,
    ratio: median(times) / BUDGET_MS,
    budget: 1,
    detail: `p50 ${median(times).toFixed(0)} and slowest ${slowest.toFixed(0)} ms, first figure ${counted}`,
  };
}
