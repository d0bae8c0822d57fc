/** Queries of saved pages of monitoring. They take the transaction they are part of, and decide nothing. */
import { sql, type Insertable, type RawBuilder } from 'kysely';
import { limitsOf } from '../../../shared/access/scope.ts';
import type { CatalogueSource } from '../../catalogue/catalogueSource.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Trx } from '../../storage/database.ts';
import { pagesOf } from '../../monitoring/panelRows.ts';
import type { MonitoringRunTable } from '../../storage/monitoringTables.ts';

/** Answers the key; undefined where the month has been closed already. */
export async function insertRun(trx: Trx, run: Insertable<MonitoringRunTable>): Promise<number | undefined> {
  const made = await trx
    .insertInto('monitoring_run')
    .values(run)
    .onConflict((same) => same.columns(['sponsor_key', 'page', 'closes']).doNothing())
    .returning('run_key')
    .executeTakeFirst();
  return made?.run_key;
}

export interface RunReader {
  user: SessionUser;
  catalogue: CatalogueSource;
}

/** A run (`r`) that the user may read: pages and figures of cases that the user may not see are not for them. */
export const visibleRuns = ({ user, catalogue }: RunReader): RawBuilder<boolean> => {
  const mayRead = new Set(pagesOf(catalogue, user));
  const hidden = catalogue.monitoring
    .filter((page) => !mayRead.has(page))
    .map(({ monitoring }) => monitoring);
  return sql<boolean>`r.sponsor_key = ${user.sponsorKey} and r.page <> all(${hidden}::text[])
    and (${limitsOf(user).length === 0}::boolean or r.user_key = ${user.userKey})`;
};

export const findRun = (trx: Trx, reader: RunReader, runKey: number) =>
  trx
    .selectFrom('monitoring_run as r')
    .selectAll()
    .where(visibleRuns(reader))
    .where('r.run_key', '=', runKey)
    .executeTakeFirst();
