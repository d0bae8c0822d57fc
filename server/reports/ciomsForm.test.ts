import { describe, expect, it } from 'vitest';
import type { LaidOutReport, ReportPage } from '../../shared/reports/report.types.ts';
import published from './publishedCiomsForm.json' with { type: 'json' };
import { layOutValues, textOfBox, ticksOf } from './reportsOfTests.ts';

const TOLERANCE_MM = 1.5;
const POINTS_PER_MM = 72 / 25.4;

/** The first page of a case without content, in millimetres. */
function emptyForm(): ReportPage {
  const [page] = layOutValues({ 'C.1.1': 'X' }).pages;
  if (!page) throw new Error('no page');
  return page;
}
const strokes = emptyForm().strokes.map(({ x1, y1, x2, y2 }) =>
  [x1, y1, x2, y2].map((length) => length / POINTS_PER_MM),
);
const isNear = (a = 0, b = 0) => Math.abs(a - b) <= TOLERANCE_MM;

/** Whether lines along one axis at this place cover everything from one end to the other. */
function covered(lines: { at: number; from: number; to: number }[], at: number, from: number, to: number) {
  let reached = from + TOLERANCE_MM;
  for (const line of lines.filter((one) => isNear(one.at, at)).sort((a, b) => a.from - b.from))
    if (line.from <= reached + 0.1) reached = Math.max(reached, line.to);
  return reached >= to - TOLERANCE_MM;
}
const vertical = strokes
  .filter(([x1, , x2]) => x1 === x2)
  .map(([x1 = 0, y1 = 0, , y2 = 0]) => ({ at: x1, from: y1, to: y2 }));
const horizontal = strokes
  .filter(([, y1, , y2]) => y1 === y2)
  .map(([x1 = 0, y1 = 0, x2 = 0]) => ({ at: y1, from: x1, to: x2 }));

describe('the CIOMS form lies over the published one', () => {
  it.each(published.vertical)('line %s', (_, x, top, bottom) => {
    expect(covered(vertical, Number(x), Number(top), Number(bottom))).toBe(true);
  });

  it.each(published.horizontal)('line %s', (_, y, left, right) => {
    expect(covered(horizontal, Number(y), Number(left), Number(right))).toBe(true);
  });

  it('draws no line between 14 and 20', () => {
    for (const [, x, top, bottom] of published.absent)
      expect(
        vertical.filter(
          ({ at, from, to }) => isNear(at, Number(x)) && from < Number(bottom) && to > Number(top),
        ),
      ).toEqual([]);
  });

  it.each(published.officeCells)('cell of the office at %s', (x) => {
    expect(covered(vertical, x, 54, 61.8)).toBe(true);
  });

  it.each(published.ticks)('tick %s', (_, left, top) => {
    const corner = strokes.find(
      ([x1, y1, x2, y2]) =>
        y1 === y2 &&
        x2 !== undefined &&
        x2 - (x1 ?? 0) < 3 &&
        isNear(x1, Number(left)) &&
        isNear(y1, Number(top)),
    );
    expect(corner).toBeDefined();
  });

  it.each(published.fields)('field %s holds its value', (box, left, top, width, height) => {
    const values = {
      'D.1': 'V',
      'E.i.9': 'DE',
      'D.2.1': '19700101',
      'D.2.2a': '50',
      'D.2.2b': 'a',
      'D.5': '1',
      'E.i.4': '20240101',
      'E.i.1.1a': 'V',
      'G.k.1': '1',
      'G.k.2.2': 'V',
      'G.k.4.r.8': 'V',
      'G.k.4.r.10.1': 'V',
      'G.k.7.r.1': 'V',
      'G.k.4.r.4': '20240101',
      'G.k.4.r.6a': '1',
      'D.7.2': 'V',
      'C.3.2': 'V',
      'C.1.1': 'V',
      'C.1.5': '20240101',
      'G.k.1|2': '2',
      'G.k.2.2|2': 'V',
    };
    const [page] = layOutValues(values).pages;
    const runs = page?.blocks
      .filter((block) => block.box === box && block.role === 'content')
      .flatMap(({ runs: of }) => of);
    expect(runs?.length).toBeGreaterThan(0);
    for (const { x, y, width: w } of runs ?? []) {
      expect(x / POINTS_PER_MM).toBeGreaterThan(Number(left) - TOLERANCE_MM);
      expect((x + w) / POINTS_PER_MM).toBeLessThan(Number(left) + Number(width) + TOLERANCE_MM);
      expect(y / POINTS_PER_MM).toBeGreaterThan(Number(top) - TOLERANCE_MM);
      expect(y / POINTS_PER_MM).toBeLessThan(Number(top) + Number(height) + TOLERANCE_MM);
    }
  });
});

describe('the traps of the CIOMS form', () => {
  it('prints the most recent information as the date received, not the first', () => {
    const form = layOutValues({ 'C.1.4': '20240101', 'C.1.5': '20240301' });
    expect(textOfBox(form, '24c')).toBe('01-MAR-2024');
  });

  it.each([
    [{ 'G.k.8': '1', 'E.i.7': '1' }, ['YES']],
    [{ 'G.k.8': '2', 'E.i.7': '2' }, ['YES']],
    [{ 'G.k.8': '1', 'E.i.7': '3' }, ['NO']],
    [{ 'G.k.8': '1', 'E.i.7': '5' }, ['NO']],
    [{ 'G.k.8': '9', 'E.i.7': '1' }, ['NA']],
    [{ 'G.k.8': '4', 'E.i.7': '3' }, ['NA']],
    [{ 'E.i.7': '1' }, []],
    [{ 'G.k.8': '1' }, []],
    // two suspects with different answers
    [{ 'G.k.8': '1', 'G.k.1|2': '1', 'G.k.8|2': '4', 'E.i.7': '1' }, []],
    // what happened to another medicine does not count
    [{ 'G.k.8': '1', 'G.k.1|2': '2', 'G.k.8|2': '4', 'E.i.7': '1' }, ['YES']],
  ])('computes box 20 from %j', (values, expected) => {
    expect(ticksOf(layOutValues({ 'G.k.1': '1', ...values } as Record<string, string>), '20')).toEqual(
      expected,
    );
  });

  it.each([
    [{ 'G.k.9.i.4|1|1': '1' }, ['YES']],
    [{ 'G.k.9.i.4|1|1': '2' }, ['NO']],
    [{ 'G.k.9.i.4|1|1': '4' }, ['NA']],
    // what happened to another medicine does not count
    [{ 'G.k.9.i.4|1|1': '2', 'G.k.9.i.4|2|1': '1' }, ['NO']],
    [{ 'G.k.9.i.4|2|1': '4' }, []],
  ])('computes box 21 from %j', (values, expected) => {
    const drugs = { 'G.k.1|1': '1', 'G.k.1|2': '2', 'E.i.1.1a': 'Rash' };
    expect(ticksOf(layOutValues({ ...drugs, ...values } as Record<string, string>), '21')).toEqual(expected);
  });

  it('ticks the seriousness of any reaction', () => {
    const form = layOutValues({ 'E.i.3.2a|1': 'true', 'E.i.3.2c|3': 'true', 'E.i.3.2b|2': 'false' });
    expect(ticksOf(form, '8-12')).toEqual([
      'PATIENT DIED',
      'INVOLVED OR PROLONGED INPATIENT HOSPITALISATION',
    ]);
  });

  it('lists suspect, interacting and not administered drugs, and the others as concomitant', () => {
    const form = layOutValues({
      'G.k.1|1': '2',
      'G.k.2.2|1': 'Other',
      'G.k.1|2': '3',
      'G.k.2.2|2': 'Inter',
      'G.k.1|3': '1',
      'G.k.2.2|3': 'Main',
      'G.k.1|4': '4',
      'G.k.2.2|4': 'Never',
      'G.k.4.r.10.1|2|1': 'oral',
      'G.k.4.r.10.1|3|1': 'nasal',
    });
    expect(textOfBox(form, '14')).toBe('#1) Main#2) Inter (interacting)#3) Never (not administered)');
    expect(textOfBox(form, '16')).toBe('#1) nasal#2) oral');
    expect(textOfBox(form, '22')).toBe('#1) Other');
  });

  it.each([
    [{ 'D.2.2a': '14', 'D.2.2b': 'mo' }, /^14\s*month/i],
    [{ 'D.2.2a': '45', 'D.2.2b': 'a' }, /^45$/],
    [{ 'D.2.1': '20200101', 'E.i.4': '20240601' }, /^4\s*\(computed\)$/],
    [{ 'D.2.1': '20240101', 'E.i.4': '20240601' }, /^5\s*months\s*\(computed\)$/],
    [{ 'D.2.1': '2020', 'E.i.4': '20240601', 'D.2.3': '3' }, /child/i],
  ])('prints the age %j', (values, expected) => {
    const form = layOutValues(values as unknown as Record<string, string>);
    const all = form.pages
      .flatMap(({ blocks }) => blocks)
      .filter(({ box, role }) => box === '2a' && role === 'content');
    const text = all
      .at(-1)
      ?.runs.map((run) => run.text)
      .join(' ');
    expect(text).toMatch(expected);
  });

  it('leaves cells of a partial date empty', () => {
    expect(textOfBox(layOutValues({ 'E.i.4': '202403' }), '4-6')).toBe('MAR\n2024');
  });

  it('prints the onset of the main reaction, or of the first one by the ordering', () => {
    const values = { 'E.i.4|1': '20240101', 'E.i.4|2': '20240202', 'E.i.3.1|2': '3' };
    expect(textOfBox(layOutValues(values), '4-6')).toBe('02\nFEB\n2024');
    expect(textOfBox(layOutValues(values, { ordering: 'basic' }), '4-6')).toBe('01\nJAN\n2024');
  });

  it('prints words for reasons without a value', () => {
    const form = layOutValues({ 'D.1': { nullFlavor: 'MSK' }, 'D.5': { nullFlavor: 'UNK' } } as never);
    expect([textOfBox(form, '1'), textOfBox(form, '3')]).toEqual(['PRIVACY', 'UNKNOWN']);
  });

  it('prints masked items as masked', () => {
    expect(textOfBox(layOutValues({ 'D.1': 'AB' }, { masked: new Set(['D.1']) }), '1')).toBe('PRIVACY');
  });

  it('takes a first version for a follow-up only where information came later', () => {
    const ticked = (values: Record<string, string>) =>
      ticksOf(layOutValues(values, { followUpNumber: null }), '25a');
    expect(ticked({ 'C.1.4': '20240101', 'C.1.5': '20240102' })).toEqual(['FOLLOWUP']);
    const dates = [
      { 'C.1.4': '20240101' },
      { 'C.1.5': '20240101' },
      { 'C.1.4': '2024', 'C.1.5': '20240102' },
    ];
    for (const values of dates) expect(ticked(values as never), JSON.stringify(values)).toEqual(['INITIAL']);
  });

  it('names a follow-up with its number, and a nullification across the page', () => {
    const form = layOutValues({ 'C.1.11.1': '1', 'C.1.11.2': 'Duplicate' }, { followUpNumber: 2 });
    expect(ticksOf(form, '25a')).toEqual(['FOLLOWUP']);
    expect(textOfBox(form, '25a')).toBe('#2');
    expect(textOfBox(form, 'remarks')).toContain('Duplicate');
    expect(form.pages[0]?.watermark.map(({ text }) => text)).toEqual(['NULLIFICATION']);
  });

  it('ticks several sources', () => {
    const form = layOutValues({ 'C.1.3': '2', 'C.4.r.1': 'Lancet', 'C.2.r.4|2': '3' });
    expect(ticksOf(form, '24d')).toEqual(['STUDY', 'LITERATURE', 'HEALTH PROFESSIONAL']);
  });
});

describe('a case of any size', () => {
  const wordsOf = ({ pages }: LaidOutReport): string =>
    pages.flatMap(({ blocks }) => blocks.flatMap(({ runs }) => runs.map((run) => run.text))).join(' ');

  it('with 300 reactions has each of them, on pages that name the box', () => {
    const terms = Array.from({ length: 300 }, (_, index) => `reaction-${index + 1}-end`);
    const values = Object.fromEntries(terms.map((term, index) => [`E.i.1.1a|${index + 1}`, term]));
    const form = layOutValues({ 'C.1.1': 'X', ...values });
    const words = wordsOf(form);
    expect(terms.filter((term) => !words.includes(term))).toEqual([]);
    expect(form.pages.length).toBeLessThan(20);
    expect(words).toContain('7 + 13 DESCRIBE REACTION(S)');
  });

  it('without reactions is one page with empty boxes and no tick', () => {
    const form = layOutValues({ 'C.1.1': 'X' });
    expect(form.pages).toHaveLength(1);
    expect([textOfBox(form, '4-6'), textOfBox(form, '7-13'), ticksOf(form, '8-12')]).toEqual(['', '', []]);
  });
});

describe('a text that its box does not hold', () => {
  it('is cut at a word, says so, and is whole on the next page', () => {
    const text = Array.from({ length: 900 }, (_, index) => `word${index}`).join(' ');
    const form = layOutValues({ 'H.1': text });
    const start = textOfBox(form, '7-13');
    expect(text).toContain(start.slice(0, 20));
    const captions = form.pages[0]?.blocks.filter(({ box, role }) => box === '7-13' && role === 'caption');
    expect(captions?.at(-1)?.runs[0]?.text).toBe('(Continued on additional page)');
    const words = form.pages
      .slice(1)
      .flatMap(({ blocks }) => blocks.flatMap(({ runs }) => runs.map((run) => run.text)));
    expect(words.join(' ')).toContain('7 + 13 DESCRIBE REACTION(S)');
    expect(words.join(' ').replaceAll(/\s+/g, ' ')).toContain('word899');
  });

  it('is printed at a smaller size before it is cut', () => {
    const sizeOf = (length: number) =>
      layOutValues({ 'D.7.2': 'word '.repeat(length) }).pages[0]?.blocks.find(
        ({ box, role }) => box === '23' && role === 'content',
      )?.runs[0]?.size;
    expect([sizeOf(5), sizeOf(90), sizeOf(1000)]).toEqual([8, 7.5, 6]);
  });

  it('is printed at a smaller size before a word is broken', () => {
    expect(textOfBox(layOutValues({ 'D.5': '2' }), '3')).toBe('Female');
  });

  it('names box, item and rows of every printed value', () => {
    const form = layOutValues({ 'E.i.1.1a|1': 'Rash', 'E.i.1.1a|2': 'Fever' });
    const runs = form.pages[0]?.blocks.filter(({ box }) => box === '7-13').flatMap((block) => block.runs);
    expect(runs?.find(({ text }) => text === 'Fever')?.address).toEqual({
      itemId: 'E.i.1.1a',
      rowNo: 2,
      rowNo2: 0,
      rowNo3: 0,
    });
  });
});
