/** The registry of everything that is derived from cases, in the order in which it is refreshed and backfilled. */
import { heldNumbers } from './case-number/heldNumbers.ts';
import { caseSummaries } from './cases/lifecycle/caseSummaries.ts';
import { caseCodings } from './coding/caseCodings.ts';
import { caseCompleteness } from './completeness/caseCompleteness.ts';
import { searchDocuments } from './duplicates/searchDocuments.ts';
import { computedColumns } from './lists/computedColumns.ts';
import { listValues } from './lists/listValues.ts';
import { receivedDays } from './monitoring/receivedDays.ts';
import { dueReports } from './obligations/dueReports.ts';
import { always, type ProjectionFamilies } from './projections/projection.ts';
import { caseWarnings } from './warnings/caseWarnings.ts';

export const caseProjections: ProjectionFamilies = [
  always(caseSummaries),
  always(receivedDays),
  always(heldNumbers),
  always(dueReports),
  always(caseWarnings),
  always(caseCodings),
  always(searchDocuments),
  always(caseCompleteness),
  listValues,
  computedColumns,
];
