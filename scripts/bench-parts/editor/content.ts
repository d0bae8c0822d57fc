/** The content under measurement: one drug with many rows in every group, as the stories make them. */
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import { catalogueOf } from '../../../stories/catalogue.ts';
import { sampleContent } from '../../../stories/sampleContent.ts';

export const APPENDIX = 'KR';
export const MEASURED = 'DG';
export const catalogue = catalogueOf(APPENDIX);

// rows inside of rows stay few: the size is to come from lines that are really drawn
const INNERMOST_ROWS = 2;

/** Content of a page with `rows` rows in every group. */
export function contentOf(page: string, rows: number): CaseContent {
  const { values, rows: lines } = sampleContent(catalogue, page, rows);
  const kept = ({ rowNo3 }: { rowNo3: number }) => rowNo3 <= INNERMOST_ROWS;
  return { values: values.filter(kept), rows: lines.filter(kept) };
}
