/** A CIOMS form that we print is read back: how many of its values a person is offered. */
import { describe, expect, it } from 'vitest';
import { generatorOf } from '../../scripts/cases-commands.ts';
import { readCioms } from '../../server/report-reading/formsOfTests.ts';
import { readPdf } from '../../server/report-reading/readPdf.ts';
import { layOut, source } from '../../server/reports/reportsOfTests.ts';
import { reportPdf } from '../../server/reports/reportPdf.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { addressKey } from '../../shared/case/itemAddress.ts';
import type { ReportLanguage } from '../../shared/reports/report.types.ts';
import { instances, present } from './reference.ts';
import { readAll } from './roundTrip.ts';

const MADE_AT = new Date('2026-01-02T00:00:00Z');

/** Ids in the descriptor of the form. */
const printed = JSON.stringify(source.whole.reports['CIOMS']?.boxes);

/** Values that the form has a place for; of a tick only a yes is printed. */
const placed = ({ values }: CaseContent): CaseContent['values'] =>
  values.filter(
    ({ itemId, value }) =>
      printed.includes(`"${itemId}"`) &&
      (value !== null || source.whole.items[itemId]?.control !== 'trueOnly'),
  );

/** The share of values that are proposed at their address as they were. */
async function shareBack(content: CaseContent, language: ReportLanguage): Promise<number> {
  const pdf = await reportPdf(layOut(content, { unblinded: true, language }), MADE_AT);
  const read = await readPdf(Uint8Array.from(pdf));
  const form = 'fault' in read ? null : readCioms(read.sheets);
  const back = new Map(form?.content.values.map((value) => [addressKey(value), value]));
  const wanted = placed(content);
  const right = wanted.filter((value) => {
    const found = back.get(addressKey(value));
    return found?.value === value.value && found.nullFlavor === value.nullFlavor;
  });
  return right.length / wanted.length;
}

const REPORTS: [name: string, language: ReportLanguage, share: number][] = [
  ['FAERS2022Scenario1.xml', 'en', 0.8],
  ['FAERS2022Scenario1.xml', 'ja', 0.7],
  ['FAERS2022Scenario6.xml', 'en', 0.75],
  ['made-kr-postmarket-domestic.xml', 'ko', 0.85],
];

describe.skipIf(!present)('a CIOMS form of a published report', () => {
  it.each(REPORTS)('%s in %s brings back its values', async (name, language, share) => {
    const found = instances().find((one) => one.name === name);
    const { messages } = await readAll(found?.bytes ?? new Uint8Array());
    const back = await shareBack(messages[0]?.content ?? { values: [], rows: [] }, language);
    expect(back).toBeGreaterThan(share);
  });
});

describe('CIOMS forms of invented cases', () => {
  const generate = generatorOf(source);
  it.each<[receiver: string, language: ReportLanguage]>([
    ['FDA', 'en'],
    ['MFDS', 'ko'],
    ['PMDA', 'ja'],
    ['NMPA', 'zh'],
  ])('for %s in %s bring back most of their values', async (receiver, language) => {
    const shares = [];
    for (const seed of [1, 2, 3])
      shares.push(await shareBack(generate({ receiver, language, seed }).content, language));
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    expect(mean).toBeGreaterThan(0.5);
  });
});
