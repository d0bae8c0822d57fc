/** Which recommended codes users accepted: the data by which recommendations are evaluated. */
import type { BodyOf, DataOf, updateRecommended } from '../../../shared/contract/index.ts';
import { findVisibleCase, requireEditable } from '../../cases/record/caseAccess.ts';
import { findDictionaryRelease, findRecommendations, putChoices } from '../../coding/recommendation.store.ts';
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
    const requestedKeys = choices.map(({ recommendationKey }) => recommendationKey);
    const found = await findRecommendations(trx, user.sponsorKey, requestedKeys);
    const recommendations = new Map(found.map((one) => [one.recommendation_key, one]));
    const at = clock.now();
    const taken = [];
    for (const { recommendationKey, code } of choices) {
      const recommendation = recommendations.get(recommendationKey);
      if (
        !recommendation?.answer ||
        !recommendation.engine ||
        recommendation.requested_by !== user.userKey ||
        recommendation.dictionary !== dictionary
      )
        throw recommendationNotFound(recommendationKey);
      requireEditable(await findVisibleCase(trx, user, recommendation.case_key), user);
      const place = recommendation.answer.findIndex((one) => one.code === code);
      const { rows } = await findDictionaryRelease(trx, recommendation.release_no);
      taken.push({
        sponsor_key: user.sponsorKey,
        case_key: recommendation.case_key,
        item_id: recommendation.item_id,
        row_no: recommendation.row_no,
        row_no2: recommendation.row_no2,
        row_no3: recommendation.row_no3,
        dictionary,
        version: rows[0]?.version ?? '',
        code,
        rank: place < 0 ? null : place + 1,
        score: recommendation.answer[place]?.score ?? null,
        recommended: recommendation.answer.map((one) => one.code),
        engine: recommendation.engine,
        engine_version: recommendation.engine_version ?? '',
        at,
        user_key: user.userKey,
        user_name: user.userName,
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
