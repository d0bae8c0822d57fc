/** Queries on the questions that rejections opened. They take the transaction they are part of, and decide nothing. */
import type { Question } from '../questions/questions.store.ts';
import type { Trx } from '../storage/database.ts';

interface OfReceiver {
  sponsorKey: number;
  rootCaseKey: number;
  receiver: string;
}

/** Of all versions of a case, by one receiver, that are not closed; locked. */
export const lockCorrections = (
  trx: Trx,
  { sponsorKey, rootCaseKey, receiver }: OfReceiver,
): Promise<Question[]> =>
  trx
    .selectFrom('case_question')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where('root_case_key', '=', rootCaseKey)
    .where('state', '<>', 'closed')
    .where('question_key', 'in', (of) =>
      of
        .selectFrom('submission_message as m')
        .innerJoin('submission_batch as b', (join) =>
          join.onRef('b.sponsor_key', '=', 'm.sponsor_key').onRef('b.batch_key', '=', 'm.batch_key'),
        )
        .select((eb) => eb.ref('m.correction_key').$castTo<number>().as('correction_key'))
        .where('m.sponsor_key', '=', sponsorKey)
        .where('m.root_case_key', '=', rootCaseKey)
        .where('b.receiver', '=', receiver)
        .where('m.correction_key', 'is not', null),
    )
    .orderBy('question_key')
    .forUpdate()
    .execute();

/** The day on which the newest version of a case is due to a receiver; null: it is not. */
export async function findDueDay(
  trx: Trx,
  { sponsorKey, rootCaseKey, receiver }: OfReceiver,
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
