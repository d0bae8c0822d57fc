/** Numbers that several cases have: reports under one number are of one case to their receiver. */
import type { CatalogueSource } from '../../catalogue/catalogueSource.ts';
import type { NumberOfReport } from '../earlier.store.ts';
import { finding, type CheckFinding } from './checkFinding.ts';
import { addressOfRole } from './subject.ts';

export interface NumberedCase {
  seq: number;
  rootCaseKey: number;
  caseNumber: string;
}

/**
 * `others`: reports that the receiver has, or is to get, by other batches. Who knows the case by its number already goes on to
 * know it so: a version that was sent under it may have left its case since (decision 0500).
 */
export function numberChecks(
  catalogue: CatalogueSource,
  receiver: string,
  cases: readonly NumberedCase[],
  others: readonly NumberOfReport[],
): CheckFinding[] {
  const address = addressOfRole(catalogue, 'caseNumber');
  return cases.flatMap(({ seq, rootCaseKey, caseNumber: number }) => {
    const isOther = (one: { rootCaseKey: number; caseNumber: string }): boolean =>
      one.caseNumber === number && one.rootCaseKey !== rootCaseKey;
    const isKnown = others.some(
      (one) => one.isOut && one.caseNumber === number && one.rootCaseKey === rootCaseKey,
    );
    const known = isKnown ? undefined : others.find(isOther);
    return [
      ...(known
        ? [
            finding('kind', 'error', 'numberOfOther', {
              seq,
              address,
              values: { receiver, number, batch: known.batchKey },
            }),
          ]
        : []),
      ...(cases.some(isOther)
        ? [finding('kind', 'error', 'numberTwice', { seq, address, values: { number } })]
        : []),
    ];
  });
}
