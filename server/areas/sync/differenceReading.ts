/** What a user sees of the differences between a study and its cases. */
import { rolesShow } from '../../../shared/blinding/sight.ts';
import { personalItems } from '../../../shared/masking/maskContent.ts';
import { hiddenItems } from '../../cases/record/caseAccess.ts';
import { itemsOfSummary, rolesShowLinks } from '../../cases/record/summary.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Reading } from '../../sync/reconciliation.store.ts';

export const differenceReading = (
  world: CatalogueWorld,
  user: SessionUser,
  study: Reading['study'],
): Reading => {
  const { whole } = world.catalogue;
  return {
    user,
    study,
    hidden: hiddenItems(world, user),
    personal: personalItems(whole),
    showsReaction: rolesShow(whole, user, itemsOfSummary(whole, 'ae_term')),
    showsStudy: rolesShowLinks(whole, user, 'studyKeys'),
  };
};
