/** Keeps what cases owe receivers, and until when, as the cases say it. */
import { dayAt } from '../../shared/dates/zonedDay.ts';
import { caseReader } from '../../shared/expressions/caseReader.ts';
import { caseScope } from '../../shared/expressions/scope.ts';
import { earliestDue, itemsOfObligations, obligations } from '../../shared/obligations/obligations.ts';
import type { Deps } from '../deps.ts';
import type { Trx } from '../storage/database.ts';
import { findCase, findDocs } from './case.store.ts';
import { pagesOfItems } from './followedPages.ts';
import type { CaseFollower, WrittenCase } from './followers.ts';
import {
  findOwed,
  findSent,
  findTimeZone,
  findVersionBefore,
  putDueDate,
  putOwed,
} from './obligations.store.ts';
import { contentOf } from './pageDoc.ts';
import { noteWritten } from './warnings.ts';

type World = Pick<Deps, 'catalogue'>;

export const obligationsFollower: CaseFollower = {
  pages: (whole, touched) => pagesOfItems(whole, itemsOfObligations(whole), touched),
  follow: deriveObligations,
};

/** After something else than its content changed: deletion, a report that went out, the versions around it. */
export async function refreshObligations(
  trx: Trx,
  deps: World,
  written: Omit<WrittenCase, 'content'>,
): Promise<void> {
  const { whole } = deps.catalogue;
  const pages = pagesOfItems(whole, itemsOfObligations(whole));
  const docs = await findDocs(trx, written.sponsorKey, written.caseKey, pages);
  await deriveObligations(trx, deps, { ...written, content: contentOf(docs) });
  // whose rules the case is judged by
  await noteWritten(trx, written);
}

/** Older versions keep what they owed when the newer one was made: it goes on from there. A deleted case owes nothing. */
async function deriveObligations(
  trx: Trx,
  { catalogue: { whole } }: World,
  { sponsorKey, caseKey, content, at }: WrittenCase,
): Promise<void> {
  const found = await findCase(trx, sponsorKey, caseKey);
  if (!found?.latest) return;
  const timeZone = await findTimeZone(trx, sponsorKey);
  const dayOf = (moment: Date): string => dayAt(moment.getTime(), timeZone);
  const before = await findVersionBefore(trx, found);
  const facts = {
    scope: caseScope(whole, caseReader(whole, content)),
    isFirst: !before,
    made: dayOf(found.created_at),
    timeZone,
    sent: (await findSent(trx, found)).map(({ receiver, at: day }) => ({ receiver, day: dayOf(day) })),
    before: before ? await findOwed(trx, before) : [],
  };
  const owed = found.del_flag === 'Y' ? [] : obligations(facts, whole.obligations, dayOf(at));
  await putOwed(trx, found, owed);
  await putDueDate(trx, found, earliestDue(owed));
}
