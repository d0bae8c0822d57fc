/** Anchors the ends of all audit trails daily, and has them verified. */
import { anchorHeads } from '../../audit/anchorHeads.ts';
import { enqueueVerification } from '../../audit/verifyAudit.ts';
import type { Deps } from '../../deps.ts';
import type { RecurringJob } from '../job.types.ts';

const DAY_MS = 24 * 60 * 60_000;

export const createJob = (
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'auditKeys' | 'anchors'>,
): RecurringJob => ({
  name: 'anchor-audit',
  every: DAY_MS,
  run: async (signal) => {
    await anchorHeads(deps, signal);
    await enqueueVerification(deps);
  },
});
