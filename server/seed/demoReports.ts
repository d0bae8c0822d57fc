/** Reports of the demo that went out: those due long ago. What is due these days is left to do. */
import { dayAfter, dayAt } from '../../shared/dates/zonedDay.ts';
import { recordDistribution } from '../cases/lifecycle/distribution.ts';
import type { Deps } from '../deps.ts';
import { inSponsor } from '../storage/database.ts';
import { dueReports } from './dueReports.ts';

/** Few overdue reports are this late. */
const LATE_DAYS = 4;
const SENDER = { userKey: null, userId: 'case.editor', userName: 'Mina Park' };

export async function seedDemoReports(deps: Deps, sponsorKey: number): Promise<void> {
  const at = deps.clock.now();
  const longAgo = dayAfter(dayAt(at.getTime(), 'UTC'), -LATE_DAYS);
  await inSponsor(deps.db, sponsorKey, async (trx) => {
    const reports = await dueReports(trx, sponsorKey)
      .where('o.due', '<', longAgo)
      .orderBy('o.case_key')
      .orderBy('o.receiver')
      .execute();
    for (const { case_key: caseKey, receiver } of reports)
      await recordDistribution(trx, deps, {
        sponsorKey,
        caseKey,
        at,
        user: SENDER,
        reportId: 'XML',
        receiver,
      });
  });
}
