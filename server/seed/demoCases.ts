/** The invented cases of the demo: the same ones every time, dated back from now. */
import { FIRST_SAVE_REASON } from '../../machines/save/save.machine.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { insertCase } from '../cases/lifecycle/insertCase.ts';
import type { Deps } from '../deps.ts';
import { findFirst } from '../dictionaries/entries.store.ts';
import { findUsable } from '../dictionaries/releases.store.ts';
import { inSponsor } from '../storage/database.ts';
import type { Db, Trx } from '../storage/database.ts';
import { demoCase } from './demoCase.ts';
import type { DemoWorld } from './demoCase.ts';
import { daysBefore, goTheWay, waysOfCases } from './demoWorkflow.ts';
import { chanceFrom } from '../../shared/generate/chance.ts';

const CASES = 30;
/** every so many cases there is a follow-up */
const FOLLOW_UP_EACH = 10;
const SEED = 20_260_101;
/** in whose name the cases stand */
const AUTHOR = 'case.editor';

/** Makes the cases of the demo sponsor, all or none. The demo accounts and masters must be there. */
export async function seedDemoCases(deps: Deps): Promise<void> {
  const { sponsorKey, timeZone, ...user } = await findAuthor(deps);
  const now = deps.clock.now();
  await inSponsor(deps.db, sponsorKey, async (trx) => {
    const masters = await findMasters(trx, sponsorKey);
    const chance = chanceFrom(SEED);
    const wayOf = waysOfCases(now);
    for (let number = 1; number <= CASES; number += 1) {
      const sender = chance.pick(masters.senders);
      const world: DemoWorld = { ...deps, ...masters, sender, now };
      const content = demoCase(world, chance, number);
      const way = wayOf(number, receivedOf(deps, content));
      const made = {
        sponsorKey,
        senderKey: sender.sender_key,
        user,
        residue: [],
        source: 'system',
        at: way ? daysBefore(now, way.madeDaysAgo) : now,
      } as const;
      const { caseKey } = await insertCase(trx, deps, { ...made, content, reason: FIRST_SAVE_REASON });
      if (way) await goTheWay(trx, deps, { sponsorKey, caseKey, timeZone }, way);
      if (way || number % FOLLOW_UP_EACH > 0) continue;
      const more = withNews(deps, content);
      await insertCase(trx, deps, {
        ...made,
        content: more,
        reason: 'Follow-up information',
        followUpOf: caseKey,
      });
    }
  });
}

/** The day the first report came (`YYYYMMDD`), as the case says. */
const receivedOf = ({ catalogue: { whole } }: Deps, { values }: CaseContent): string | null =>
  values.find(({ itemId }) => itemId === whole.roles['firstReceived'])?.value ?? null;

/** The author of invented cases, and their sponsor. */
export async function findAuthor({ db }: Deps) {
  const found = await db
    .selectFrom('app_user as u')
    .innerJoin('user_sponsor as us', 'us.user_key', 'u.user_key')
    .innerJoin('sponsor as s', 's.sponsor_key', 'us.sponsor_key')
    .select(['u.user_key', 'u.user_id', 'u.name', 'us.sponsor_key', 's.time_zone'])
    .where('u.user_id', '=', AUTHOR)
    .executeTakeFirstOrThrow();
  return {
    sponsorKey: found.sponsor_key,
    timeZone: found.time_zone,
    userKey: found.user_key,
    userId: found.user_id,
    userName: found.name,
  };
}

export async function findMasters(trx: Trx, sponsorKey: number) {
  const [senders, products, studies] = await Promise.all([
    trx
      .selectFrom('sender')
      .selectAll()
      .where('sponsor_key', '=', sponsorKey)
      .orderBy('sender_key')
      .execute(),
    trx
      .selectFrom('product')
      .selectAll()
      .where('sponsor_key', '=', sponsorKey)
      .orderBy('product_key')
      .execute(),
    trx.selectFrom('study').selectAll().where('sponsor_key', '=', sponsorKey).orderBy('study_key').execute(),
  ]);
  return { senders, products, studies, coding: await findCoding(trx) };
}

/** What reactions and indications are coded with. */
const CODED_BY = 'MEDDRA';
const MAX_TERMS = 500;

/** The first terms of the release in use. */
export async function findCoding(db: Db | Trx): Promise<DemoWorld['coding']> {
  const active = await findUsable(db, CODED_BY, null);
  return {
    dictionary: CODED_BY,
    version: active?.version ?? '',
    terms: active ? await findFirst(db, active.release_no, MAX_TERMS) : [],
  };
}

/** The reporter called again: a longer narrative, and a later date of the newest information. */
function withNews({ catalogue: { whole }, clock }: Deps, { values, rows }: CaseContent): CaseContent {
  const today = clock.now().toISOString().slice(0, 10).replaceAll('-', '');
  const changed: Record<string, (value: string) => string> = {
    [whole.roles['mostRecentInformation'] ?? '']: () => today,
    [whole.roles['creationDate'] ?? '']: () => `${today}000000+0000`,
    [whole.roles['narrative'] ?? '']: (value) =>
      `${value}\nFollow-up: the patient was seen again and feels better.`,
  };
  return {
    rows,
    values: values.map((itemValue) => {
      const change = changed[itemValue.itemId];
      return change && itemValue.value !== null
        ? { ...itemValue, value: change(itemValue.value) }
        : itemValue;
    }),
  };
}
