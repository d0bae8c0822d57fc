/** What depends on the hour: work around midnight, and the jobs of a night. */
import { sql } from 'kysely';
import { nextMidnight } from '../oracles/days.ts';
import { HOUR_MS, SECOND_MS } from '../simulatedClock.ts';
import { SPONSOR } from '../simulatedServer.ts';
import type { Act, Simulation } from '../simulation.types.ts';
import { followUpOf } from './cases.ts';
import { owingVersions } from './handing.ts';

const zoneOf = async ({ server }: Simulation): Promise<string> => {
  const { rows } = await server.read((trx) =>
    sql<{ zone: string }>`select time_zone as zone from sponsor where sponsor_key = ${SPONSOR}`.execute(trx),
  );
  return rows[0]?.zone ?? 'UTC';
};

const MINUTE_MS = 60 * SECOND_MS;

/** Around midnight of the sponsor, or of UTC, a case that owes a report gets a version. */
const workAtMidnight: Act = {
  name: 'work at midnight',
  weight: 3,
  run: async (simulation) => {
    const { chance, server } = simulation;
    const owing = (await owingVersions(simulation)).filter(({ version }) => !version.locked);
    if (owing.length === 0) return null;
    const now = server.clock.now();
    const zone = chance.percent(70) ? await zoneOf(simulation) : 'UTC';
    const at = nextMidnight(now, zone).getTime() + chance.between(-5, 60) * MINUTE_MS;
    server.clock.advance(Math.max(SECOND_MS, at - now.getTime()));
    return followUpOf(simulation, chance.pick(owing).version);
  },
};

/** A day passes, and every job that is due by then runs once. */
const passNight: Act = {
  name: 'pass the night',
  weight: 5,
  run: async ({ server, chance }) => {
    server.clock.advance(26 * HOUR_MS);
    const kinds = await server.dueKinds();
    for (const kind of chance.pickSome(kinds, kinds.length)) await server.runJob(kind);
    return { what: `a night with ${kinds.length} kinds of jobs`, touched: 'any' };
  },
};

export const hourActs: readonly Act[] = [workAtMidnight, passNight];
