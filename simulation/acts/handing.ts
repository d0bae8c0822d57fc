/** Cases are handed out on paper: as a message that a user takes along, and as a list made a file. */
import { sql } from 'kysely';
import { downloadReport, startListExport } from '../../shared/contract/index.ts';
import { HOUR_MS } from '../simulatedClock.ts';
import { SPONSOR, type Account } from '../simulatedServer.ts';
import type { Act, KnownVersion, Simulation } from '../simulation.types.ts';
import { Violation } from '../violation.ts';
import { deed, refusedAs, tracedDeed } from './choices.ts';

const BY = 'sponsor.admin';

interface OwingVersion {
  version: KnownVersion;
  receiver: string;
}

/** Versions with a receiver that they owe a report. */
export async function owingVersions({ server, versions }: Simulation): Promise<OwingVersion[]> {
  const { rows } = await server.read((trx) =>
    sql<{ caseKey: number; receiver: string }>`
      select o.case_key as "caseKey", receiver from case_obligation o join pv_case using (sponsor_key, case_key)
      where o.sponsor_key = ${SPONSOR} and met is null and latest and del_flag = 'N' order by 1, 2`.execute(
      trx,
    ),
  );
  return rows.flatMap(({ caseKey, receiver }) => {
    const version = versions.get(caseKey);
    return version ? [{ version, receiver }] : [];
  });
}

const takeMessage = ({ server }: Simulation, by: Account, caseKey: number, receiver: string | undefined) =>
  server.call(by, downloadReport, {
    params: { caseKey, reportId: 'XML' },
    query: receiver === undefined ? {} : { receiver },
  });

/** The text of the message of a version, taken along by a user. */
export async function readMessage(simulation: Simulation, by: Account, caseKey: number): Promise<string> {
  const answer = await takeMessage(simulation, by, caseKey, undefined);
  if (!answer.success) throw new Violation('messages', `there is none of ${caseKey}: ${refusedAs(answer)}`);
  return String(answer.data);
}

/** A user hands over a report that is due, which the case then no longer owes. */
const handOver: Act = {
  name: 'hand over',
  weight: 3,
  run: async (simulation) => {
    const owing = await owingVersions(simulation);
    if (owing.length === 0) return null;
    const { version, receiver } = simulation.chance.pick(owing);
    const { caseKey } = version;
    const answer = await takeMessage(simulation, BY, caseKey, receiver);
    return tracedDeed(simulation, BY, `hands ${caseKey} over to ${receiver}`, answer, [caseKey], '');
  },
};

/** The list of cases as a file that the user waits for; half of the times until its day is over. */
const exportList: Act = {
  name: 'export list',
  weight: 4,
  run: async ({ server, chance }) => {
    const answer = await server.call(BY, startListExport, {
      params: { menuId: 'MU-CS' },
      body: { exportKey: server.deps.newUuid(), query: { format: 'CSV' } },
    });
    await server.runJob('list-export.makeFile');
    if (chance.percent(50)) {
      server.clock.advance(25 * HOUR_MS);
      await server.runJob('process-deadline');
    }
    return { ...deed(BY, 'has the list of cases made a file', answer, []), touched: 'any' };
  },
};

export const handingActs: readonly Act[] = [handOver, exportList];
