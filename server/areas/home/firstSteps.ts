/** What a sponsor needs before its first case can be entered, coded and sent, and which of it there is. */
import { FIRST_STEPS, type DataOf, type readFirstSteps } from '../../../shared/contract/index.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ConfigWorld } from '../../config.ts';
import { releaseInUse } from '../../dictionaries/releaseInUse.ts';
import type { SessionUser } from '../../http/session.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { findFirst } from './home.store.ts';

type Step = (typeof FIRST_STEPS)[number];

/** Each step is there or not by what is stored now. Invented terms are a dictionary for the demo only. */
export const firstSteps = (
  { db, catalogue, config }: CatalogueWorld & ConfigWorld & DatabaseWorld,
  user: SessionUser,
): Promise<DataOf<typeof readFirstSteps>> =>
  inSponsor(db, user.sponsorKey, async (trx) => {
    const { roles, items } = catalogue.whole;
    const dictionary = items[roles['reactionTerm'] ?? '']?.dictionary ?? '';
    const release = await releaseInUse(trx, user, dictionary);
    const found: Record<Step, boolean> = {
      ...(await findFirst(trx, user.sponsorKey)),
      dictionary: release !== undefined && (config.demo || !release.sample),
    };
    return { steps: FIRST_STEPS.map((step) => ({ step, done: found[step] })) };
  });
