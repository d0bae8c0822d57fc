/** Records the end of views as a role or a user whose session was over first. */
import { findViewsOver } from '../../accounts/view.store.ts';
import { stopView } from '../../accounts/views.ts';
import type { Deps } from '../../deps.ts';
import { eachApart } from '../../storage/eachApart.ts';
import type { RecurringJob } from '../job.types.ts';

const EVERY_MS = 5 * 60_000;

type EndViewsWorld = Pick<Deps, 'db' | 'clock' | 'auditKeys' | 'catalogue'>;

export const createJob = (deps: EndViewsWorld): RecurringJob => ({
  name: 'end-views',
  every: EVERY_MS,
  run: () => endViews(deps),
});

export async function endViews(deps: EndViewsWorld): Promise<void> {
  const over = await findViewsOver(deps.db, deps.clock.now());
  await eachApart(over, { nameOf: ({ user }) => `view of ${user.userId}` }, ({ user, ...view }) =>
    stopView(deps, { user, requestId: '' }, view),
  );
}
