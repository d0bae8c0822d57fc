/** Compares what two catalogues say of a case. */
import type { Sight } from '../../../shared/blinding/sight.ts';
import { addressKey, type ItemAddress } from '../../../shared/case/itemAddress.ts';
import { type CaseContent, filterItems } from '../../../shared/case/caseContent.ts';
import type { DataOf, previewImpact } from '../../../shared/contract/index.ts';
import { caseFindings } from '../../../shared/rules/caseFindings.ts';
import type { CaseFinding } from '../../../shared/rules/check.types.ts';
import { maySee } from '../../cases/record/caseAccess.ts';
import type { CatalogueSource } from '../../catalogue/catalogueSource.ts';
import { lossesBetween } from '../../../shared/trial/lostValues.ts';

type Impact = DataOf<typeof previewImpact>;

export type Judged = Pick<Impact['cases'][number], 'newFindings' | 'goneFindings' | 'lostValues'>;

/** Compares what is in use with what would be, for one case. */
export function judgeOf(
  { now, next }: { now: CatalogueSource; next: CatalogueSource },
  user: Sight,
  at: Date,
): (content: CaseContent) => Judged {
  const may = (itemId: string) => [now, next].every((catalogue) => maySee({ catalogue }, user, itemId));
  const findings = ({ checks }: CatalogueSource, content: CaseContent) =>
    byReceiver(caseFindings(checks, content, { now: at, may }));
  const losses = lossesBetween(now, next);
  return (whole) => {
    // conditions are computed without what the user may not see: they would tell its value
    const content = filterItems(whole, may);
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
