/** The content under measurement: one drug with many rows in every group, as the stories make them. */
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { catalogueOf } from '../../stories/catalogue.ts';
import { sampleContent } from '../../stories/sampleContent.ts';

export const APPENDIX = 'KR';
export const MEASURED = 'DG';
/** the page one comes from when the tab is switched */
export const OTHER = 'AE';
export const catalogue = catalogueOf(APPENDIX);

// rows inside of rows stay few: the size is to come from lines that are really drawn
const INNERMOST_ROWS = 2;

/** Content of a page with `rows` rows in every group. */
export function contentOf(page: string, rows: number): CaseContent {
  const { values, rows: lines } = sampleContent(catalogue, page, rows);
  const isIncluded = ({ rowNo3 }: { rowNo3: number }) => rowNo3 <= INNERMOST_ROWS;
  return { values: values.filter(isIncluded), rows: lines.filter(isIncluded) };
}

const page = catalogue.pages[MEASURED];
const textItems = Object.values(catalogue.items).filter(
  ({ control, groups }) => control === 'text' && groups[0] === page?.group,
);
const [widest] = Object.values(catalogue.groups)
  .filter(({ groups }) => groups.length === 2 && groups[0] === page?.group)
  .sort((a, b) => b.summary.length - a.summary.length);
const ofPage = textItems.find(({ groups }) => groups.length === 1);
const ofRow = textItems.find(({ itemId }) => widest?.summary.includes(itemId));
if (!ofPage || !widest || !ofRow) throw new Error(`page ${MEASURED} has no text items to type into`);

/** Typed into: a text item of the page itself, and one that is seen in the lines of the page's widest group. */
export const typedInto = { page: ofPage, row: ofRow };
/** Rows are added to it. */
export const widestGroup = widest;
