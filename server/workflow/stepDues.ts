/** Brings the due times of cases to what their steps allow now: a case keeps its step for days, and settings change meanwhile. */
import { dueAt } from '../../shared/workflow/due.ts';
import { eachSponsor } from '../accounts/sponsors.store.ts';
import { inSponsor, type DatabaseWorld } from '../storage/database.ts';
import {
  findChangedStep,
  lockCasesIn,
  markStepDue,
  putDueTimes,
  type ChangedStep,
} from './stepDues.store.ts';

/** Cases that are held in one transaction. */
const PORTION = 500;

type World = DatabaseWorld;

/**
 * Every case counts from the moment it came into its step, as if the step had always allowed these days. The way it took
 * says what it said.
 */
export const applyStepDues = (world: World, signal?: AbortSignal): Promise<void> =>
  eachSponsor(
    world.db,
    async (sponsorKey) => {
      while (!signal?.aborted) {
        const step = await inSponsor(world.db, sponsorKey, (trx) => findChangedStep(trx, sponsorKey));
        if (!step) break;
        await applyTo(world, step, signal);
      }
    },
    signal,
  );

async function applyTo({ db }: World, step: ChangedStep, signal?: AbortSignal): Promise<void> {
  for (let after: number | null = 0; after !== null;) {
    if (signal?.aborted) return;
    const from: number = after;
    after = await inSponsor(db, step.sponsor_key, async (trx) => {
      const found = await lockCasesIn(trx, step, from, PORTION);
      const due = found.map(({ case_key, workflow_at }) => ({
        caseKey: case_key,
        dueAt: dueAt(workflow_at, step.due_days, step.time_zone),
      }));
      await putDueTimes(trx, step.sponsor_key, due);
      return found.length === PORTION ? (found.at(-1)?.case_key ?? null) : null;
    });
  }
  await inSponsor(db, step.sponsor_key, (trx) => markStepDue(trx, step));
}
