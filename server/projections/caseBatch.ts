/** Documents of the cases that are rebuilt together: read once, and only when a projection needs them. */
import { findDocsOfCases } from '../cases/record/case.store.ts';
import type { PageDoc } from '../cases/record/pageDoc.ts';
import type { Trx } from '../storage/database.ts';
import type { CaseBatch, WrittenCase } from './projection.ts';

/** `pages`: all that any of the projections reads. */
export function caseBatch(
  trx: Trx,
  sponsorKey: number,
  cases: readonly WrittenCase[],
  pages: readonly string[],
): Pick<CaseBatch, 'sponsorKey' | 'cases' | 'docsOf'> {
  let reading: Promise<ReadonlyMap<number, readonly PageDoc[]>> | null = null;
  const read = () =>
    (reading ??= findDocsOfCases(
      trx,
      sponsorKey,
      cases.map(({ caseKey }) => caseKey),
      pages,
    ));
  const isRebuilt = (caseKey: number) => cases.some((one) => one.caseKey === caseKey);
  // an earlier version is seldom read
  const docsRead = (caseKey: number) =>
    isRebuilt(caseKey) ? read() : findDocsOfCases(trx, sponsorKey, [caseKey], pages);
  return { sponsorKey, cases, docsOf: async (caseKey) => (await docsRead(caseKey)).get(caseKey) ?? [] };
}
