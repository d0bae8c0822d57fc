/** Printed forms for the tests of their reading. */
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { readForm } from '../../shared/report-reading/readForm.ts';
import type { FormReading, Sheet } from '../../shared/report-reading/sheet.types.ts';
import type { LaidOutReport } from '../../shared/reports/report.types.ts';
import { source } from '../reports/reportsOfTests.ts';

/** The sheets that a PDF of the report would have. */
export const sheetsOf = ({ pages }: LaidOutReport): Sheet[] =>
  pages.map(({ width, height, blocks }) => ({
    width,
    height,
    texts: blocks.flatMap(({ runs }) => runs),
    checks: [],
  }));

const NOW = { at: new Date('2026-01-02T00:00:00Z'), timeZone: 'UTC' };

/** Reads a CIOMS form; null: it is none. */
export function readCioms(sheets: readonly Sheet[]): FormReading | null {
  let uuids = 0;
  const world = {
    catalogue: source.whole,
    codeLists: source.codeLists,
    now: NOW,
    newUuid: () => `00000000-0000-4000-8000-${String((uuids += 1)).padStart(12, '0')}`,
  };
  return readForm(world, 'CIOMS', sheets);
}

/** Values as `ITEM|row|row`, as examples of rules write them. */
export const valuesIn = ({ values }: CaseContent): Record<string, string> =>
  Object.fromEntries(
    values.map(({ itemId, rowNo, rowNo2, rowNo3, value, nullFlavor }) => [
      [itemId, ...[rowNo, rowNo2, rowNo3].filter((number) => number > 0)].join('|'),
      value ?? `[${nullFlavor}]`,
    ]),
  );
