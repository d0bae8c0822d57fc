/** What a sponsor needs before its first case can be entered, coded and sent, and which of it there is. */
import { FIRST_STEPS, type DataOf, type readFirstSteps } from '../../../shared/contract/index.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import { releaseInUse } from '../../dictionaries/releaseInUse.ts';
import type { SessionUser } from '../../http/session.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { findFirst } from './home.store.ts';

type Step = (typeof FIRST_STEPS)[number];

/** Each step is there or not by what is stored now. */
export const firstSteps = (
  { db, catalogue }: CatalogueWorld & DatabaseWorld,
  user: SessionUser,
): Promise<DataOf<typeof readFirstSteps>> =>
  inSponsor(db, user.sponsorKey, async (trx) => {
    const { roles, items } = catalogue.whole;
    const dictionary = items[roles['reactionTerm'] ?? '']?.dictionary ?? '';
    const found: Record<Step, boolean> = {
      ...(await findFirst(trx, user.sponsorKey)),
      dictionary: (await releaseInUse(trx, user, dictionary)) !== undefined,
    };
    return { steps: FIRST_STEPS.map((step) => ({ step, done: found[step] })) };
  });
