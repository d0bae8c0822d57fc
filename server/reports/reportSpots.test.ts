/** Areas of a laid-out report know their values, and only what changed is drawn again. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressAt, addressKey } from '../../shared/case/itemAddress.ts';
import { exampleContent } from '../../shared/expressions/exampleContent.ts';
import { tableMetrics } from '../../shared/reports/fontTable.ts';
import { emptyCache, layOutReport } from '../../shared/reports/layOutReport.ts';
import type { LaidOutReport, ReportSpot } from '../../shared/reports/report.types.ts';
import { fontTable } from './fontTable.ts';
import { reportFonts } from './reportFonts.ts';
import { layOut, OPTIONS, source } from './reportsOfTests.ts';

const VALUES = {
  'D.1': 'QZ',
  'D.5': '2',
  'E.i.1.1a|1': 'Headache 두통 頭痛',
  'E.i.3.2a|1': 'true',
  'G.k.1|1': '1',
  'G.k.2.2|1': 'First drug',
  'G.k.1|2': '2',
  'G.k.2.2|2': 'Second drug',
  'H.1': 'A narrative. '.repeat(400),
};
const content = (values: Record<string, string> = {}) =>
  exampleContent(source.whole, { ...VALUES, ...values });

const spotsAt = ({ pages }: LaidOutReport, itemId: string, rows: number[] = [], page = 0): ReportSpot[] =>
  (pages[page]?.spots ?? []).filter(({ addresses }) =>
    addresses.some((address) => addressKey(address) === addressKey(addressAt(itemId, rows))),
  );

describe('the areas of a report', () => {
  it('know the values that they print, compute, or would print', () => {
    const laidOut = layOut(content());
    expect(spotsAt(laidOut, 'D.1').map(({ box }) => box)).toContain('1');
    // not there yet: a field of it lights the box all the same
    expect(spotsAt(laidOut, 'D.2.1').length).toBeGreaterThan(0);
    expect(spotsAt(laidOut, 'G.k.2.2', [1]).map(({ box }) => box)).toContain('14');
    expect(spotsAt(laidOut, 'G.k.2.2', [2]).map(({ box }) => box)).toContain('22');
  });

  it('include ticks, inside their box', () => {
    const [tick] = spotsAt(layOut(content()), 'E.i.3.2a', [1]).filter(({ kind }) => kind === 'tick');
    expect(tick?.label).toMatch(/died/i);
  });

  it.each(['CIOMS', 'MEDWATCH', 'JPN-APPENDIX', 'READABLE'])(
    'contain each printed value of %s on its page',
    (report) => {
      const { pages } = layOut(content(), {}, report);
      let printed = 0;
      for (const { blocks, spots } of pages)
        for (const { runs, box } of blocks)
          for (const { address, x, y } of runs) {
            if (!address) continue;
            printed += 1;
            const around = spots.filter(
              (spot) =>
                x >= spot.x - 1 && x <= spot.x + spot.width && y >= spot.y && y <= spot.y + spot.height,
            );
            const keys = around.flatMap(({ addresses }) => addresses.map(addressKey));
            expect(keys, `${report} ${box}`).toContain(addressKey(address));
          }
      expect(printed).toBeGreaterThan(5);
    },
  );
});

const itemChange = fc.record({
  itemId: fc.constantFrom(
    'D.1',
    'D.5',
    'E.i.1.1a|1',
    'E.i.3.2a|1',
    'G.k.1|2',
    'G.k.2.2|1',
    'G.k.2.2|3',
    'C.1.5',
  ),
  value: fc.constantFrom('', '1', '2', 'true', 'Another text', '20260101'),
});

describe('a layout with a cache', () => {
  it('is the layout without one, whatever changes', () => {
    fc.assert(
      fc.property(fc.array(itemChange, { minLength: 1, maxLength: 6 }), (changes) => {
        const report = source.whole.reports['CIOMS'];
        if (!report) throw new Error('no CIOMS');
        const { whole: catalogue, codeLists } = source;
        const subject = { report, catalogue, codeLists, termOf: () => undefined };
        const cache = emptyCache();
        const values: Record<string, string> = {};
        for (const { itemId, value } of changes) {
          values[itemId] = value;
          const now = content(values);
          const cached = layOutReport({ ...subject, content: now }, OPTIONS, reportFonts, cache);
          expect(cached).toEqual(layOutReport({ ...subject, content: now }, OPTIONS, reportFonts));
        }
      }),
      { numRuns: 25 },
    );
  });
});

describe('the widths of the fonts as a table', () => {
  it('are those of the fonts', () => {
    const table = tableMetrics(fontTable());
    const codePoints = fc.oneof(
      fc.integer({ min: 0, max: 0x2fff }),
      fc.integer({ min: 0x3000, max: 0xffff }),
    );
    fc.assert(
      fc.property(
        fc.constantFrom('latin', 'kr', 'jp', 'sc'),
        fc.boolean(),
        codePoints,
        (family, bold, one) => {
          expect(table.has(family, one)).toBe(reportFonts.has(family, one));
          if (reportFonts.has(family, one))
            expect(table.advance(family, bold, one)).toBeCloseTo(reportFonts.advance(family, bold, one), 9);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
