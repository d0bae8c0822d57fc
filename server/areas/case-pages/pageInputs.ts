/** What a page has to know of the rest of the case: that which its conditions and computed items read. */
import type { Catalogue, CataloguePage } from '../../../schemas/compile/catalogue.types.ts';
import type { CaseContent, CaseValue } from '../../../shared/case/caseContent.ts';
import { pageReadings } from '../../../shared/derived/pageReadings.ts';
import { findDocs } from '../../cases/record/case.store.ts';
import { contentOf } from '../../cases/record/pageDoc.ts';
import type { Trx } from '../../storage/database.ts';

export interface InputsRequest {
  sponsorKey: number;
  caseKey: number;
  page: CataloguePage;
  /** is the value among what the page itself shows? */
  isShown: (value: CaseValue) => boolean;
  maySee: (itemId: string) => boolean;
}

/** Nothing is read for a page that depends on itself alone. */
export async function findInputs(
  trx: Trx,
  whole: Catalogue,
  { sponsorKey, caseKey, page, isShown, maySee }: InputsRequest,
): Promise<CaseContent> {
  const readings = pageReadings(whole, page.page);
  const items = new Set(readings.flatMap((reading) => ('itemId' in reading ? [reading.itemId] : [])));
  const groups = groupsRead(whole, readings);
  const pages = new Set([
    ...[...items].flatMap((itemId) => whole.items[itemId]?.page ?? []),
    ...[...groups].flatMap((group) => whole.groups[group]?.page ?? []),
  ]);
  // a form holds all of itself; of a page of rows another row, or another part of one, may be asked
  if (page.kind === 'form') pages.delete(page.page);
  if (pages.size === 0) return { values: [], rows: [] };
  const { values, rows } = contentOf(await findDocs(trx, sponsorKey, caseKey, [...pages]));
  return {
    values: values.filter((value) => items.has(value.itemId) && maySee(value.itemId) && !isShown(value)),
    rows: rows.filter(({ group }) => groups.has(group)),
  };
}

/** The groups whose rows tell which rows there are of what is read: all around it, and those that lend their rows. */
function groupsRead(whole: Catalogue, readings: ReturnType<typeof pageReadings>): Set<string> {
  const around = readings.flatMap((reading) =>
    'itemId' in reading
      ? (whole.items[reading.itemId]?.groups ?? [])
      : (whole.groups[reading.group]?.groups ?? []),
  );
  return new Set(around.flatMap((group) => [group, whole.groups[group]?.rowsOf ?? group]));
}
