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
  return { sponsorKey, cases, docsOf: async (caseKey) => (await read()).get(caseKey) ?? [] };
}
