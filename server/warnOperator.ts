/** Warnings of each start: what an operator should change, though the process works as it is. */
import type { FastifyInstance } from 'fastify';
import { CLOCKS_APART_S } from './ports/clock.ts';
import { reportFonts } from './reports/reportFonts.ts';
import { isOwner } from './storage/applicationLogin.ts';
import { secondsAhead } from './storage/clockAhead.ts';
import { lowersAllLetters } from './storage/foldedSql.ts';

export async function warnOperator({ deps, log }: FastifyInstance): Promise<void> {
  if (await isOwner(deps.db))
    log.warn(
      'the application connects to the database as its owner; give it an account of its own (DATABASE_URL), and the ' +
        'owner to the migrations only (MIGRATION_DATABASE_URL)',
    );
  if (!(await lowersAllLetters(deps.db)))
    log.warn(
      'the locale of the database lowers capital letters by other rules than searches do, which miss some texts: move ' +
        'to a database of the locale C.UTF-8',
    );
  // processes take jobs, locks and sessions of each other for left behind where their clocks differ by more
  const seconds = Math.round(await secondsAhead(deps));
  if (Math.abs(seconds) > CLOCKS_APART_S)
    log.warn(
      { secondsAhead: seconds },
      'the clock of this process differs from that of the database: synchronise the clocks of all machines',
    );
  for (const font of reportFonts.missing())
    log.warn(
      { font },
      'a font of reports is not installed: characters that only it has are printed as code points',
    );
}
