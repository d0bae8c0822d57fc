/** The content that a message needs where the case has none: "no information". */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { addressAt } from '../../shared/case/itemAddress.ts';
import type { CaseContent, CaseValue } from '../../shared/case/caseContent.ts';
import { EMPTY_VALUE } from '../../shared/case/itemValue.ts';
import { caseReader } from '../../shared/expressions/caseReader.ts';
import { caseScope, isPresent, rowHasData, rowsOfItem, scopesOf } from '../../shared/expressions/scope.ts';
import type { Receiver } from '../../shared/rules/finding.types.ts';
import { conformanceFor } from '../../shared/rules/itemFindings.ts';

const NO_INFORMATION = 'NI';

/**
 * The mandatory items that know no "false" and of which nothing is said, in rows that say anything at all. The person
 * who fills the case ticks what is true; the receiver wants each of the others marked, too.
 */
export function noInformationFor(
  catalogue: Catalogue,
  content: CaseContent,
  receiver: Receiver,
): CaseValue[] {
  const whole = caseScope(catalogue, caseReader(catalogue, content));
  const wanted = Object.values(catalogue.items).filter(
    ({ control, nullFlavors, required }) =>
      control === 'trueOnly' &&
      nullFlavors.includes(NO_INFORMATION) &&
      conformanceFor(required, receiver) === 'M',
  );
  return wanted.flatMap((item) => {
    const group = item.groups.at(-1) ?? null;
    return scopesOf(whole, group)
      .filter((scope) => (group === null || rowHasData(scope, group)) && !isPresent(scope, item.itemId))
      .map((scope) => ({
        ...addressAt(item.itemId, rowsOfItem(scope, item)),
        ...EMPTY_VALUE,
        nullFlavor: NO_INFORMATION,
      }));
  });
}
