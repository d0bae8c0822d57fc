/** Keeps the reports that cases owe receivers, and until when. */
import { dayAt } from '../../shared/dates/zonedDay.ts';
import { caseReader } from '../../shared/expressions/caseReader.ts';
import { caseScope } from '../../shared/expressions/scope.ts';
import { earliestDue, itemsOfObligations, obligations, unmet } from '../../shared/obligations/obligations.ts';
import { findCase } from '../cases/record/case.store.ts';
import { contentOf, type PageDoc } from '../cases/record/pageDoc.ts';
import type { CaseProjection, ProjectionRules, WrittenCase } from '../projections/projection.ts';
import { pagesOfItems } from '../projections/touched.ts';
import type { Trx } from '../storage/database.ts';
import {
  dueReportsOf,
  findSent,
  findVersionBefore,
  putDueReports,
  putDueReportsOfCase,
} from './dueReports.store.ts';

/** What a date without its day may mean stays what it meant when the case was written, whenever it is rebuilt. */
export const dueReports: CaseProjection = {
  name: 'dueReports',
  revision: 1,
  refresh: 'inTransaction',
  readsDocs: true,
  // the rules, what they read, and whose days are counted
  version: ({ catalogue, timeZone }) => `${catalogue.whole.version} ${timeZone}`,
  pages: ({ whole }, touched) =>
    pagesOfItems(whole, itemsOfObligations(whole), touched?.facts?.size ? undefined : touched),
  rebuild: async (trx, rules, { sponsorKey, cases, docsOf }) => {
    const changed: number[] = [];
    for (const one of cases) {
      const receiversChanged = await rebuildCase(trx, rules, {
        ...one,
        sponsorKey,
        docs: await docsOf(one.caseKey),
      });
      if (receiversChanged) changed.push(one.caseKey);
    }
    return changed;
  },
};

/**
 * Older versions retain their due reports of the time at which the newer one was made. A deleted case has none.
 * Answers whether the receivers changed.
 */
async function rebuildCase(
  trx: Trx,
  { catalogue: { whole }, timeZone }: ProjectionRules,
  { sponsorKey, caseKey, at, docs }: WrittenCase & { sponsorKey: number; docs: readonly PageDoc[] },
): Promise<boolean> {
  const found = await findCase(trx, sponsorKey, caseKey);
  if (!found?.latest) return false;
  const dayOf = (moment: Date): string => dayAt(moment.getTime(), timeZone);
  const before = await findVersionBefore(trx, found);
  const facts = {
    scope: caseScope(whole, caseReader(whole, contentOf(docs))),
    isFirst: !before,
    createdDay: dayOf(found.created_at),
    timeZone,
    sent: (await findSent(trx, found)).map(({ receiver, at: day }) => ({ receiver, day: dayOf(day) })),
    before: before ? await dueReportsOf(trx, before) : [],
  };
  const due = found.del_flag === 'Y' ? [] : obligations(facts, whole.obligations, dayOf(at));
  const receivers = unmet(due)
    .map(({ receiver }) => receiver)
    .toSorted();
  const receiversBefore = await putDueReports(trx, found, due);
  await putDueReportsOfCase(trx, found, { due: earliestDue(due), receivers });
  return String(receivers) !== String(receiversBefore);
}
