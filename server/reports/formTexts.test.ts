/** The texts of every drawn form stay in their boxes, and lie neither over another one nor over a line. */
import { describe, expect, it } from 'vitest';
import type { Orientation } from '../../schemas/compile/reports.types.ts';
import type { ReportPage, Stroke } from '../../shared/reports/report.types.ts';
import { exampleContent } from '../../shared/expressions/exampleContent.ts';
import { layOut, source } from './reportsOfTests.ts';

const POINTS_PER_MM = 72 / 25.4;
const LANGUAGES = ['en', 'ko', 'ja', 'zh'] as const;
const LONG = 'A text that no box of a form holds, so that each prints its beginning and a note. '.repeat(60);

/** As much as there is: long texts, three rows of everything, a tick for each yes. */
const CROWDED = {
  'C.1.1': 'US-CROWDED-1',
  'D.1': 'QZ',
  'D.2.1': '19700101',
  'D.2.2a': '50',
  'D.2.2b': 'a',
  'D.5': '2',
  'D.7.2': LONG,
  'H.1': LONG,
  'H.4': LONG,
  ...Object.fromEntries(
    [1, 2, 3].flatMap((row) => [
      [`E.i.1.1a|${row}`, 'Headache'],
      [`E.i.3.2a|${row}`, 'true'],
      [`G.k.1|${row}`, '1'],
      [`G.k.2.2|${row}`, LONG],
      [`G.k.8|${row}`, '2'],
      [`G.k.4.r.8|${row}|1`, LONG],
      [`FDA.G.k.12.r.4|${row}|1`, LONG],
      [`FDA.G.k.12.r.10|${row}|1`, '1'],
      [`C.2.r.4|${row}`, '1'],
    ]),
  ),
};

const FORMS = Object.values(source.whole.reports).flatMap(({ report, boxes }) =>
  (['portrait', 'landscape'] as const)
    .filter((orientation) => boxes.some(({ at }) => at?.[orientation]))
    .flatMap((orientation) => LANGUAGES.map((language) => [report, orientation, language] as const)),
);

interface Ink {
  text: string;
  box: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Where letters are: the line without the space around it. */
const inkOf = ({ blocks }: ReportPage): Ink[] =>
  blocks.flatMap(({ box, runs }) =>
    runs
      .filter(({ text }) => text.trim() !== '')
      .map(({ text, x, y, width, size, family }) => ({
        text,
        box,
        left: x,
        right: x + width,
        top: y - (family === 'latin' ? 0.7 : 0.85) * size,
        bottom: y,
      })),
  );

const overlap = (a: Ink, b: Ink): boolean =>
  a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;

/** A line goes through the letters, or is close to them. */
const crosses = ({ left, right, top, bottom }: Ink, { x1, y1, x2, y2 }: Stroke): boolean =>
  x1 === x2
    ? x1 > left - 0.5 && x1 < right + 0.5 && y1 < bottom - 0.3 && y2 > top + 0.3
    : y1 > top + 0.3 && y1 < bottom - 0.3 && x1 < right - 0.3 && x2 > left + 0.3;

function placeOf(report: string, name: string, orientation: Orientation) {
  const box = source.whole.reports[report]?.boxes.find((one) => one.box === name);
  const [left = 0, top = 0, width = 0, height = 0] = box?.at?.[orientation] ?? [];
  return [left, left + width, top, top + height].map((mm) => mm * POINTS_PER_MM);
}

describe.each(FORMS)('%s, %s, in %s', (report, orientation, language) => {
  it.each([
    ['without values', {}],
    ['with long texts', CROWDED],
  ])('%s', (_, values) => {
    const content = exampleContent(source.whole, values);
    const { pages } = layOut(content, { language, orientation, unblinded: true }, report);
    const sheets = Math.max(...(source.whole.reports[report]?.boxes ?? []).map(({ page = 1 }) => page));
    for (const page of pages.slice(0, sheets)) {
      const ink = inkOf(page);
      const over = ink.flatMap((one, index) =>
        ink.slice(0, index).flatMap((other) => (overlap(one, other) ? [`${other.text} | ${one.text}`] : [])),
      );
      expect(over).toEqual([]);
      const crossed = ink.filter((one) => page.strokes.some((stroke) => crosses(one, stroke)));
      expect(crossed.map(({ box, text }) => `${box}: ${text}`)).toEqual([]);
      const outside = ink.filter(({ box, left, right, top, bottom }) => {
        if (box === '') return false;
        const [from = 0, to = 0, start = 0, end = 0] = placeOf(report, box, orientation);
        return left < from - 1 || right > to + 1 || top < start - 1 || bottom > end + 1;
      });
      expect(outside.map(({ box, text }) => `${box}: ${text}`)).toEqual([]);
    }
  });
});
