/** What a page has to know of the rest of the case: that which its conditions and computed items read. */
import type { Catalogue, CataloguePage } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent, CaseValue } from '../../shared/case/caseContent.ts';
import { pageReadings } from '../../shared/derived/pageReadings.ts';
import { contentOf, type PageDoc } from '../cases/record/pageDoc.ts';

interface InputOptions {
  page: CataloguePage;
  /** is the value among what the page itself shows? */
  isShown: (value: CaseValue) => boolean;
  maySee: (itemId: string) => boolean;
}

/** The pages whose documents `inputsOf` needs; none for a page that depends on itself alone. */
export function inputPages(whole: Catalogue, page: CataloguePage): Set<string> {
  const { items, groups } = readingsOf(whole, page);
  const pages = new Set([
    ...[...items].flatMap((itemId) => whole.items[itemId]?.page ?? []),
    ...[...groups].flatMap((group) => whole.groups[group]?.page ?? []),
  ]);
  // a form holds all of itself; a page of rows may read another row, or another part of one
  if (page.kind === 'form') pages.delete(page.page);
  return pages;
}

/** From documents of the case that hold at least `inputPages`. */
export function inputsOf(
  whole: Catalogue,
  { page, isShown, maySee }: InputOptions,
  docs: readonly PageDoc[],
): CaseContent {
  const pages = inputPages(whole, page);
  const { items, groups } = readingsOf(whole, page);
  const { values, rows } = contentOf(docs.filter((doc) => pages.has(doc.page)));
  return {
    values: values.filter((value) => items.has(value.itemId) && maySee(value.itemId) && !isShown(value)),
    rows: rows.filter(({ group }) => groups.has(group)),
  };
}

function readingsOf(whole: Catalogue, { page }: CataloguePage) {
  const readings = pageReadings(whole, page);
  return {
    items: new Set(readings.flatMap((reading) => ('itemId' in reading ? [reading.itemId] : []))),
    groups: groupsRead(whole, readings),
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
