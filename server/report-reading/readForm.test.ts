import { describe, expect, it } from 'vitest';
import type { ReportOptions } from '../../shared/reports/report.types.ts';
import type { Sheet, SheetText } from '../../shared/report-reading/sheet.types.ts';
import { layOutValues } from '../reports/reportsOfTests.ts';
import { readCioms, sheetsOf, valuesIn } from './formsOfTests.ts';

function readBack(values: Record<string, string>, options: Partial<ReportOptions> = {}) {
  const read = readCioms(sheetsOf(layOutValues(values, options)));
  if (!read) throw new Error('the form was not recognised');
  return { ...read, values: valuesIn(read.content) };
}

const CASE = {
  'C.1.1': 'KR-ACME-1',
  'C.1.5': '20250304',
  'D.1': 'K.I.M.',
  'D.2.1': '19700102',
  'D.2.2a': '55',
  'D.2.2b': 'a',
  'D.5': '2',
  'D.7.2': 'Hypertension since 2010',
  'E.i.1.1a|1': 'itchy rash',
  'E.i.4|1': '20250301',
  'E.i.7|1': '1',
  'E.i.3.2c|1': 'true',
  'E.i.1.1a|2': 'fever',
  'E.i.4|2': '202503',
  'G.k.1|1': '1',
  'G.k.2.2|1': 'Velanorix',
  'G.k.4.r.1a|1|1': '10',
  'G.k.4.r.1b|1|1': 'mg',
  'G.k.4.r.4|1|1': '20250201',
  'G.k.4.r.5|1|1': '20250301',
  'G.k.4.r.10.1|1|1': 'by mouth',
  'G.k.7.r.1|1|1': 'headache',
  'G.k.1|2': '1',
  'G.k.2.2|2': 'Zenotrin',
  'G.k.1|3': '2',
  'G.k.2.2|3': 'Aspirin',
  'H.1': 'The patient took it and had a rash.\nThe rash went away.',
};

describe('a CIOMS form', () => {
  it.each<Partial<ReportOptions>>([
    {},
    { language: 'ko', orientation: 'landscape' },
    { language: 'ja' },
    { language: 'zh', orientation: 'landscape' },
  ])('is read back as it was printed (%j)', (options) => {
    const { values, unread } = readBack(CASE, options);
    expect(values).toEqual(CASE);
    expect(unread).toEqual([]);
  });

  it('is read to the end of the pages that continue its boxes', () => {
    const narrative = Array.from({ length: 120 }, (_, day) => `On day ${day} the rash was seen.`).join('\n');
    const { values, proposals } = readBack({ ...CASE, 'H.1': narrative });
    expect(values['H.1']).toBe(narrative);
    const { spots } = proposals.find(({ itemId }) => itemId === 'H.1') ?? { spots: [] };
    expect(spots.map(({ page }) => page)).toEqual([2, 3]);
  });

  it.each(['zh', 'ja'] as const)('is read back wherever a line of it ends (%s)', (language) => {
    const { 'H.1': _, ...withoutNarrative } = CASE;
    const wrong = Array.from({ length: 40 }, (_letters, more) => {
      const reaction = `${'itchy rash of both arms, '.repeat(3)}${'w'.repeat(more + 1)}`;
      const values = { ...withoutNarrative, 'E.i.1.1a|1': reaction, 'E.i.3.2b|1': 'true' };
      return { more, values: Object.entries(values), read: readBack(values, { language }).values };
    }).filter(({ values, read }) =>
      values.some(([at, value]) => at !== 'E.i.1.1a|1' && at.startsWith('E.i.') && read[at] !== value),
    );
    expect(wrong.map(({ more }) => more)).toEqual([]);
  });

  it.each(['zh', 'ja'] as const)(
    'has its assessments wherever the line before them ends (%s)',
    (language) => {
      const assessed = {
        'G.k.9.i.2.r.1|1|1|1': 'Reporter',
        'G.k.9.i.2.r.2|1|1|1': 'Global judgement',
        'G.k.9.i.2.r.3|1|1|1': 'Possible',
      };
      const wrong = Array.from({ length: 10 }, (_letters, more) => {
        const reaction = `${'itchy rash of both arms, '.repeat(3)}${'w'.repeat(more + 1)}`;
        const values = { ...CASE, ...assessed, 'E.i.1.1a|2': reaction };
        return { more, read: readBack(values, { language }) };
      }).filter(({ read }) => Object.entries(assessed).some(([at, value]) => read.values[at] !== value));
      expect(wrong.map(({ more, read }) => [more, read.unread])).toEqual([]);
    },
  );

  it('says where the form has each value', () => {
    const { proposals } = readBack(CASE);
    expect(proposals.find(({ itemId }) => itemId === 'D.1')).toMatchObject({
      box: '1',
      text: 'K.I.M.',
      spots: [{ page: 1, x: expect.closeTo(87.9, 0), y: expect.closeTo(197.9, 0) }],
    });
  });

  it('keeps text that no item takes in sight', () => {
    const [form, ...rest] = sheetsOf(layOutValues(CASE));
    const outside = { text: 'Fax 02-555', x: 20, y: 820, width: 60, size: 8 };
    const read = readCioms([{ ...form, texts: [...(form?.texts ?? []), outside] } as Sheet, ...rest]);
    expect(read?.unread).toEqual([{ box: '', text: 'Fax 02-555', page: 1 }]);
  });

  it('is none where its captions are missing', () => {
    const letter = { text: 'Dear colleague', x: 100, y: 100, width: 80, size: 10 };
    expect(readCioms([{ width: 595, height: 842, texts: [letter], checks: [] }])).toBeNull();
  });
});

/** Left, bottom, right and top of fields of the published form, from the left bottom corner of its page. */
const FIELDS = {
  initials: [93.2, 610.8, 169.8, 625],
  sex: [359.3, 610.8, 385.2, 623.8],
  day: [388.3, 611.4, 408.6, 623.8],
  month: [413, 611.4, 440.1, 623.8],
  year: [443.8, 611.4, 462.3, 623.8],
  died: [480, 592.7, 486.8, 600],
  description: [91, 480, 460.2, 596],
  drugs: [90.1, 421.9, 451.8, 444.2],
  therapy: [90.7, 346, 317.3, 360.2],
} as const;
const HEIGHT = 841.68;

const filled = (field: keyof typeof FIELDS, text: string): SheetText => {
  const [left, , right, top] = FIELDS[field];
  return { text, x: (left + right) / 2, y: HEIGHT - top + 9, width: 0, size: 8 };
};

it('reads the published form, a picture with fields, as others fill it in', () => {
  const [left, bottom, right, top] = FIELDS.died;
  const read = readCioms([
    {
      width: 595.2,
      height: HEIGHT,
      isPicture: true,
      texts: [
        filled('initials', 'AB'),
        filled('sex', 'Female'),
        filled('day', '12'),
        filled('month', 'Mar'),
        filled('year', '2024'),
        filled('description', 'The patient had a stroke and died.'),
        filled('drugs', '1. ASPIRIN 100 mg'),
        filled('therapy', '1. 5 Jan 2024'),
      ],
      checks: [{ x: left, y: HEIGHT - top, width: right - left, height: top - bottom }],
    },
  ]);
  expect(valuesIn(read?.content ?? { values: [], rows: [] })).toEqual({
    'D.1': 'AB',
    'D.5': '2',
    'E.i.4|1': '20240312',
    'E.i.3.2a|1': 'true',
    'H.1': 'The patient had a stroke and died.',
    'G.k.1|1': '1',
    'G.k.2.2|1': 'ASPIRIN 100 mg',
    'G.k.4.r.4|1|1': '20240105',
  });
});
