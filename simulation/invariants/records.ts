/** What is stored of cases: the chains are whole, their replay is the case, and nothing changes that nobody touched. */
import { sql } from 'kysely';
import { caseChain } from '../../server/audit/auditEntry.ts';
import { verifyCase } from '../../server/audit/verifyCase.ts';
import { findCase } from '../../server/cases/record/case.store.ts';
import { SPONSOR } from '../simulatedServer.ts';
import type { Deed, Invariant, KnownVersion, SimulationView } from '../simulation.types.ts';
import { Violation } from '../violation.ts';

/** Of what may change in a version without an edit: its flags, and a digest of its pages. */
interface StoredVersion {
  caseKey: number;
  reviewed: boolean;
  locked: boolean;
  deleted: boolean;
  superseded: boolean;
  digest: string;
}

const readStored = async ({ server }: SimulationView): Promise<Map<number, StoredVersion>> => {
  const { rows } = await server.read((trx) =>
    sql<StoredVersion>`
      select c.case_key as "caseKey", c.reviewed, c.locked, c.del_flag = 'Y' as deleted, not c.latest as superseded,
        md5(coalesce((select string_agg(p::text, ' ' order by p.page, p.row_no) from case_page_row p
          where p.sponsor_key = c.sponsor_key and p.case_key = c.case_key), '')) as digest
      from pv_case c where c.sponsor_key = ${SPONSOR} order by c.case_key`.execute(trx),
  );
  return new Map(rows.map((row) => [row.caseKey, row]));
};

export const signaturesOf = async ({ server }: SimulationView): Promise<Map<number, number>> => {
  const { rows } = await server.read((trx) =>
    sql<{ caseKey: number; count: number }>`
      select case_key as "caseKey", count(*)::int as count from signature
      where sponsor_key = ${SPONSOR} and status_id in ('REVIEW', 'LOCK') group by case_key`.execute(trx),
  );
  return new Map(rows.map(({ caseKey, count }) => [caseKey, count]));
};

/** Fills what the simulation knows with the cases of the demo. */
export async function learnVersions(simulation: SimulationView): Promise<void> {
  const signatures = await signaturesOf(simulation);
  for (const { digest: _, ...flags } of (await readStored(simulation)).values()) {
    const { caseKey } = flags;
    simulation.versions.set(caseKey, {
      ...flags,
      nullified: false,
      signatures: signatures.get(caseKey) ?? 0,
    });
  }
}

const FLAGS = ['reviewed', 'locked', 'deleted', 'superseded'] as const;

/** Flags are those that were set; what is closed, and what nobody touched, has the content that it had. */
function storedAsKnown(): Invariant {
  let before = new Map<number, StoredVersion>();
  return {
    name: 'stored as known',
    every: 1,
    check: async (simulation, { touched }) => {
      const now = await readStored(simulation);
      for (const version of simulation.versions.values()) {
        const found = now.get(version.caseKey);
        if (!found) throw new Violation('stored as known', `version ${version.caseKey} is gone`);
        const wrong = FLAGS.filter((flag) => found[flag] !== version[flag]);
        if (wrong.length > 0)
          throw new Violation('stored as known', `${wrong.join(', ')} of ${version.caseKey} is not as set`);
        const isSame = (before.get(version.caseKey)?.digest ?? found.digest) === found.digest;
        if (!isSame && !mayChange(version, touched))
          throw new Violation('stored as known', `the content of ${version.caseKey} has changed`);
      }
      for (const caseKey of now.keys())
        if (!simulation.versions.has(caseKey))
          throw new Violation('stored as known', `version ${caseKey} is there, and nobody knows why`);
      before = now;
    },
  };
}

const mayChange = (version: KnownVersion, touched: Deed['touched']): boolean =>
  touched === 'any' || (touched.includes(version.caseKey) && !version.locked && !version.deleted);

async function verifyChains(simulation: SimulationView, caseKeys: Iterable<number>): Promise<void> {
  const { deps, read } = simulation.server;
  await read(async (trx) => {
    const roots = new Set<number>();
    for (const caseKey of caseKeys)
      roots.add((await findCase(trx, SPONSOR, caseKey))?.root_case_key ?? caseKey);
    for (const root of roots) {
      const { whole, problem, differences } = await verifyCase(trx, caseChain(SPONSOR, root), {
        keys: deps.auditKeys,
        anchored: null,
        catalogue: deps.catalogue,
      });
      if (!whole)
        throw new Violation(
          'replay is the case',
          `chain ${root}: ${problem} ${JSON.stringify(differences[0] ?? '')}`,
        );
    }
  });
}

const replayOfTouched: Invariant = {
  name: 'replay is the case',
  every: 1,
  check: (simulation, { touched }) =>
    touched === 'any' ? Promise.resolve() : verifyChains(simulation, touched),
};

const replayOfAll: Invariant = {
  name: 'replay is the case, of all',
  every: 40,
  check: (simulation) => verifyChains(simulation, simulation.versions.keys()),
};

export const recordInvariants = (): Invariant[] => [storedAsKnown(), replayOfTouched, replayOfAll];
