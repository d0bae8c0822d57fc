/** Decisions about differences between a study and its cases. */
import type { BodyOf, DataOf, decideReconciliation } from '../../../shared/contract/index.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { findDifferenceKeys } from '../../sync/reconciliation.store.ts';
import { insertDecision } from '../../sync/sync.store.ts';
import { differenceReading } from './differenceReading.ts';
import { openStudy, type SyncCaller } from './syncCaller.ts';

/** A difference that is no longer there needs no decision. */
export const decide = (
  deps: CatalogueWorld & ClockWorld & DatabaseWorld,
  { user }: SyncCaller,
  studyKey: number,
  { subjects, decision, comment }: BodyOf<typeof decideReconciliation>,
): Promise<DataOf<typeof decideReconciliation>> =>
  inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const study = await openStudy(trx, user, studyKey);
    const known = await findDifferenceKeys(trx, differenceReading(deps, user, study), subjects);
    for (const subject of known)
      await insertDecision(trx, {
        sponsor_key: user.sponsorKey,
        study_key: studyKey,
        subject,
        decision,
        comment: comment.trim(),
        at: deps.clock.now(),
        user_key: user.userKey,
        user_name: user.userName,
      });
    return { decided: known.length };
  });
