/** Reports that an analyst writes, without code. */
import { expect, it } from 'vitest';
import { exampleContent } from '../../shared/expressions/exampleContent.ts';
import { layOutReport } from '../../shared/reports/layOutReport.ts';
import type { LaidOutReport } from '../../shared/reports/report.types.ts';
import { lintSchemas } from '../../shared/schemas/lintSchemas.ts';
import { compileSource } from '../catalogue/catalogueSource.ts';
import { readSourceTexts } from '../catalogue/readSourceTexts.ts';
import { reportFonts } from './reportFonts.ts';
import { OPTIONS } from './reportsOfTests.ts';

const words = (en: string) => ({ en, ko: '이름', ja: '名前', zh: '名称' });
const sources = readSourceTexts();

/** The report of these boxes, in which an item names a box of its own accord. */
function layOutOwn(own: object, values: Record<string, string>, boxOfHeight?: string): LaidOutReport {
  const text = JSON.stringify({ report: 'OWN', label: words('Own report'), ...own });
  const changed = sources.map((source) =>
    source.file === 'pages/DM.page.json' && boxOfHeight
      ? {
          ...source,
          text: source.text.replace('"itemId": "D.4",', `"itemId": "D.4", "boxes": ["${boxOfHeight}"],`),
        }
      : source,
  );
  const all = [...changed, { file: 'reports/OWN.report.json', text }];
  expect(lintSchemas(all).filter(({ severity }) => severity === 'error')).toEqual([]);
  const { whole: catalogue, codeLists } = compileSource(all);
  const report = catalogue.reports['OWN'];
  if (!report) throw new Error('the report is gone');
  const content = exampleContent(catalogue, values);
  return layOutReport(
    { report, catalogue, codeLists, content, termOf: () => undefined },
    OPTIONS,
    reportFonts,
  );
}

const textOf = ({ pages }: LaidOutReport): string[] =>
  pages.flatMap(({ blocks }) => blocks.map(({ runs }) => runs.map(({ text }) => text).join('')));

it('is a table of its boxes without rectangles', () => {
  const own = {
    boxes: [{ box: '1', label: words('Who'), content: [{ item: 'D.1' }, { item: 'D.5', prefix: ', ' }] }],
  };
  const texts = textOf(layOutOwn(own, { 'D.1': 'AB', 'D.5': '1' }));
  expect(texts).toEqual(expect.arrayContaining(['Own report', '1 Who', 'AB , Male']));
});

it('prints items that name a box, with their labels and units, in each of their rows', () => {
  const own = { boxes: [{ box: '1', label: words('Body'), at: { portrait: [20, 20, 80, 20] } }] };
  expect(textOf(layOutOwn(own, { 'D.4': '172' }, 'OWN/1'))).toContain('Height (cm): 172');
});

it('has the size of its sheet', () => {
  const own = {
    sheets: { portrait: [100, 150] },
    boxes: [{ box: '1', label: words('Who'), at: { portrait: [5, 5, 90, 20] }, content: [{ item: 'D.1' }] }],
  };
  const [page] = layOutOwn(own, { 'D.1': 'AB' }).pages;
  expect([page?.width, page?.height].map((points) => Math.round(((points ?? 0) * 25.4) / 72))).toEqual([
    100, 150,
  ]);
});
