/** Every value that a report has a place for can be read in its PDF. */
import fc from 'fast-check';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import type { CatalogueReport } from '../../schemas/compile/catalogue.types.ts';
import type { ReportPart } from '../../schemas/compile/reports.types.ts';
import { layOut, OPTIONS as TESTED, source } from '../../server/reports/reportsOfTests.ts';
import { reportFonts } from '../../server/reports/reportFonts.ts';
import { reportPdf } from '../../server/reports/reportPdf.ts';
import type { CaseContent, CaseValue } from '../../shared/case/caseContent.ts';
import { contentToSend } from '../../shared/derived/wholeCase.ts';
import { FONT_FAMILIES, type ReportOptions } from '../../shared/reports/report.types.ts';
import { codePointName, drawable } from '../../shared/reports/fontRuns.ts';
import { printedValue } from '../../shared/reports/printedValue.ts';
import { caseOfAllItems, type Chooser } from './generated.ts';
import { generatorOf, receivers } from '../../scripts/cases-commands.ts';
import { instances, present } from './reference.ts';
import { readAll } from './roundTrip.ts';

const { whole, codeLists } = source;
const MADE_AT = new Date('2026-01-02T00:00:00Z');

const OPTIONS: ReportOptions = { ...TESTED, unblinded: true };

const termOf = () => undefined;

/** Items with a place in the report. */
function placedItems(report: CatalogueReport): Set<string> {
  const ofPart = ({ item, parts = [] }: ReportPart): string[] => [
    ...(item ? [item] : []),
    ...parts.flatMap(ofPart),
  ];
  if (report.catalogue)
    return new Set(
      Object.values(whole.items)
        .filter(({ page }) => whole.pages[page]?.kind !== 'custom')
        .map(({ itemId }) => itemId),
    );
  return new Set(
    report.boxes.flatMap(({ items, content = [], cells = [], slots }) => [
      ...items,
      ...content.flatMap(ofPart),
      ...(slots ? ofPart(slots) : []),
      ...cells.flatMap((cell) => (cell.content ?? []).flatMap(ofPart)),
    ]),
  );
}

/** Text as it is compared: some characters share a glyph, and lines break anywhere. */
const compared = (text: string): string =>
  [...drawable(text).replaceAll(/\s/g, '')]
    .map((character) => (hasGlyph(character) ? character : codePointName(character.codePointAt(0) ?? 0)))
    .join('')
    .normalize('NFKC')
    .replaceAll(/\s/g, '');

const hasGlyph = (character: string): boolean =>
  FONT_FAMILIES.some((family) => reportFonts.has(family, character.codePointAt(0) ?? 0));

async function textOf(
  report: CatalogueReport,
  content: CaseContent,
  options: ReportOptions,
): Promise<string> {
  const laidOut = layOut(content, options, report.report);
  const bytes = await reportPdf(laidOut, MADE_AT);
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: false });
  // a value may continue on the next page: its first heading and its number are between
  const headings = laidOut.pages.map(({ blocks }) => ({
    heading: runsOf(blocks.filter(({ box, role }) => box === '' && role === 'heading').slice(0, 1)),
    number: runsOf(blocks.filter(({ role }) => role === 'page')),
  }));
  return text
    .map((page, index) => {
      const { heading = '', number = '' } = headings[index] ?? {};
      const all = compared(page);
      const start = index > 0 && all.startsWith(heading) ? heading.length : 0;
      return all.slice(start, all.endsWith(number) ? -number.length || undefined : undefined);
    })
    .join('');
}

const runsOf = (blocks: { runs: { text: string }[] }[]): string =>
  compared(blocks.flatMap(({ runs }) => runs.map(({ text }) => text)).join(''));

/** Values with a place in the report that its text does not have. */
async function missing(
  name: string,
  content: CaseContent,
  changes: Partial<ReportOptions> = {},
): Promise<string[]> {
  const report = whole.reports[name];
  if (!report) throw new Error(`no report ${name}`);
  const options = { ...OPTIONS, ...changes };
  const placed = placedItems(report);
  const text = await textOf(report, content, options);
  return contentToSend(whole, whole, content).values.flatMap((value) => {
    const item = whole.items[value.itemId];
    if (!item || !placed.has(value.itemId) || isOtherwise(report, value, content)) return [];
    const printed = compared(printedValue({ codeLists, termOf, options, dates: report.dates }, item, value));
    return text.includes(printed) ? [] : [`${value.itemId}|${value.rowNo}|${value.rowNo2} ${printed}`];
  });
}

/** Printed in another form: a tick or a word for yes; years without their unit; a date in cells; a name for its code. */
function isOtherwise(
  { catalogue }: CatalogueReport,
  { itemId, value, ...rows }: CaseValue,
  { values }: CaseContent,
): boolean {
  if (catalogue) return false;
  if (itemId === 'G.k.2.3.r.2b')
    return values.some(
      (other) => other.itemId === 'G.k.2.3.r.1' && other.rowNo === rows.rowNo && other.rowNo2 === rows.rowNo2,
    );
  const { control } = whole.items[itemId] ?? {};
  if (control === 'trueOnly' || control === 'yesNo') return true;
  if (itemId === 'D.2.2b') return value === 'a';
  // the birth date is printed in cells of day, month and year
  return itemId === 'D.2.1';
}

const CASES: [report: string, options: Partial<ReportOptions>][] = [
  ['CIOMS', {}],
  ['CIOMS', { orientation: 'landscape', language: 'ko', ordering: 'basic' }],
  ['READABLE', {}],
  ['READABLE', { language: 'zh', orientation: 'landscape' }],
  ['MEDWATCH', {}],
  ['JPN-APPENDIX', { language: 'ja' }],
];

/** Draws from a seed: shrinking a whole case takes longer than reading its first missing values. */
function chooser(seed: number): Chooser {
  let drawn = seed * 100_000;
  const draw = <T>(arbitrary: fc.Arbitrary<T>): T => {
    drawn += 1;
    return fc.sample(arbitrary, { numRuns: 1, seed: drawn })[0] as T;
  };
  return {
    pick: (from) => draw(fc.constantFrom(...from)),
    draw,
    nullFlavor: (allowed) =>
      allowed.length > 0 ? draw(fc.option(fc.constantFrom(...allowed), { freq: 4 })) : null,
  };
}

const SEEDS = [1, 2];
/** The same for all reports: to draw them takes as long as to print them. */
const generated = new Map(SEEDS.map((seed) => [seed, caseOfAllItems(seed, chooser(seed))]));

describe.each(CASES)('report %s (%j)', (report, options) => {
  it.each(SEEDS)('prints every value of a generated case (%i)', async (seed) => {
    const content = (await generated.get(seed)) ?? expect.fail();
    expect(await missing(report, content, options)).toEqual([]);
  });

  it.skipIf(!present)('prints every value of the published instances', async () => {
    for (const { name, bytes } of instances())
      for (const { content } of (await readAll(bytes)).messages)
        expect(await missing(report, content, options), name).toEqual([]);
  });
});

const LANGUAGES = ['en', 'ko', 'ja', 'zh'] as const;
const REPORTS = ['CIOMS', 'MEDWATCH', 'JPN-APPENDIX', 'READABLE'] as const;

describe.each(receivers())('a valid case for %s', (receiver) => {
  const generate = generatorOf(source);
  const turn = receivers().indexOf(receiver);
  it.each(LANGUAGES)('is in its reports in %s', async (language) => {
    // each report in each language, for some receiver
    const index = LANGUAGES.indexOf(language);
    const report = REPORTS[(turn + index) % REPORTS.length] ?? 'CIOMS';
    const orientation = turn % 2 === 0 ? 'portrait' : 'landscape';
    for (const seed of [1, 2, 3]) {
      const { content } = generate({ receiver, language, seed: 100 * turn + 10 * index + seed });
      for (const name of new Set([report, 'CIOMS']))
        expect(await missing(name, content, { language, orientation }), `${name} ${seed}`).toEqual([]);
    }
  });
});

it('makes the same bytes of the same case', async () => {
  const content = { values: [], rows: [] };
  const made = () => reportPdf(layOut(content), MADE_AT);
  expect(Buffer.from(await made()).equals(await made())).toBe(true);
});
