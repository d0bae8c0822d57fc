/** The items printed in each box of each form. */
import { nameTable } from './nameTable.ts';
import type { CatalogueItem, CatalogueReport } from './catalogue.types.ts';
import type { ReportSource } from './sources.types.ts';

/** The reports with their boxes still empty. */
export const reportsOf = (sources: ReportSource[]): Record<string, CatalogueReport> =>
  nameTable(
    sources.map(({ report, label, boxes }) => [
      report,
      { report, label, boxes: boxes.map(({ box, label: title }) => ({ box, label: title, items: [] })) },
    ]),
  );

/** The reports with the items of each box, in display order. */
export function filledReports(
  reports: Record<string, CatalogueReport>,
  items: Record<string, CatalogueItem>,
): Record<string, CatalogueReport> {
  const inBox = new Map<string, string[]>();
  for (const { itemId, boxes } of Object.values(items))
    for (const box of boxes) inBox.set(box, [...(inBox.get(box) ?? []), itemId]);
  return nameTable(
    Object.values(reports).map(({ report, label, boxes }) => [
      report,
      {
        report,
        label,
        boxes: boxes.map(({ box, label: title }) => ({
          box,
          label: title,
          items: inBox.get(`${report}/${box}`) ?? [],
        })),
      },
    ]),
  );
}
