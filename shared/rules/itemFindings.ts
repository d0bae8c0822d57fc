/** What the catalogue alone says against a case: mandatory items and rows, and what each value may be. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../case/caseContent.ts';
import { caseReader } from '../expressions/caseReader.ts';
import { findingsFor, foundBy } from './caseFindings.ts';
import type { Finding, Receiver } from './finding.types.ts';
import { itemChecks } from './itemChecks.ts';
import type { ValueWorld } from './valueFindings.ts';

export { conformanceFor } from './itemChecks.ts';

export interface CheckOptions extends ValueWorld {
  receiver: Receiver;
  /** which of the receiver's profiles, e.g. `preMarket` of FDA; without it the first one an item speaks of */
  profile?: string | undefined;
}

/**
 * The findings of a case in display order. The catalogue is the region's (`forAppendix`): values of items it does not
 * have, and of rows that are struck, are passed over. An item may be missing only in rows that are there.
 */
export function findingsOf(
  catalogue: Catalogue,
  content: CaseContent,
  { receiver, profile, ...world }: CheckOptions,
): Finding[] {
  const checks = itemChecks(catalogue, [{ receiver, profile, catalogue }], world);
  return findingsFor(foundBy(catalogue, checks, caseReader(catalogue, content)), receiver);
}
