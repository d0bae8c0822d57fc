/** Updates the rows of records whose name, columns or search text were computed by other schema files. */
import type { RecordKind } from '../../schemas/compile/catalogue.types.ts';
import { eachSponsorsCatalogue, type SponsorsWorld } from '../accounts/sponsors.store.ts';
import { inSponsor } from '../storage/database.ts';
import { findRecordDocs, lockStaleSummaries, putSummary } from './record.store.ts';
import { summaryOfRecord, summaryVersionOf } from './recordSummary.ts';

/** Records of a transaction. */
const BATCH = 50;

/**
 * Runs until no row is stale; records that are being saved meanwhile are left to their save. `done` remembers the version
 * of the catalogue by which all rows of a sponsor were made, between runs.
 */
export const refreshSummaries = (
  world: SponsorsWorld,
  done = new Map<number, string>(),
  signal?: AbortSignal,
): Promise<void> =>
  eachSponsorsCatalogue(
    world,
    async ({ sponsorKey, catalogue }) => {
      const { version, records } = catalogue.whole;
      if (done.get(sponsorKey) === version) return;
      for (const kind of Object.values(records))
        while (!signal?.aborted && (await refreshSome(world, sponsorKey, kind)) === BATCH);
      if (!signal?.aborted) done.set(sponsorKey, version);
    },
    signal,
  );

/** Returns how many were updated. */
const refreshSome = ({ db }: SponsorsWorld, sponsorKey: number, kind: RecordKind): Promise<number> =>
  inSponsor(db, sponsorKey, async (trx) => {
    const version = summaryVersionOf(kind);
    const keys = await lockStaleSummaries(trx, { sponsorKey, kind: kind.kind, version, limit: BATCH });
    for (const recordKey of keys) {
      const ref = { sponsorKey, kind: kind.kind, recordKey };
      await putSummary(trx, ref, summaryOfRecord(kind, await findRecordDocs(trx, ref)));
    }
    return keys.length;
  });
