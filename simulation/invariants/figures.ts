/** What is derived from cases: totals are sums, each due report has one state, and a rebuild changes nothing. */
import { sql } from 'kysely';
import { backfillProjections } from '../../server/projections/backfillProjections.ts';
import { markAllStale } from '../../server/projections/projectionState.store.ts';
import { inSponsor, type Trx } from '../../server/storage/database.ts';
import { listCases, readMonitoring, readMonitoringPages } from '../../shared/contract/index.ts';
import type { PanelFigures } from '../../shared/contract/monitoring.ts';
import { changeOf } from '../differences.ts';
import { SPONSOR } from '../simulatedServer.ts';
import type { Invariant } from '../simulation.types.ts';
import { Violation } from '../violation.ts';

const PAGE_ROWS = 50;

/** The total of the list of cases is the number of its rows, and that of the versions that are known to be there. */
const listTotal: Invariant = {
  name: 'totals are sums',
  every: 8,
  check: async ({ server, versions }) => {
    const seen = new Set<string>();
    let total = 0;
    for (let pageNo = 1; pageNo === 1 || seen.size < total; pageNo += 1) {
      const query = { pageNo, rowCount: PAGE_ROWS, sort: 'caseNo', direction: 'asc' };
      const { data, success, errMsg } = await server.call('sponsor.admin', listCases, { query });
      if (!success) throw new Violation('totals are sums', `the list of cases: ${errMsg}`);
      total = data.pageInfo.totalCount;
      if (data.listInfo.length === 0) break;
      for (const { rowKey } of data.listInfo) seen.add(rowKey);
    }
    const known = [...versions.values()].filter(({ superseded, deleted }) => !superseded && !deleted).length;
    if (seen.size !== total || total !== known)
      throw new Violation('totals are sums', `cases: total ${total}, rows ${seen.size}, known ${known}`);
  },
};

const figures: Invariant = {
  name: 'figures are sums',
  every: 30,
  check: async ({ server }) => {
    const params = { sponsorKey: SPONSOR };
    const { data: pages } = await server.call('sponsor.admin', readMonitoringPages, { params });
    for (const { page, hasPeriod } of pages.listInfo) {
      const query = hasPeriod ? { from: '203001', to: '203003' } : {};
      const answer = await server.call('sponsor.admin', readMonitoring, {
        params: { ...params, page },
        query,
      });
      if (!answer.success) throw new Violation('figures are sums', `monitoring ${page}: ${answer.errMsg}`);
      for (const panel of answer.data.panels) sumUp(page, panel);
    }
  },
};

function sumUp(page: string, panel: PanelFigures): void {
  if (panel.groupsLeftOut > 0) return;
  panel.measures.forEach(({ measure, isCount }, index) => {
    if (!isCount) return;
    const sum = panel.rows.reduce((all, { values }) => all + (values[index] ?? 0), 0);
    const total = panel.total[index] ?? 0;
    if (sum !== total)
      throw new Violation(
        'figures are sums',
        `${page} ${panel.panel} ${measure}: ${total} is not the sum ${sum}`,
      );
  });
}

/**
 * One open report a receiver, of the newest version of a case that is not deleted; each day 0 counts once; what was accepted
 * was sent, and nothing is due before its day 0.
 */
const obligations: Invariant = {
  name: 'each obligation in one state',
  every: 1,
  check: async ({ server }) => {
    const { rows } = await server.read((trx) =>
      sql<{ root: number; receiver: string }>`
        select * from (
          select o.root_case_key as root, o.receiver, count(*)::int as reports,
            count(distinct o.day0)::int as days,
            count(*) filter (where o.met is null)::int as open,
            count(*) filter (where o.met is null and (not c.latest or c.del_flag = 'Y'))::int as "openElsewhere",
            count(*) filter (where o.accepted is not null and o.met is null or o.due < o.day0)::int as odd
          from case_obligation o join pv_case c using (sponsor_key, case_key)
          where o.sponsor_key = ${SPONSOR} and not o.superseded
          group by o.root_case_key, o.receiver) r
        where reports > days or open > 1 or "openElsewhere" > 0 or odd > 0`.execute(trx),
    );
    const [first] = rows;
    if (first)
      throw new Violation('each obligation in one state', `case ${first.root}: ${JSON.stringify(first)}`);
  },
};

/** Tables that hold nothing but what follows from cases. */
const DERIVED = [
  'case_obligation',
  'case_coding',
  'case_search',
  'case_warning',
  'case_item_value',
  'case_column_value',
];

const readDerived = async (trx: Trx): Promise<Map<string, Set<string>>> => {
  const found = new Map<string, Set<string>>();
  for (const table of DERIVED) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.table(table)} t where t.sponsor_key = ${SPONSOR} order by 1`.execute(
      trx,
    );
    found.set(table, new Set(rows.map(({ row }) => row)));
  }
  return found;
};

/** Steps from one rebuild of everything to the next. */
export const REBUILD_EVERY = 60;

/** After what is stale was rebuilt by its job, a rebuild of everything changes nothing. */
const rebuild: Invariant = {
  name: 'a rebuild changes nothing',
  every: REBUILD_EVERY,
  always: true,
  check: async ({ server: { deps, read } }) => {
    await backfillProjections(deps);
    const before = await read(readDerived);
    await inSponsor(deps.db, SPONSOR, (trx) => markAllStale(trx, SPONSOR));
    await backfillProjections(deps);
    const after = await read(readDerived);
    for (const [table, rows] of before) {
      const change = changeOf(rows, after.get(table) ?? new Set());
      if (change !== null) throw new Violation('a rebuild changes nothing', `${table}: ${change}`);
    }
  },
};

export const figureInvariants: readonly Invariant[] = [listTotal, figures, obligations, rebuild];
