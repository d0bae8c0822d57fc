/** The effect of a publication on stored cases: findings gained or lost, values no longer visible. */
import { addressKey, type ItemAddress } from '../../../shared/case/itemAddress.ts';
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import { compareBlinding } from '../../../shared/blinding/compareBlinding.ts';
import type { BodyOf, DataOf, previewImpact } from '../../../shared/contract/index.ts';
import { caseFindings } from '../../../shared/rules/caseFindings.ts';
import type { CaseFinding } from '../../../shared/rules/check.types.ts';
import { maySee } from '../../cases/record/caseAccess.ts';
import { readCaseContent } from '../../cases/record/readCase.store.ts';
import type { CatalogueSource, CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import { isError, type CataloguesWorld } from '../../catalogue/catalogues.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { SessionUser } from '../../http/session.ts';
import { schemasRefused } from '../../problems.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { checkFiles } from './checkFiles.ts';
import { lossesBetween } from './lostValues.ts';
import type { Publisher } from './publish.service.ts';
import { filesAfter } from './schemaFiles.ts';
import { countLatestCases, findLatestCases } from './schemas.store.ts';

/** What this module needs of the server. */
type ImpactWorld = CatalogueWorld & CataloguesWorld & ClockWorld & DatabaseWorld;

type Impact = DataOf<typeof previewImpact>;
type ImpactRequest = BodyOf<typeof previewImpact>;

/**
 * A portion of the newest versions of the cases the user may see. Throws 422 SCHEMAS_REFUSED where the changes hold
 * errors: what does not compile does nothing to any case.
 */
export async function impactOf(
  deps: ImpactWorld,
  { user, language }: Publisher,
  { changes, after, limit }: ImpactRequest,
): Promise<Impact> {
  const { sponsorKey } = user;
  const files = await filesAfter(deps, user, changes);
  const errors = (await checkFiles(deps, { sponsorKey, language }, files)).filter(isError);
  if (errors.length > 0) throw schemasRefused(errors);
  const next = deps.catalogues.compiled(files);
  const judge = judgeOf(deps, user, next);
  const blinding = compareBlinding(deps.catalogue, next);
  return inSponsor(deps.db, sponsorKey, async (trx) => {
    const total = await countLatestCases(trx, sponsorKey, user);
    const portion = await findLatestCases(trx, sponsorKey, user, { after, limit });
    const cases: Impact['cases'] = [];
    for (const { case_key: caseKey, case_no: caseNo, version_no: versionNo } of portion) {
      const impact = judge(await readCaseContent(trx, sponsorKey, caseKey));
      const { newFindings, goneFindings, lostValues } = impact;
      if (newFindings.length + goneFindings + lostValues.length > 0)
        cases.push({ caseKey, caseNo, versionNo, ...impact });
    }
    const last = portion.length < limit ? null : (portion.at(-1)?.case_key ?? null);
    return { total, checked: portion.length, next: last, cases, blinding };
  });
}

type Judged = Pick<Impact['cases'][number], 'newFindings' | 'goneFindings' | 'lostValues'>;

/** Compares what is in use with what would be, for one case. */
function judgeOf(
  deps: ImpactWorld,
  user: SessionUser,
  next: CatalogueSource,
): (content: CaseContent) => Judged {
  const now = deps.catalogue;
  const at = deps.clock.now();
  const may = (itemId: string) => [now, next].every((catalogue) => maySee({ catalogue }, user, itemId));
  const findings = ({ checks }: CatalogueSource, content: CaseContent) =>
    byReceiver(caseFindings(checks, content, { now: at, may }));
  const losses = lossesBetween(now, next);
  return (whole) => {
    // conditions are computed without what the user may not see: they would tell its value
    const content = { ...whole, values: whole.values.filter(({ itemId }) => may(itemId)) };
    const [before, after] = [findings(now, content), findings(next, content)];
    return {
      newFindings: [...after].flatMap(([key, { receiver, ruleId, itemId, message }]) =>
        before.has(key) ? [] : { receiver, ruleId, itemId, message },
      ),
      goneFindings: [...before.keys()].filter((key) => !after.has(key)).length,
      lostValues: losses(content),
    };
  };
}

/** Each receiver's findings by what tells them apart. */
function byReceiver(found: readonly CaseFinding[]): Map<string, CaseFinding & { receiver: string }> {
  return new Map(
    found.flatMap((finding) =>
      finding.receivers.map((receiver) => [
        `${receiver}|${finding.ruleId}|${addressKey(finding as ItemAddress)}`,
        { ...finding, receiver },
      ]),
    ),
  );
}
