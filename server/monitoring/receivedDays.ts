/** The days that figures of versions count by, and questions of a period, stored with each version (decisions 0312, 0432, 0757). */
import { blindedRoles } from '../../shared/blinding/inheritBlinding.ts';
import { dayAt } from '../../shared/dates/zonedDay.ts';
import { DAY_ZERO_ROLES, dayZero, latestDay } from '../../shared/obligations/dayZero.ts';
import type { PageDoc } from '../cases/record/pageDoc.ts';
import { dateEntriesOf } from '../obligations/dateEntries.ts';
import type { CaseProjection, ProjectionRules } from '../projections/projection.ts';
import { pagesOfRoles } from '../projections/touched.ts';
import {
  findReceivedVersions,
  putReceivedDays,
  type ReceivedDays,
  type ReceivedVersion,
} from './receivedDays.store.ts';

export const receivedDays: CaseProjection = {
  name: 'receivedDays',
  revision: 4,
  refresh: 'inTransaction',
  // the newest version by a data lock point may be superseded since
  ofSuperseded: true,
  readsDocs: true,
  // everybody sees the days: they come from documents without blinded values
  version: ({ catalogue: { whole }, timeZone }) => `${blindedRoles(whole)} ${timeZone}`,
  pages: ({ whole }, touched) => pagesOfRoles(whole, DAY_ZERO_ROLES, touched),
  rebuild: async (trx, rules, { sponsorKey, cases, docsOf }) => {
    const writtenAt = new Map(cases.map(({ caseKey, at }) => [caseKey, at]));
    const versions = await findReceivedVersions(trx, sponsorKey, [...writtenAt.keys()]);
    const days: ReceivedDays[] = [];
    for (const version of versions) {
      const { caseKey, createdAt } = version;
      const at = writtenAt.get(caseKey) ?? createdAt;
      days.push(daysOf(rules, version, { at, docs: await docsOf(caseKey) }));
    }
    await putReceivedDays(trx, sponsorKey, days);
  },
};

/**
 * Day 0 of the version, which its deadlines count from; the day it was registered where the date has no day. `at`: when it
 * was last written.
 */
function daysOf(
  { catalogue: { whole }, timeZone }: ProjectionRules,
  { caseKey, createdAt, isFirst }: ReceivedVersion,
  { at, docs }: { at: Date; docs: readonly PageDoc[] },
): ReceivedDays {
  const dayOf = (moment: Date): string => dayAt(moment.getTime(), timeZone);
  const registered = dayOf(createdAt);
  const dateEntries = dateEntriesOf(whole, docs, timeZone);
  const { mostRecentInformation, firstReceived } = dateEntries;
  const dates = {
    mostRecentInformation: mostRecentInformation?.text ?? null,
    firstReceived: firstReceived?.text ?? null,
  };
  const zero = dayZero({ dates, dateEntries, isFirst, createdDay: registered, timeZone }, dayOf(at));
  const hasDay = zero.written !== null && latestDay(zero.written, timeZone)?.known === true;
  const first = dates.firstReceived === null ? null : latestDay(dates.firstReceived, timeZone);
  return { caseKey, received: hasDay ? zero.day : registered, registered, firstReceived: first?.day ?? null };
}
