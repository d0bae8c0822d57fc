/** What tests of projections share: waiting until nothing that is derived from cases is stale. */
import { backfillProjections } from '../../server/projections/backfillProjections.ts';
import { projectionsOf } from '../../server/projections/projection.ts';
import { findState } from '../../server/projections/projectionState.store.ts';
import { inSponsor } from '../../server/storage/database.ts';
import type { TestServer } from './harness.ts';

const PAUSE_MS = 20;

/** Backfills what is stale of the demo sponsor; the jobs of the server may be at it as well. Throws what a rebuild throws. */
export async function projectionsCurrent({ deps }: Pick<TestServer, 'deps'>): Promise<void> {
  const failures: object[] = [];
  const log = { error: (about: object) => void failures.push(about) };
  for (;;) {
    await backfillProjections({ ...deps, log });
    if (failures.length > 0) throw new Error('a projection could not be rebuilt', { cause: failures[0] });
    if (await isCurrent(deps)) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Of the projections of the server: a test may have registered others. */
const isCurrent = ({ db, projections, catalogue }: TestServer['deps']): Promise<boolean> =>
  inSponsor(db, 1, async (trx) => {
    const { progress } = await findState(trx, 1);
    const names = projectionsOf(projections, catalogue, new Set(progress.keys())).map(({ name }) => name);
    const { open } = await trx
      .selectFrom('projection_progress')
      .select((of) => of.fn.countAll().as('open'))
      .where('done', '=', false)
      .where('name', 'in', names)
      .executeTakeFirstOrThrow();
    const { stale } = await trx
      .selectFrom('projection_stale')
      .select((of) => of.fn.countAll().as('stale'))
      .where('name', 'in', names)
      .executeTakeFirstOrThrow();
    return Number(open) === 0 && Number(stale) === 0;
  });
