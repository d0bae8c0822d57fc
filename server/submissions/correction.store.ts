/** Queries on the questions that rejections opened. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import type { Question } from '../questions/questions.store.ts';
import type { Trx } from '../storage/database.ts';
import { isForReceiver, type ReceiverRef, type ReportOrder } from './earlier.store.ts';

interface OfReceiver extends ReceiverRef {
  sponsorKey: number;
  rootCaseKey: number;
}

const openCorrections = (trx: Trx, sponsorKey: number, to: ReceiverRef, rootCaseKeys: readonly number[]) =>
  trx
    .selectFrom('case_question')
    .where('case_question.sponsor_key', '=', sponsorKey)
    .where(sql<boolean>`case_question.root_case_key = any(${[...rootCaseKeys]}::bigint[])`)
    .where('case_question.state', '<>', 'closed')
    .where('case_question.question_key', 'in', (of) =>
      of
        .selectFrom('submission_message as m')
        .innerJoin('submission_batch as b', (join) =>
          join.onRef('b.sponsor_key', '=', 'm.sponsor_key').onRef('b.batch_key', '=', 'm.batch_key'),
        )
        .select((eb) => eb.ref('m.correction_key').$castTo<number>().as('correction_key'))
        .where('m.sponsor_key', '=', sponsorKey)
        .where(isForReceiver(to))
        .where('m.correction_key', 'is not', null),
    );

/** Cases with a question that is not closed, among these. */
export async function findWithCorrections(
  trx: Trx,
  sponsorKey: number,
  to: ReceiverRef,
  rootCaseKeys: readonly number[],
): Promise<Set<number>> {
  const found = await openCorrections(trx, sponsorKey, to, rootCaseKeys)
    .select('case_question.root_case_key')
    .execute();
  return new Set(found.map(({ root_case_key }) => root_case_key));
}

/** Questions of a case by one receiver that are not closed, each with the message whose rejection opened it; locked. */
export const lockCorrections = (
  trx: Trx,
  { sponsorKey, rootCaseKey, ...to }: OfReceiver,
): Promise<(Question & ReportOrder)[]> =>
  openCorrections(trx, sponsorKey, to, [rootCaseKey])
    .innerJoin('submission_message as m', (join) =>
      join
        .onRef('m.sponsor_key', '=', 'case_question.sponsor_key')
        .onRef('m.correction_key', '=', 'case_question.question_key'),
    )
    .innerJoin('pv_case as v', (join) =>
      join.onRef('v.sponsor_key', '=', 'm.sponsor_key').onRef('v.case_key', '=', 'm.case_key'),
    )
    .selectAll('case_question')
    .select(['v.version_no as versionNo', 'm.batch_key as batchKey'])
    .orderBy('case_question.question_key')
    .forUpdate('case_question')
    .execute();

/** The day on which the newest version of a case is due to a receiver; null: it is not. */
export async function findDueDay(
  trx: Trx,
  { sponsorKey, rootCaseKey, receiver }: Omit<OfReceiver, 'receiverKey' | 'authorities'>,
): Promise<string | null> {
  const found = await trx
    .selectFrom('case_obligation as o')
    .innerJoin('pv_case as c', (join) =>
      join.onRef('c.sponsor_key', '=', 'o.sponsor_key').onRef('c.case_key', '=', 'o.case_key'),
    )
    .select('o.due')
    .where('c.sponsor_key', '=', sponsorKey)
    .where('c.root_case_key', '=', rootCaseKey)
    .where('c.latest', '=', true)
    .where('o.receiver', '=', receiver)
    .where('o.met', 'is', null)
    .orderBy('o.due')
    .limit(1)
    .executeTakeFirst();
  return found?.due ?? null;
}
