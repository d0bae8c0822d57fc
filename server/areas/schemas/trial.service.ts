/** What a publication would do to invented cases. */
import { sightOf } from '../../../shared/blinding/sight.ts';
import type { BodyOf, DataOf, trySchemas } from '../../../shared/contract/index.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { CataloguesWorld } from '../../catalogue/catalogues.ts';
import { isError } from '../../catalogue/compiler.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { schemasRefused } from '../../problems.ts';
import type { DatabaseWorld } from '../../storage/database.ts';
import type { ThreadsWorld } from '../../threads/threads.ts';
import { checkFiles } from './checkFiles.ts';
import type { Publisher } from './publish.service.ts';
import { filesAfter } from './schemaFiles.ts';
import { trialTask } from './schemaTasks.ts';

/** What this module needs of the server. */
type TrialWorld = CatalogueWorld & CataloguesWorld & ClockWorld & DatabaseWorld & ThreadsWorld;

/** A portion of the cases. Throws 422 SCHEMAS_REFUSED where the changes have errors. */
export async function tryFiles(
  deps: TrialWorld,
  { user, language, signal }: Publisher,
  { changes, from, known }: BodyOf<typeof trySchemas>,
): Promise<DataOf<typeof trySchemas>> {
  const files = await filesAfter(deps, user, changes);
  const errors = (await checkFiles(deps, { user, language, signal }, files)).filter(isError);
  if (errors.length > 0) throw schemasRefused(errors);
  const { sources: current } = deps.catalogue;
  const input = { files, current, from, known, user: sightOf(user), now: deps.clock.now() };
  return deps.threads.run(trialTask, input, { userKey: user.userKey, signal });
}
