/** Queries on recommendations. They decide nothing. */
import { sql, type Insertable, type Selectable } from 'kysely';
import type {
  AiCodingChoiceTable,
  AiRecommendationTable,
  StoredSuggestion,
} from '../storage/codingTables.ts';
import type { Trx } from '../storage/database.ts';

export type Recommendation = Selectable<AiRecommendationTable>;

/** The recommendation for this question, if it was asked before. */
export const findQuestion = (
  trx: Trx,
  sponsorKey: number,
  question: string,
): Promise<Recommendation | undefined> =>
  trx
    .selectFrom('ai_recommendation')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where('question', '=', question)
    .executeTakeFirst();

export const findRecommendations = (
  trx: Trx,
  sponsorKey: number,
  keys: readonly string[],
): Promise<Recommendation[]> =>
  trx
    .selectFrom('ai_recommendation')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where('recommendation_key', 'in', [...keys])
    .execute();

/** Answers the row that is there now, of two that ask at once the first one's, and whether it is this one. */
export async function putRecommendation(
  trx: Trx,
  recommendation: Insertable<AiRecommendationTable>,
): Promise<{ recommendation: Recommendation; isNew: boolean }> {
  const put = await trx
    .insertInto('ai_recommendation')
    .values(recommendation)
    .onConflict((same) => same.columns(['sponsor_key', 'question']).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (put) return { recommendation: put, isNew: true };
  const first = await trx
    .selectFrom('ai_recommendation')
    .selectAll()
    .where('sponsor_key', '=', recommendation.sponsor_key)
    .where('question', '=', recommendation.question)
    .executeTakeFirstOrThrow();
  return { recommendation: first, isNew: false };
}

export interface Answer {
  answer: readonly StoredSuggestion[];
  engine: string;
  engineVersion: string;
  failure: string | null;
}

export const putAnswer = (
  trx: Trx,
  sponsorKey: number,
  recommendationKey: string,
  { answer, engine, engineVersion, failure }: Answer,
) =>
  trx
    .updateTable('ai_recommendation')
    .set({ answer: JSON.stringify(answer), engine, engine_version: engineVersion, failure })
    .where('sponsor_key', '=', sponsorKey)
    .where('recommendation_key', '=', recommendationKey)
    .execute();

/** Deletes recommendations that are older than any open page. */
export const deleteRecommendationsBefore = (trx: Trx, sponsorKey: number, before: Date) =>
  trx
    .deleteFrom('ai_recommendation')
    .where('sponsor_key', '=', sponsorKey)
    .where('requested_at', '<', before)
    .execute();

export const putChoices = (trx: Trx, choices: readonly Insertable<AiCodingChoiceTable>[]) =>
  trx
    .insertInto('ai_coding_choice')
    .values([...choices])
    .execute();

export const findDictionaryRelease = (trx: Trx, releaseNo: number) =>
  sql<{ version: string }>`select version from dictionary_release where release_no = ${releaseNo}`.execute(
    trx,
  );
