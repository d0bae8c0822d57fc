/** The job that finds the events of a study after its source was read or its rules were changed. */
import { catalogueOfSponsor } from '../accounts/sponsors.store.ts';
import type { CataloguesWorld } from '../catalogue/catalogues.ts';
import { enqueue } from '../jobs/enqueue.store.ts';
import { FinalFailure, type JobHandler, type JobKind } from '../jobs/job.types.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { UuidWorld } from '../ports/uuid.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../storage/database.ts';
import type { SourceStudy } from '../study-data/studyData.store.ts';
import { findEvents } from './findEvents.ts';
import { findLinkedStudies } from './sync.store.ts';

interface Finding extends Omit<SourceStudy, 'sponsorKey'> {
  /** also in rows that did not change, since the rules did */
  all: boolean;
}

const FIND_SYNC_EVENTS: JobKind<Finding> = { kind: 'find-sync-events' };

/** Call it in the transaction that stores rows of the study, or its rules. */
export const enqueueFinding = (
  trx: Trx,
  { sponsorKey, sourceKey, studyOid }: SourceStudy,
  { at, all = false }: { at: Date; all?: boolean },
) =>
  enqueue(trx, {
    kind: FIND_SYNC_EVENTS,
    sponsorKey,
    payload: { sourceKey, studyOid, all },
    at,
    dedupeKey: `${sourceKey} ${studyOid} ${all}`,
  });

type World = DatabaseWorld & ClockWorld & UuidWorld & CataloguesWorld;

/** It writes into no case. A study that is not linked, or that has no rules, has no events. */
export const eventFinder = (world: World): JobHandler<Finding> => ({
  kind: FIND_SYNC_EVENTS,
  run: async ({ sponsorKey, payload: { all, ...source } }, { signal }) => {
    const [study] = await inSponsor(world.db, sponsorKey, (trx) =>
      findLinkedStudies(trx, sponsorKey, source),
    );
    if (!study) return;
    const catalogue = await catalogueOfSponsor(world, sponsorKey);
    const found = await findEvents({ ...world, catalogue }, study, { all, signal });
    if (!found) return;
    const [first] = found.tooLong;
    // what was found is stored; the rest needs other rules
    if (first)
      throw new FinalFailure(
        `the mapping rules of ${study.studyOid} take too long for ${found.tooLong.length} subjects, in the rules up to ${first.itemId}`,
      );
  },
});
