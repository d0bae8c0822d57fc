/** The reports of the catalogue: the descriptors, and the items that name each box. */
import { nameTable } from './nameTable.ts';
import type { CatalogueItem, CatalogueReport } from './catalogue.types.ts';
import type { ReportSource } from './reports.types.ts';

/** The reports without the items that name their boxes. */
export const reportsOf = (sources: ReportSource[]): Record<string, CatalogueReport> =>
  nameTable(
    sources.map(({ $schema: _, boxes, ...report }) => [
      report.report,
      { ...report, boxes: boxes.map((box) => ({ ...box, items: [] })) },
    ]),
  );

/** The reports with the items that name each box, in display order. */
export function filledReports(
  reports: Record<string, CatalogueReport>,
  items: Record<string, CatalogueItem>,
): Record<string, CatalogueReport> {
  const inBox = new Map<string, string[]>();
  for (const { itemId, boxes } of Object.values(items))
    for (const box of boxes) inBox.set(box, [...(inBox.get(box) ?? []), itemId]);
  return nameTable(
    Object.values(reports).map((report) => [
      report.report,
      {
        ...report,
        boxes: report.boxes.map((box) => ({ ...box, items: inBox.get(`${report.report}/${box.box}`) ?? [] })),
      },
    ]),
  );
}
