/** Monitoring of a sponsor with a million closed reports: each panel of each page, as the service computes it. */
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
import { onBenchServer, sessionOf, vacuum, type BenchServer } from './benchServer.ts';
import { median, percentile, timesOf, type Measured } from './measure.ts';
import { DAYS, giveMonitoringStock } from './monitoringStock.ts';

const SPONSOR = 1;
/** the closed ones and those that are open */
const REPORTS = 1_000 * DAYS;
const QUICK_REPORTS = 50_000;
const BUDGET_MS = 300;
const ROUNDS = { warmUps: 1, rounds: 7 };
const STORIES = 200;

/** BENCH_MONITORING_DIR keeps the database, which takes minutes to fill, and uses it again. */
export function benchMonitoring({ quick }: { quick: boolean }): Promise<Measured[]> {
  const setting = { dataDir: process.env['BENCH_MONITORING_DIR'], demo: true };
  return onBenchServer(setting, async (server) => {
    const { deps, url } = server;
    await fill(server, quick ? QUICK_REPORTS : REPORTS);
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

/** Twelve months until this one, as the page begins with. */
function lastYear({ now }: ListReading): MonitoringPeriod {
  const to = dayAt(now.getTime(), 'UTC').slice(0, 6);
  return { from: dayAfter(`${to}15`, -335).slice(0, 6), to };
}

/** Invented cases with the stock of a company, unless they are there. */
async function fill({ deps, ownerUrl }: BenchServer, reports: number): Promise<void> {
  const receivers = deps.catalogue.whole.obligations.map(({ receiver }) => receiver);
  const missing = Math.ceil(reports / receivers.length) - (await casesIn(deps));
  if (missing > 0) await seedManyCases(deps, { count: missing, extent: 'listed', stories: STORIES });
  await giveMonitoringStock(ownerUrl, {
    sponsorKey: SPONSOR,
    receivers,
    today: dayAt(deps.clock.now().getTime(), 'UTC'),
  });
  await takeSnapshots(deps);
  await vacuum(ownerUrl);
}

const casesIn = ({ db }: Deps): Promise<number> =>
  inSponsor(db, SPONSOR, async (trx) => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pv_case`.execute(trx);
    return rows[0]?.count ?? 0;
  });

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
