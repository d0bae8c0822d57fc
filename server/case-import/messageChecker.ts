/** What the rules find in messages. Many messages have the same receiver: its checks are selected once for all of them. */
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { caseReader } from '../../shared/expressions/caseReader.ts';
import type { MessageDetails } from '../../shared/import/import.types.ts';
import { checksFor, findingsFor, recipientsOf, runChecks } from '../../shared/rules/caseFindings.ts';
import { concernedItems, type Check } from '../../shared/rules/check.types.ts';
import { maySee } from '../cases/record/caseAccess.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';

export interface MessageChecker {
  catalogue: CatalogueSource;
  /** by the rules of the receiver in the envelope; `blindedFindings`: what users without unblinding do not get */
  findingsOf: (content: CaseContent) => Pick<MessageDetails, 'findings' | 'blindedFindings'>;
}

/** `now`: a date after it is in the future. */
export function messageChecker(catalogue: CatalogueSource, now: Date): MessageChecker {
  const known = new Map<string, { open: Check[]; blinded: Check[] }>();
  const may = (itemId: string): boolean => maySee({ catalogue }, { unblind: false, hidden: [] }, itemId);
  return {
    catalogue,
    findingsOf: (content) => {
      const receiver = catalogue.receiverOf(content);
      const reader = caseReader(catalogue.whole, content);
      const recipients = recipientsOf(catalogue.checks, reader).filter((one) => one.receiver === receiver);
      const key = JSON.stringify(recipients.map(({ profile }) => [receiver, profile]));
      const checks = known.get(key) ?? split(checksFor(catalogue.checks, recipients, { now }));
      known.set(key, checks);
      const found = (some: readonly Check[]) =>
        findingsFor(runChecks(catalogue.whole, some, reader), receiver);
      return { findings: found(checks.open), blindedFindings: found(checks.blinded) };
    },
  };

  function split(checks: readonly Check[]): { open: Check[]; blinded: Check[] } {
    const isOpen = (check: Check): boolean => concernedItems(check).every(may);
    return { open: checks.filter(isOpen), blinded: checks.filter((check) => !isOpen(check)) };
  }
}
