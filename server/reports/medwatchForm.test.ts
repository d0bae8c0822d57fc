import { describe, expect, it } from 'vitest';
import type { ReportOptions } from '../../shared/reports/report.types.ts';
import { layOutValues, textOfBox, ticksOf } from './reportsOfTests.ts';

const form = (values: Record<string, string>, options: Partial<ReportOptions> = {}) =>
  layOutValues(values, options, 'MEDWATCH');

describe('the form 3500A', () => {
  it('is two letter sheets in portrait, whatever orientation is asked for', () => {
    const { pages } = form({ 'C.1.1': 'US-1' }, { orientation: 'landscape' });
    expect(pages.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([
      [612, 792],
      [612, 792],
    ]);
    for (const index of [0, 1])
      expect(pages[index]?.blocks.at(-1)?.runs.map(({ text }) => text)).toEqual([`Page ${index + 1} of 2`]);
  });

  it('has every section of the published form, A to H', () => {
    const headings = form({}).pages.flatMap(({ blocks }) =>
      blocks.filter(({ role, box }) => role === 'heading' && /^[A-H]$/.test(box)).map(({ box }) => box),
    );
    expect(headings.toSorted().join('')).toBe('ABCDEFGH');
  });

  it.each([
    ['A3', { 'D.5': '2' }, ['Female']],
    ['A6', { 'FDA.D.11.r.1|1': 'C41260', 'FDA.D.11.r.1|2': 'C41261' }, ['Asian', 'White']],
    ['B2', { 'E.i.3.2a|1': 'true', 'FDA.E.i.3.2h|2': 'true' }, [/^Death/, /^Required intervention/]],
    ['G7', { 'FDA.C.1.7.1': '1' }, ['15-day', 'Initial']],
    ['H7', { 'FDA.G.k.12.r.11.r|1|1|1': '5' }, ['Notification']],
    ['D5', { 'FDA.G.k.12.r.10|1|1': '2' }, [/Lay user/]],
  ])('ticks box %s for %j', (box, values, expected) => {
    const laidOut = form(values as unknown as Record<string, string>);
    const found = [0, 1].flatMap((page) => ticksOf(laidOut, box, page));
    expect(found).toEqual(expected.map((one) => (one instanceof RegExp ? expect.stringMatching(one) : one)));
  });

  it.each([
    [{ 'E.i.1.1a': 'Ausschlag', 'E.i.1.2': 'Rash' }, 'Ausschlag'],
    [{ 'E.i.1.2': 'Rash', 'E.i.2.1b': '10037844' }, 'Rash'],
    [{ 'E.i.2.1b': '10037844' }, '10037844'],
  ])('names the reaction that recurred, of %j', (reaction, name) => {
    const laidOut = form({ 'G.k.1': '1', 'G.k.2.2': 'Testmab', 'G.k.9.i.4|1|1': '1', ...reaction });
    const texts = laidOut.pages.map((_, page) => textOfBox(laidOut, 'C8-reactions', page)).join('');
    expect(texts).toContain(`Testmab - ${name}: `);
  });

  it.each([
    [
      { 'G.k.9.i.2.r.1|1|1|1': 'Sponsor', 'G.k.9.i.2.r.3|1|1|1': 'Related' },
      'Sponsor: Testmab - Rash: Related',
    ],
    [
      { 'G.k.9.i.2.r.1.EU.1|1|1|1': '1', 'G.k.9.i.2.r.3.EU.1|1|1|1': '1' },
      /: Testmab - Rash: Reasonable possibility$/,
    ],
  ])('prints the causality %j', (assessed, expected) => {
    const laidOut = form({
      'G.k.1': '1',
      'G.k.2.2': 'Testmab',
      'E.i.1.1a': 'Rash',
      ...(assessed as Record<string, string>),
    });
    expect(textOfBox(laidOut, 'H10', 1).split('\n').at(-1)).toMatch(expected);
  });

  it('marks a product that is still blinded', () => {
    const laidOut = form({ 'G.k.1|1': '1', 'G.k.2.2|1': 'Testmab', 'G.k.2.5|1': 'true' });
    expect(textOfBox(laidOut, 'C1')).toContain('(blinded)');
  });

  it('prints a code beside the ticks if it has no tick', () => {
    const laidOut = form({ 'D.5': { nullFlavor: 'MSK' } as never });
    expect([ticksOf(laidOut, 'A3'), textOfBox(laidOut, 'A3')]).toEqual([[], 'PRIVACY']);
  });
});

describe('the suspects of the form 3500A', () => {
  const suspects = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        [`G.k.1|${index + 1}`, '1'],
        [`G.k.2.2|${index + 1}`, `Drug ${index + 1}`],
        [`G.k.8|${index + 1}`, '1'],
      ]).flat(),
    );
  const wordsOf = (laidOut: ReturnType<typeof form>, page: number) =>
    (laidOut.pages[page]?.blocks ?? [])
      .flatMap(({ runs }) => runs.map(({ text }) => text))
      .join('')
      .replaceAll(/\s+/g, ' ');

  it('have a slot each, with their own ticks', () => {
    const laidOut = form({ ...suspects(2), 'G.k.8|2': '4', 'E.i.7|1': '1' });
    expect(textOfBox(laidOut, 'C1')).toBe('Drug 1\nDrug 2');
    expect(ticksOf(laidOut, 'C7')).toEqual(['Yes', "Doesn't apply"]);
    expect(laidOut.pages).toHaveLength(2);
  });

  it('are all on the next page, with their ticks, if there are more than two', () => {
    const laidOut = form({ ...suspects(3), 'E.i.7|1': '3' });
    expect(textOfBox(laidOut, 'C1')).toBe('Drug 1\nDrug 2');
    const words = wordsOf(laidOut, 2);
    for (const part of ['C1. Name and strength', '#1) Drug 1', '#3) Drug 3', 'C7. Event abated'])
      expect(words).toContain(part);
    expect(words.match(/Drug withdrawn No/g)).toHaveLength(3);
  });

  it('are whole on the next page if one does not fit its slot', () => {
    const laidOut = form({ ...suspects(1), 'G.k.2.2|1': `${'long name '.repeat(80)}the end` });
    expect(textOfBox(laidOut, 'C1')).not.toContain('the end');
    expect(wordsOf(laidOut, 2)).toContain('the end');
  });

  it('name their devices one by one if there are several', () => {
    const device = (row: number, name: string) => ({ [`FDA.G.k.12.r.4|1|${row}`]: name });
    const operators = { 'FDA.G.k.12.r.10|1|1': '1', 'FDA.G.k.12.r.10|1|2': '2' };
    const one = form({ ...suspects(1), ...device(1, 'Pump'), 'FDA.G.k.12.r.10|1|1': '1' });
    expect(one.pages).toHaveLength(2);
    const two = form({ ...suspects(1), ...device(1, 'Pump'), ...device(2, 'Needle'), ...operators });
    expect(wordsOf(two, 2)).toMatch(/Pump, Operator: Health professional.*Needle, Operator: Lay user/);
  });
});

describe('the Japanese appendix', () => {
  it('is a follow-up where the other forms are', () => {
    const sameDay = { 'C.1.4': '20250102', 'C.1.5': '20250102' };
    const reportOf = (options: Partial<ReportOptions>, values = sameDay): string =>
      layOutValues(values, options, 'JPN-APPENDIX')
        .pages.flatMap(({ blocks }) => blocks.flatMap(({ runs }) => runs.map(({ text }) => text)))
        .join('');
    expect(reportOf({ followUpNumber: 0 })).toContain('First report');
    expect(reportOf({ followUpNumber: 2 })).toContain('Follow-up, #2');
    const withTime = { ...sameDay, 'C.1.5': '202501021200' };
    expect(reportOf({ followUpNumber: null }, withTime)).toContain('First report');
  });
});
