/**
 * As many invented cases as wanted, for trying out and measuring lists. The first ones are stories of their own, made as
 * real cases are; the others are copies of them under other numbers, made by the database.
 */
import { markAllStale } from '../projections/projectionState.store.ts';
import { FIRST_SAVE_REASON } from '../../machines/save/save.machine.ts';
import { insertCase } from '../cases/lifecycle/insertCase.ts';
import { nextNumber } from '../cases/record/case.store.ts';
import type { Deps } from '../deps.ts';
import { inSponsor } from '../storage/database.ts';
import { demoCase } from './demoCase.ts';
import { findAuthor, findMasters } from './demoCases.ts';
import { copyCases, takeCaseKeys, type Copy } from './manyCases.store.ts';
import { chanceFrom, type Chance } from '../../shared/generate/chance.ts';

export interface ManyCases {
  count: number;
  /** listed: of the copies only what lists show */
  extent?: 'whole' | 'listed';
  /** stories of their own among them */
  stories?: number;
  onProgress?: (made: number) => void;
}

const STORIES = 500;
const STORIES_AT_ONCE = 50;
const COPIES_AT_ONCE = 2000;
const SEED = 20_260_202;
/** how far back they were made, in minutes: about three years */
const SPREAD_MINUTES = 3 * 365 * 24 * 60;
const MINUTE_MS = 60_000;
/** prefix of their numbers, so that they are not taken for real cases */
const MARK = 'INVENTED';
const DIGITS = 7;

const caseNoOf = (number: number): string => `${MARK}-${String(number).padStart(DIGITS, '0')}`;

/**
 * Makes them for the demo sponsor; accounts and masters of the demo must be there. What else is derived of cases
 * (warnings, search documents) is backfilled by the running server.
 */
export async function seedManyCases(
  deps: Deps,
  { count, extent = 'whole', stories = STORIES, onProgress }: ManyCases,
): Promise<void> {
  const author = await findAuthor(deps);
  const { sponsorKey } = author;
  const chance = chanceFrom(SEED);
  const now = deps.clock.now();
  const madeAt = (): Date => new Date(now.getTime() - chance.between(0, SPREAD_MINUTES) * MINUTE_MS);
  const inTenant = <T>(work: Parameters<typeof inSponsor<T>>[2]) => inSponsor(deps.db, sponsorKey, work);
  const first = await inTenant((trx) => takeNumbers(trx, sponsorKey, count));

  const originals: { caseKey: number; caseNo: string }[] = [];
  while (originals.length < Math.min(count, stories)) {
    const portion = Math.min(STORIES_AT_ONCE, Math.min(count, stories) - originals.length);
    const made = await inTenant(async (trx) => {
      const masters = await findMasters(trx, sponsorKey);
      const cases: typeof originals = [];
      for (let index = 0; index < portion; index += 1) {
        const number = first + originals.length + index;
        const sender = chance.pick(masters.senders);
        cases.push(
          await insertCase(trx, deps, {
            sponsorKey,
            senderKey: sender.sender_key,
            user: author,
            content: demoCase({ ...deps, ...masters, sender, now }, chance, number),
            residue: [],
            source: 'system',
            reason: FIRST_SAVE_REASON,
            caseNo: caseNoOf(number),
            at: madeAt(),
          }),
        );
      }
      return cases;
    });
    originals.push(...made);
    onProgress?.(originals.length);
  }

  for (let made = originals.length; made < count; made += COPIES_AT_ONCE) {
    const portion = Math.min(COPIES_AT_ONCE, count - made);
    await inTenant(async (trx) => {
      const firstKey = await takeCaseKeys(trx, sponsorKey, portion);
      const copies = Array.from({ length: portion }, (_, index): Copy => {
        const original = chance.pick(originals);
        const caseNo = caseNoOf(first + made + index);
        return { of: original, caseKey: firstKey + index, caseNo, at: madeAt(), ...stateBy(chance) };
      });
      await copyCases(trx, sponsorKey, copies, {
        extent,
        author,
        catalogue: deps.catalogue.whole,
        auditKey: deps.auditKeys.current,
      });
    });
    onProgress?.(made + portion);
  }
  await inTenant((trx) => markAllStale(trx, sponsorKey));
}

const stateBy = (chance: Chance) => {
  const reviewed = chance.percent(60);
  return { reviewed, locked: reviewed && chance.percent(50) };
};

/** Answers the first of so many numbers of invented cases. */
async function takeNumbers(
  trx: Parameters<typeof nextNumber>[0],
  sponsorKey: number,
  count: number,
): Promise<number> {
  const first = await nextNumber(trx, sponsorKey, 'invented');
  await trx
    .updateTable('sponsor_seq')
    .set({ last_no: first + count - 1 })
    .where('sponsor_key', '=', sponsorKey)
    .where('seq_name', '=', 'invented')
    .execute();
  return first;
}
