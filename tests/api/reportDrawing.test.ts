/** What a browser draws reports with. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readReportCodes, readReportFonts, readTerms } from '../../shared/contract/index.ts';
import { tableMetrics } from '../../shared/reports/fontTable.ts';
import { startCaseWorld, type CaseWorld } from './caseWorld.ts';

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld();
});
afterAll(() => world.server.stop());

describe('the fonts of reports', () => {
  it('are a table of widths for every script', async () => {
    const { data } = await world.server.call(readReportFonts, { token: world.editor });
    if (!data) throw new Error('no fonts');
    const metrics = tableMetrics(data);
    expect(metrics.advance('latin', false, 0x20)).toBeCloseTo(0.26, 3);
    expect(metrics.has('kr', 0xd55c)).toBe(true);
    expect(metrics.has('latin', 0xd55c)).toBe(false);
  });
});

describe('the words of reports', () => {
  it('are labels in the language of the report', async () => {
    const labels = async (language: 'en' | 'ko') =>
      (await world.server.call(readReportCodes, { query: { language }, token: world.editor })).data
        ?.codeLists;
    const [en, ko] = [await labels('en'), await labels('ko')];
    expect(Object.keys(en ?? {})).toEqual(Object.keys(ko ?? {}));
    expect(en).not.toEqual(ko);
  });

  it('are terms, and nothing for an unknown code', async () => {
    const codes = [{ dictionary: 'meddra', code: 'no such code' }];
    const { data } = await world.server.call(readTerms, {
      query: { language: 'en' },
      body: { codes },
      token: world.editor,
    });
    expect(data).toEqual({ terms: [null] });
  });
});
