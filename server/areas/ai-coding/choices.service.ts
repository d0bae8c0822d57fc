/** Which recommended codes people took: the ground on which anybody may judge the recommendations. */
import type { BodyOf, DataOf, updateRecommended } from '../../../shared/contract/index.ts';
import { findVisibleCase, requireEditable } from '../../cases/record/caseAccess.ts';
import { findDictionaryRelease, findJobs, putChoices } from '../../coding/jobs.store.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { SessionUser } from '../../http/session.ts';
import { recommendationNotFound } from '../../problems.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';

/** What this module needs of the server. */
type ChoicesWorld = ClockWorld & DatabaseWorld;

type Choices = BodyOf<typeof updateRecommended>['choices'];

/** All of them or none. Throws 404 RECOMMENDATION_NOT_FOUND for one that was not made for this user, or is over. */
export const recordChoices = (
  { db, clock }: ChoicesWorld,
  user: SessionUser,
  dictionary: string,
  choices: Choices,
): Promise<DataOf<typeof updateRecommended>> =>
  inSponsor(db, user.sponsorKey, async (trx) => {
    const asked = choices.map(({ recommendationKey }) => recommendationKey);
    const found = await findJobs(trx, user.sponsorKey, asked);
    const jobs = new Map(found.map((job) => [job.job_key, job]));
    const at = clock.now();
    const taken = [];
    for (const { recommendationKey, code } of choices) {
      const job = jobs.get(recommendationKey);
      if (!job?.answer || !job.engine || job.asked_by !== user.userKey || job.dictionary !== dictionary)
        throw recommendationNotFound(recommendationKey);
      requireEditable(await findVisibleCase(trx, user, job.case_key), user);
      const place = job.answer.findIndex((one) => one.code === code);
      const { rows } = await findDictionaryRelease(trx, job.release_no);
      taken.push({
        ...{ sponsor_key: user.sponsorKey, case_key: job.case_key, item_id: job.item_id },
        ...{ row_no: job.row_no, row_no2: job.row_no2, row_no3: job.row_no3 },
        ...{ dictionary, version: rows[0]?.version ?? '', code },
        rank: place < 0 ? null : place + 1,
        score: job.answer[place]?.score ?? null,
        recommended: job.answer.map((one) => one.code),
        ...{ engine: job.engine, engine_version: job.engine_version ?? '' },
        ...{ at, user_key: user.userKey, user_name: user.userName },
      });
    }
    await putChoices(trx, taken);
    const ranks = taken.map(({ rank }) => rank);
    return {
      rows: taken.length,
      first: ranks.filter((rank) => rank === 1).length,
      other: ranks.filter((rank) => rank !== null && rank > 1).length,
      changed: ranks.filter((rank) => rank === null).length,
    };
  });
