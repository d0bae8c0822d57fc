/** Queries on recommendations. They decide nothing. */
import { sql, type Insertable, type Selectable } from 'kysely';
import type { AiCodingChoiceTable, AiCodingJobTable, StoredSuggestion } from '../storage/codingTables.ts';
import type { Trx } from '../storage/database.ts';

export type CodingJob = Selectable<AiCodingJobTable>;

/** The job of this question, if it was asked before. */
export const findQuestion = (
  trx: Trx,
  sponsorKey: number,
  question: string,
): Promise<CodingJob | undefined> =>
  trx
    .selectFrom('ai_coding_job')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where('question', '=', question)
    .executeTakeFirst();

export const findJobs = (trx: Trx, sponsorKey: number, jobKeys: readonly string[]): Promise<CodingJob[]> =>
  trx
    .selectFrom('ai_coding_job')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where('job_key', 'in', [...jobKeys])
    .execute();

/** Answers the row that is there now: of two that ask at once the first one's. */
export async function putJob(trx: Trx, job: Insertable<AiCodingJobTable>): Promise<CodingJob> {
  const put = await trx
    .insertInto('ai_coding_job')
    .values(job)
    .onConflict((same) => same.columns(['sponsor_key', 'question']).doNothing())
    .returningAll()
    .executeTakeFirst();
  return (
    put ??
    trx
      .selectFrom('ai_coding_job')
      .selectAll()
      .where('sponsor_key', '=', job.sponsor_key)
      .where('question', '=', job.question)
      .executeTakeFirstOrThrow()
  );
}

/** The job that waits longest, from now on this process's; one whose process died comes again after its lease. */
export async function claimJob(
  trx: Trx,
  sponsorKey: number,
  now: Date,
  leasedUntil: Date,
): Promise<CodingJob | undefined> {
  const due = await trx
    .selectFrom('ai_coding_job')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where((any) =>
      any.or([
        any('state', '=', 'queued'),
        any.and([any('state', '=', 'working'), any('leased_until', '<', now)]),
      ]),
    )
    .orderBy('asked_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!due) return undefined;
  await trx
    .updateTable('ai_coding_job')
    .set({ state: 'working', leased_until: leasedUntil, attempts: due.attempts + 1 })
    .where('sponsor_key', '=', sponsorKey)
    .where('job_key', '=', due.job_key)
    .execute();
  return { ...due, attempts: due.attempts + 1 };
}

export interface Answer {
  answer: readonly StoredSuggestion[];
  engine: string;
  engineVersion: string;
  failure: string | null;
}

export const answerJob = (
  trx: Trx,
  sponsorKey: number,
  jobKey: string,
  { answer, engine, engineVersion, failure }: Answer,
) =>
  trx
    .updateTable('ai_coding_job')
    .set({ state: 'done', answer: JSON.stringify(answer), engine, engine_version: engineVersion, failure })
    .where('sponsor_key', '=', sponsorKey)
    .where('job_key', '=', jobKey)
    .execute();

/** Recommendations nobody can still be looking at. */
export const deleteJobsBefore = (trx: Trx, sponsorKey: number, before: Date) =>
  trx
    .deleteFrom('ai_coding_job')
    .where('sponsor_key', '=', sponsorKey)
    .where('asked_at', '<', before)
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
