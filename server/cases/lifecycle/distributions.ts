/** Reports of many cases that were handed out at once: their records are jobs, since each locks its case. */
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { catalogueOfSponsor, type SponsorsWorld } from '../../accounts/sponsors.store.ts';
import { enqueue } from '../../jobs/enqueue.store.ts';
import type { JobHandler, JobKind } from '../../jobs/job.types.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { ProjectionsWorld } from '../../projections/projection.ts';
import type { Trx } from '../../storage/database.ts';
import { recordDistribution, type Distributed } from './distribution.ts';

interface DistributedCases extends Omit<Distributed, 'caseKey' | 'at' | 'requestId'> {
  caseKeys: readonly number[];
  at: string;
}

const RECORD_DISTRIBUTIONS: JobKind<DistributedCases> = { kind: 'record-distributions' };

/** Cases that are locked together. */
const AT_ONCE = 25;

/** Has the distributions recorded, if the caller's transaction is kept. */
export async function enqueueDistributions(
  trx: Trx,
  { caseKeys, at, ...given }: Omit<DistributedCases, 'at'> & { at: Date },
): Promise<void> {
  for (let start = 0; start < caseKeys.length; start += AT_ONCE)
    await enqueue(trx, {
      kind: RECORD_DISTRIBUTIONS,
      sponsorKey: given.sponsorKey,
      payload: { ...given, at: at.toISOString(), caseKeys: caseKeys.slice(start, start + AT_ONCE) },
      at,
      ...(given.user.userKey !== null && { createdBy: given.user.userKey }),
    });
}

type World = SponsorsWorld & AuditWorld & ClockWorld & ProjectionsWorld;

export const distributionRecorder = (world: World): JobHandler<DistributedCases> => ({
  kind: RECORD_DISTRIBUTIONS,
  run: async ({ requestId, payload: { caseKeys, at, ...given } }) => {
    const catalogue = await catalogueOfSponsor(world, given.sponsorKey);
    return async (trx) => {
      for (const caseKey of caseKeys)
        await recordDistribution(
          trx,
          { ...world, catalogue },
          { ...given, caseKey, at: new Date(at), ...(requestId !== null && { requestId }) },
        );
    };
  },
});
