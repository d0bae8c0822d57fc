/** An invented answer of a receiver of the demo, which did not accept a report. */
import type { Deps } from '../deps.ts';
import { inSponsor } from '../storage/database.ts';
import { dueReports } from './dueReports.ts';

const DAY_MS = 86_400_000;
/** code of an answer to one report that was not accepted (E2B code list of acknowledgements) */
const REJECTED = 'CR';
const WHY = 'The dictionary version that the reaction is coded with is not supported.';

/** To a report of a case that owes one. The demo cases must be there. */
export const seedDemoAnswers = ({ db, clock }: Deps, sponsorKey: number): Promise<void> =>
  inSponsor(db, sponsorKey, async (trx) => {
    const reports = await dueReports(trx, sponsorKey)
      .where('o.met', 'is', null)
      .orderBy('o.due', 'desc')
      .orderBy('o.case_key')
      .limit(1)
      .executeTakeFirst();
    if (!reports) return;
    const answer = { code: REJECTED, text: WHY, at: new Date(clock.now().getTime() - DAY_MS) };
    await trx
      .insertInto('submission_ack')
      .values({ sponsor_key: sponsorKey, ...reports, ...answer })
      .execute();
  });
