/** Why an event is left out, as a user may know it. */
import type { EventProblem } from '../../../shared/sync/syncEvent.ts';
import { maySee } from '../../cases/record/caseAccess.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { SyncCaller } from './syncCaller.ts';

/** Without the text of the source where it is that of an item which the user does not see. */
export const shownProblem = (
  deps: CatalogueWorld,
  user: SyncCaller['user'],
  problem: EventProblem | null,
): EventProblem | null =>
  problem?.rule && !maySee(deps, user, problem.rule.itemId) ? { ...problem, sourceText: null } : problem;
