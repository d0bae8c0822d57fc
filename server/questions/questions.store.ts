/** Queries on questions at fields of cases. They take the transaction they are part of, and decide nothing. */
import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely';
import type { Sight } from '../../shared/blinding/sight.ts';
import type { QuestionState } from '../../shared/questions/questions.ts';
import type { CaseRecord } from '../cases/record/case.store.ts';
import { quotedText, quotesOf } from '../cases/record/quotedText.store.ts';
import type { Trx } from '../storage/database.ts';
import type { CaseQuestionStepTable, CaseQuestionTable } from '../storage/workTables.ts';

export type Question = Selectable<CaseQuestionTable>;

type OfCase = Pick<CaseRecord, 'sponsor_key' | 'root_case_key'>;

/** Whose item is none of these. */
const isVisible = (hidden: readonly string[]) => sql<boolean>`item_id <> all(${[...hidden]}::text[])`;

/** Of all versions of the case, the newest first, without those at the hidden items. */
export const findQuestions = (trx: Trx, { sponsor_key, root_case_key }: OfCase, hidden: readonly string[]) =>
  trx
    .selectFrom('case_question as q')
    .innerJoin('app_user as by', 'by.user_key', 'q.asker')
    .leftJoin('app_user as of', 'of.user_key', 'q.addressee')
    .leftJoin('outbox_email as e', 'e.email_key', 'q.mail_key')
    .selectAll('q')
    .select(['by.name as asker_name', 'of.name as addressee_name'])
    .select(['e.recipient as mailed_to', 'e.state as mail_state', 'e.delivery as mail_delivery'])
    .select((of) =>
      of
        .selectFrom('submission_message as m')
        .select('m.batch_key')
        .whereRef('m.sponsor_key', '=', 'q.sponsor_key')
        .whereRef('m.correction_key', '=', 'q.question_key')
        .limit(1)
        .as('batch_key'),
    )
    .where('q.sponsor_key', '=', sponsor_key)
    .where('q.root_case_key', '=', root_case_key)
    .where(isVisible(hidden))
    .orderBy('q.question_key', 'desc')
    .execute();

/** The words of a step (`s`); null: they are those of a receiver, and may quote what the user does not see. */
export const stepText = (user: Sight, rootCaseKey: RawBuilder<number>): RawBuilder<string | null> =>
  quotedText(user, sql`s.text`, quotesOf(rootCaseKey));

/** Of questions of one case, with the words that the user may see. */
export const findSteps = (
  trx: Trx,
  { sponsor_key, root_case_key }: OfCase,
  user: Sight,
  questionKeys: readonly number[],
) =>
  questionKeys.length === 0
    ? Promise.resolve([])
    : trx
        .selectFrom('case_question_step as s')
        .select(['s.question_key', 's.type', 's.at', 's.user_name'])
        .select(stepText(user, sql`${root_case_key}::bigint`).as('text'))
        .where('s.sponsor_key', '=', sponsor_key)
        .where('s.question_key', 'in', questionKeys)
        .orderBy('s.question_key')
        .orderBy('s.step_no')
        .execute();

/** One of the case, locked for a change. */
export const lockQuestion = (
  trx: Trx,
  { sponsor_key, root_case_key }: OfCase,
  questionKey: number,
): Promise<Question | undefined> =>
  trx
    .selectFrom('case_question')
    .selectAll()
    .where('sponsor_key', '=', sponsor_key)
    .where('root_case_key', '=', root_case_key)
    .where('question_key', '=', questionKey)
    .forUpdate()
    .executeTakeFirst();

/** Answers its key. */
export async function insertQuestion(trx: Trx, question: Insertable<CaseQuestionTable>): Promise<number> {
  const { question_key } = await trx
    .insertInto('case_question')
    .values(question)
    .returning('question_key')
    .executeTakeFirstOrThrow();
  return question_key;
}

/** Behind the other steps of the question, which the caller has locked. */
export async function insertStep(
  trx: Trx,
  { sponsor_key, question_key, ...step }: Omit<Insertable<CaseQuestionStepTable>, 'step_no'>,
): Promise<void> {
  await trx
    .insertInto('case_question_step')
    .values({
      sponsor_key,
      question_key,
      ...step,
      step_no: sql<number>`(select count(*) + 1 from case_question_step
        where sponsor_key = ${sponsor_key} and question_key = ${question_key})`,
    })
    .execute();
}

export async function setQuestionState(
  trx: Trx,
  { sponsor_key, question_key }: Pick<Question, 'sponsor_key' | 'question_key'>,
  state: QuestionState,
  changedAt: Date,
): Promise<void> {
  await trx
    .updateTable('case_question')
    .set({ state, changed_at: changedAt })
    .where('sponsor_key', '=', sponsor_key)
    .where('question_key', '=', question_key)
    .execute();
}

/** Not answered and not closed, without those at the hidden items. */
export async function countOpenQuestions(
  trx: Trx,
  { sponsor_key, root_case_key }: OfCase,
  hidden: readonly string[],
): Promise<number> {
  const { count } = await trx
    .selectFrom('case_question')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('sponsor_key', '=', sponsor_key)
    .where('root_case_key', '=', root_case_key)
    .where('state', '=', 'open')
    .where(isVisible(hidden))
    .executeTakeFirstOrThrow();
  return count;
}

/** The address of mails of a user who may work for the sponsor at the time; null: none. */
export async function mailOf(
  trx: Trx,
  { sponsorKey, userKey, at }: { sponsorKey: number; userKey: number; at: Date },
): Promise<string | null> {
  const found = await trx
    .selectFrom('app_user as u')
    .innerJoin('user_sponsor as us', 'us.user_key', 'u.user_key')
    .select('u.email')
    .where('us.sponsor_key', '=', sponsorKey)
    .where('u.user_key', '=', userKey)
    .where('u.active', '=', true)
    .where(sql<boolean>`takes_part(us, ${at}::timestamptz)`)
    .executeTakeFirst();
  return found?.email ?? null;
}
