/** The effect of a publication on stored cases: how they differ as the user sees them. */
import { sightOf } from '../../../shared/blinding/sight.ts';
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import type { BodyOf, DataOf, previewImpact } from '../../../shared/contract/index.ts';
import { readCaseContent } from '../../cases/record/readCase.store.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { CataloguesWorld } from '../../catalogue/catalogues.ts';
import { isError } from '../../catalogue/compiler.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { schemasRefused } from '../../problems.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import type { ThreadsWorld } from '../../threads/threads.ts';
import { checkFiles } from './checkFiles.ts';
import type { Publisher } from './publish.service.ts';
import { filesAfter } from './schemaFiles.ts';
import { impactTask } from './schemaTasks.ts';
import { countLatestCases, findLatestCases } from './schemas.store.ts';

/** What this module needs of the server. */
type ImpactWorld = CatalogueWorld & CataloguesWorld & ClockWorld & DatabaseWorld & ThreadsWorld;

type Impact = DataOf<typeof previewImpact>;
type ImpactRequest = BodyOf<typeof previewImpact>;

/**
 * A portion of the newest versions of the cases the user may see. Throws 422 SCHEMAS_REFUSED where the changes hold
 * errors: what does not compile does nothing to any case.
 */
export async function impactOf(
  deps: ImpactWorld,
  { user, language, signal }: Publisher,
  { changes, after, limit }: ImpactRequest,
): Promise<Impact> {
  const { sponsorKey } = user;
  const files = await filesAfter(deps, user, changes);
  const errors = (await checkFiles(deps, { user, language, signal }, files)).filter(isError);
  if (errors.length > 0) throw schemasRefused(errors);
  const { total, portion, contents } = await inSponsor(deps.db, sponsorKey, async (trx) => {
    const found = await findLatestCases(trx, sponsorKey, user, { after, limit });
    const read: CaseContent[] = [];
    for (const { case_key: caseKey } of found) read.push(await readCaseContent(trx, sponsorKey, caseKey));
    return { total: await countLatestCases(trx, sponsorKey, user), portion: found, contents: read };
  });
  const { sources: current } = deps.catalogue;
  const input = { files, current, contents, user: sightOf(user), now: deps.clock.now() };
  const { compared, blinding } = await deps.threads.run(impactTask, input, { userKey: user.userKey, signal });
  // the others did not fit into the time of a portion
  const done = portion.slice(0, compared.length);
  const cases = done.flatMap(({ case_key: caseKey, case_no: caseNo, version_no: versionNo }, at) => {
    const differences = compared[at] ?? [];
    return differences.length > 0 ? [{ caseKey, caseNo, versionNo, differences }] : [];
  });
  const isLast = portion.length < limit && done.length === portion.length;
  return {
    total,
    checked: done.length,
    next: isLast ? null : (done.at(-1)?.case_key ?? null),
    cases,
    blinding,
  };
}
