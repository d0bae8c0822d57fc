/** Published reports, read and written again: every attribute, every text, every reference. */
import { describe, expect, it } from 'vitest';
import { ALLOWED, compareReports } from './differences.ts';
import { present, publishedReports, validate } from './reference.ts';
import { readAll, writeAll } from './roundTrip.ts';

describe.skipIf(!present)('a published report', () => {
  const reports = publishedReports();

  it('is found wherever it is filed', () => {
    expect(reports.length).toBeGreaterThanOrEqual(16);
  });

  it.each(reports)('$name keeps every fact, and its references resolve', async ({ bytes }) => {
    const xml = await writeAll(await readAll(bytes));

    for (const { facts, differences, dangling } of compareReports(bytes, xml)) {
      expect(facts).toBeGreaterThan(15);
      expect(differences).toEqual([]);
      expect(dangling).toBe(0);
    }
    if ((validate?.(Buffer.from(bytes).toString()) ?? []).length === 0)
      expect(validate?.(xml) ?? []).toEqual([]);
  });

  it('differs in every way that is allowed, and in no other', async () => {
    const found = await Promise.all(
      reports.map(async ({ bytes }) => compareReports(bytes, await writeAll(await readAll(bytes)), [])),
    );
    const differences = found.flat().flatMap((one) => one.differences);
    for (const { reason, fits } of ALLOWED) expect(differences.some(fits), reason).toBe(true);
  });
});
