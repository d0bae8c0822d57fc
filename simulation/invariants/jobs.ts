/** No job is given up. */
import { inJobQueue } from '../../server/storage/database.ts';
import type { Invariant } from '../simulation.types.ts';
import { Violation } from '../violation.ts';

const noneDead: Invariant = {
  name: 'no job is given up',
  every: 1,
  check: async ({ server: { deps } }) => {
    const failed = await inJobQueue(deps.db, (trx) =>
      trx
        .selectFrom('job')
        .select(['kind', 'state', 'last_error'])
        .where((where) => where.or([where('state', '=', 'dead'), where('last_error', 'is not', null)]))
        .orderBy('job_key')
        .execute(),
    );
    // of a worker that was lost
    const [first] = failed.filter(({ last_error }) => last_error !== 'the process that ran it ended');
    if (first) throw new Violation('no job is given up', `${first.kind}: ${first.last_error}`);
  },
};

export const jobInvariants: readonly Invariant[] = [noneDead];
