/** Cases consist of versions, versions of rows, and each is numbered, signed and computed as it must be. */
import { sql } from 'kysely';
import { withComputed } from '../../shared/derived/wholeCase.ts';
import { addressKey } from '../../shared/case/itemAddress.ts';
import type { CaseRow } from '../../shared/case/caseContent.ts';
import { contentOf } from '../caseContent.ts';
import { SPONSOR } from '../simulatedServer.ts';
import type { Invariant } from '../simulation.types.ts';
import { signaturesOf } from './records.ts';
import { Violation } from '../violation.ts';

/** Versions follow each other without a gap, the last one is the newest, and a case number is that of one case. */
const numbered: Invariant = {
  name: 'versions',
  every: 1,
  check: async (simulation) => {
    const { server, versions } = simulation;
    const { rows } = await server.read((trx) =>
      sql<{ root: number; why: string }>`
        select root_case_key as root, 'its versions are not numbered' as why from pv_case
        where sponsor_key = ${SPONSOR} group by root_case_key
        having max(version_no) <> count(*) or min(version_no) <> 1 or count(distinct case_no) <> 1
          or count(*) filter (where latest) <> 1
          or max(version_no) <> max(version_no) filter (where latest) or min(case_key) <> root_case_key
        union all
        select min(root_case_key), 'its number is that of another case, too' from pv_case
        where sponsor_key = ${SPONSOR} group by case_no having count(distinct root_case_key) > 1`.execute(
        trx,
      ),
    );
    const [first] = rows;
    if (first) throw new Violation('versions', `case ${first.root}: ${first.why}`);
    const counts = await signaturesOf(simulation);
    for (const { caseKey, signatures: given } of versions.values())
      if ((counts.get(caseKey) ?? 0) !== given)
        throw new Violation('signatures', `${caseKey} has ${counts.get(caseKey) ?? 0} of ${given}`);
  },
};

/** A row that is added to a version has the next number in the row that it is in. */
function rowsAreNumbered(): Invariant {
  const seen = new Map<number, Map<string, number>>();
  return {
    name: 'rows are numbered',
    every: 1,
    always: true,
    check: async (simulation, { touched }) => {
      const { groups } = simulation.server.deps.catalogue.whole;
      for (const caseKey of touched === 'any' ? [] : touched) {
        const { rows } = await contentOf(simulation, caseKey);
        const own = rows.filter(({ group }) => !groups[group]?.rowsOf);
        const last = new Map<string, number>();
        for (const [parent, inside] of Map.groupBy(own, parentOf)) {
          const before = seen.get(caseKey)?.get(parent) ?? (seen.has(caseKey) ? 0 : Infinity);
          const numbers = inside.map(numberOf).toSorted((one, other) => one - other);
          const added = numbers.filter((number) => number > before);
          if (added.some((number, at) => number !== before + at + 1))
            throw new Violation('rows', `${parent} of ${caseKey} has ${numbers.join()}`);
          last.set(parent, numbers.at(-1) ?? 0);
        }
        seen.set(caseKey, last);
      }
    },
  };
}

/** What is updated with each edit is what would be computed of the whole case. */
const computed: Invariant = {
  name: 'computed values',
  every: 2,
  check: async (simulation, { touched }) => {
    const { whole } = simulation.server.deps.catalogue;
    for (const caseKey of touched === 'any' ? [] : touched) {
      const content = await contentOf(simulation, caseKey);
      const stored = new Map(content.values.map((value) => [addressKey(value), value.value]));
      for (const value of withComputed(whole, content).values)
        if (stored.get(addressKey(value)) !== value.value)
          throw new Violation('computed values', `${addressKey(value)} of ${caseKey} is not ${value.value}`);
    }
  },
};

const pathOf = ({ rowNo, rowNo2, rowNo3 }: CaseRow): number[] => [rowNo, rowNo2, rowNo3].filter(Boolean);
const parentOf = (row: CaseRow): string => [row.group, ...pathOf(row).slice(0, -1)].join(' ');
const numberOf = (row: CaseRow): number => pathOf(row).at(-1) ?? 0;

export const versionInvariants = (): Invariant[] => [numbered, rowsAreNumbered(), computed];
