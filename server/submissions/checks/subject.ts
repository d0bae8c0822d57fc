/** What the checks of one case read. */
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import type { Finding } from '../../../shared/rules/finding.types.ts';
import type { EarlierMessage } from '../../../shared/submission/kindOfReport.ts';
import type { CaseRecord } from '../../cases/record/case.store.ts';
import type { CatalogueSource } from '../../catalogue/catalogueSource.ts';
import type { UnansweredRule } from '../../receivers/receiverFacts.ts';
import type { Batch } from '../batch.store.ts';

export interface CheckSubject {
  seq: number;
  found: CaseRecord;
  /** as the receiver gets it, with the envelope */
  content: CaseContent;
  /** C.1.1 as it is sent */
  caseNumber: string;
  /** to this receiver, the latest first */
  earlier: readonly (EarlierMessage & { batchKey: number; caseNumber: string })[];
  otherBatches: readonly number[];
  /** users who edit the case now */
  editors: readonly string[];
  /** false: the workflow has a step that approves, and the case has not passed it */
  isApproved: boolean;
  withheld: readonly string[];
  /** of imported messages, which no item takes */
  withheldElements: number;
  missingFiles: readonly string[];
}

export interface CheckContext {
  batch: Batch;
  catalogue: CatalogueSource;
  /** items that the receiver gets masked */
  masked: ReadonlySet<string>;
  /** versions that may be used, by dictionary */
  versions: ReadonlyMap<string, readonly string[]>;
  /** what the rules of the receiver find in a case as it gets it; `hasEarlier`: it has accepted an earlier report */
  rulesFind: (content: CaseContent, hasEarlier: boolean) => readonly Finding[];
  /** what the receiver demands while the version before has no final answer */
  unanswered: UnansweredRule;
}

/** The value of the item with a role, outside of rows. */
export const valueOfRole = (
  { whole }: CatalogueSource,
  { values }: CaseContent,
  role: string,
): string | null => values.find(({ itemId }) => itemId === whole.roles[role])?.value ?? null;

/** The address of the item with a role, outside of rows. */
export const addressOfRole = ({ whole }: CatalogueSource, role: string): ItemAddress | null => {
  const itemId = whole.roles[role];
  return itemId === undefined ? null : { itemId, rowNo: 0, rowNo2: 0, rowNo3: 0 };
};
