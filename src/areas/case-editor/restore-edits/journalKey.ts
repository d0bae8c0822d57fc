import type { PageAddress } from '../page.queries.ts';

/** Key of a page in the journal. */
export const journalKey = (sponsorKey: number, { caseKey, page, rowNo, matrix }: PageAddress): string =>
  `${sponsorKey}/${caseKey}/${page}/${matrix ?? rowNo ?? ''}`;
