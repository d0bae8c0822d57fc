/** Keeps what cases owe receivers, and until when, as the cases say it. */
import { dayAt } from '../../shared/dates/zonedDay.ts';
import { caseReader } from '../../shared/expressions/caseReader.ts';
import { caseScope } from '../../shared/expressions/scope.ts';
import { earliestDue, itemsOfObligations, obligations, unmet } from '../../shared/obligations/obligations.ts';
import type { Deps } from '../deps.ts';
import { inSponsor, type Trx } from '../storage/database.ts';
import { findCase, findDocs } from './case.store.ts';
import { pagesOfItems } from './followedPages.ts';
import type { CaseFollower, WrittenCase } from './followers.ts';
import {
  claimOwing,
  findOwed,
  findSent,
  findTimeZone,
  findVersionBefore,
  markOwed,
  putOwedOfCase,
  putOwed,
} from './obligations.store.ts';
import { contentOf } from './pageDoc.ts';
import { everySponsor } from './sponsors.ts';
import { findOwedReceivers } from './warnings.store.ts';
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
  await readAndDerive(trx, deps, written);
  // whose rules the case is judged by
  await noteWritten(trx, written);
}

/**
 * Derives what cases owe by the rules, and by the calendar, that hold now where it was derived with others; one after the
 * other. What a date without its day may mean stays what it meant when the case was written.
 */
export async function followRules(
  world: Pick<Deps, 'db' | 'catalogues'>,
  signal?: AbortSignal,
): Promise<void> {
  for await (const { sponsorKey, catalogue } of everySponsor(world))
    while (!signal?.aborted && (await followNext(world, { catalogue }, sponsorKey)));
}

/** Answers whether there was one. */
const followNext = ({ db }: Pick<Deps, 'db'>, world: World, sponsorKey: number): Promise<boolean> =>
  inSponsor(db, sponsorKey, async (trx) => {
    const owedWith = versionOf(world, await findTimeZone(trx, sponsorKey));
    const caseKey = await claimOwing(trx, sponsorKey, owedWith);
    const found = caseKey === null ? undefined : await findCase(trx, sponsorKey, caseKey);
    if (!found) return false;
    const watched = { sponsorKey, caseKey: found.case_key };
    const before = String((await findOwedReceivers(trx, watched)).sort());
    await readAndDerive(trx, world, { ...watched, at: found.updated_at });
    const after = String((await findOwedReceivers(trx, watched)).sort());
    // whose rules the case is judged by
    if (after !== before) await noteWritten(trx, watched);
    // an older version is looked at, and left as it is
    await markOwed(trx, watched, owedWith);
    return true;
  });

/** Changes with the rules, with what they read, and with whose days are counted. */
const versionOf = ({ catalogue }: World, timeZone: string): string =>
  `${catalogue.whole.version} ${timeZone}`;

async function readAndDerive(trx: Trx, world: World, written: Omit<WrittenCase, 'content'>): Promise<void> {
  const { whole } = world.catalogue;
  const pages = pagesOfItems(whole, itemsOfObligations(whole));
  const docs = await findDocs(trx, written.sponsorKey, written.caseKey, pages);
  await deriveObligations(trx, world, { ...written, content: contentOf(docs) });
}

/** Older versions keep what they owed when the newer one was made: it goes on from there. A deleted case owes nothing. */
async function deriveObligations(
  trx: Trx,
  world: World,
  { sponsorKey, caseKey, content, at }: WrittenCase,
): Promise<void> {
  const { whole } = world.catalogue;
  const found = await findCase(trx, sponsorKey, caseKey);
  if (!found?.latest) return;
  const timeZone = await findTimeZone(trx, sponsorKey);
  const dayOf = (moment: Date): string => dayAt(moment.getTime(), timeZone);
  const before = await findVersionBefore(trx, found);
  const facts = {
    scope: caseScope(whole, caseReader(whole, content)),
    isFirst: !before,
    createdDay: dayOf(found.created_at),
    timeZone,
    sent: (await findSent(trx, found)).map(({ receiver, at: day }) => ({ receiver, day: dayOf(day) })),
    before: before ? await findOwed(trx, before) : [],
  };
  const owed = found.del_flag === 'Y' ? [] : obligations(facts, whole.obligations, dayOf(at));
  await putOwed(trx, found, owed);
  const receivers = unmet(owed)
    .map(({ receiver }) => receiver)
    .toSorted();
  await putOwedOfCase(trx, found, { due: earliestDue(owed), receivers });
  await markOwed(trx, { sponsorKey, caseKey }, versionOf(world, timeZone));
}
