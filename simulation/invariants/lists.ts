/** Lists have the rows that there are: by a keyword, within the scope of a user, and due. */
import { sql } from 'kysely';
import { listCases, readHomeReports } from '../../shared/contract/index.ts';
import { firstOnlyIn } from '../differences.ts';
import { seenByReader } from '../oracles/access.ts';
import { dayIn } from '../oracles/days.ts';
import { SPONSOR, type Account } from '../simulatedServer.ts';
import type { Invariant, SimulationView } from '../simulation.types.ts';
import { Violation } from '../violation.ts';

const PAGE_ROWS = 50;

async function keysOf({ server }: SimulationView, by: Account, query: object): Promise<Set<number>> {
  const keys = new Set<number>();
  for (let pageNo = 1, pages = 1; pageNo <= pages; pageNo += 1) {
    const { data } = await server.call(by, listCases, { query: { ...query, pageNo, rowCount: PAGE_ROWS } });
    pages = data.pageInfo.totalPage;
    for (const { rowKey } of data.listInfo) keys.add(Number(rowKey));
  }
  return keys;
}

const scope: Invariant = {
  name: 'row scope of lists',
  every: 10,
  check: async (simulation) => {
    const expected = await seenByReader(simulation);
    const found = await keysOf(simulation, 'case.reader', { deleted: 'ALL' });
    const more = firstOnlyIn(found, expected);
    const less = firstOnlyIn(expected, found);
    if (more ?? less) throw new Violation('row scope', `the list ${more ? `has ${more}` : `lacks ${less}`}`);
  },
};

const keyword: Invariant = {
  name: 'a keyword finds its case',
  every: 6,
  check: async (simulation, { touched }) => {
    const [caseKey] = touched === 'any' ? [] : touched.toReversed();
    const version = simulation.versions.get(caseKey ?? 0);
    if (!version || version.superseded || version.deleted) return;
    const { rows } = await simulation.server.read((trx) =>
      sql<{ texts: (string | null)[] }>`
        select array[case_no, product_name, ae_term, patient_name] as texts from pv_case
        where sponsor_key = ${SPONSOR} and case_key = ${version.caseKey}`.execute(trx),
    );
    for (const text of rows[0]?.texts ?? [])
      if (text && text.length > 1 && text.length < 60) {
        const found = await keysOf(simulation, 'sponsor.admin', { keyword: text });
        if (!found.has(version.caseKey))
          throw new Violation('keywords', `'${text}' does not find ${version.caseKey}`);
      }
  },
};

/** The home page counts what is due, within the scope. */
const home: Invariant = {
  name: 'due reports of the home page',
  every: 5,
  check: async (simulation) => {
    const { server } = simulation;
    const seen = await seenByReader(simulation);
    const { rows } = await server.read((trx) =>
      sql<{ caseKey: number; due: string; zone: string }>`
        select o.case_key as "caseKey", due, time_zone as zone from case_obligation o
        join pv_case c using (sponsor_key, case_key) join sponsor s using (sponsor_key)
        where o.sponsor_key = ${SPONSOR} and met is null and latest and del_flag = 'N'`.execute(trx),
    );
    for (const by of ['sponsor.admin', 'case.reader'] as const) {
      const own = by === 'case.reader' ? rows.filter(({ caseKey }) => seen.has(caseKey)) : rows;
      const today = dayIn(server.clock.now(), rows[0]?.zone ?? 'UTC');
      const late = own.filter(({ due }) => due < today).length;
      const params = { sponsorKey: SPONSOR };
      const { data } = await server.call(by, readHomeReports, { params });
      if (data.totalCount !== own.length || data.lateCount !== late)
        throw new Violation(
          'due reports of the home page',
          `${by} has ${data.totalCount}, ${data.lateCount} of them late, not ${own.length} and ${late}`,
        );
    }
  },
};

export const listInvariants: readonly Invariant[] = [scope, keyword, home];
