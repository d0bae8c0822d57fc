/** Findings from the catalogue alone: mandatory items and rows, and valid values. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../case/caseContent.ts';
import { caseReader } from '../expressions/caseReader.ts';
import { findingsFor, runChecks } from './caseFindings.ts';
import type { Finding, Receiver } from './finding.types.ts';
import { itemChecks } from './itemChecks.ts';
import type { ValueWorld } from './valueFindings.ts';

export { conformanceFor } from './itemChecks.ts';

export interface CheckOptions extends ValueWorld {
  receiver: Receiver;
  /** the profile of the receiver, e.g. `preMarket` of FDA; default: the first one that an item declares */
  profile?: string | undefined;
}

/**
 * The findings of a case in display order. The catalogue is the region's (`forAppendix`): values of other items and
 * of deleted rows are skipped. A missing item is reported only in existing rows.
 */
export function findingsOf(
  catalogue: Catalogue,
  content: CaseContent,
  { receiver, profile, ...world }: CheckOptions,
): Finding[] {
  const checks = itemChecks(catalogue, [{ receiver, profile, catalogue }], world);
  return findingsFor(runChecks(catalogue, checks, caseReader(catalogue, content)), receiver);
}
