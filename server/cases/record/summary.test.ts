import { describe, expect, it } from 'vitest';
import type { CaseContent, CaseRow } from '../../../shared/case/caseContent.ts';
import { addressAt } from '../../../shared/case/itemAddress.ts';
import { openCatalogue } from '../../catalogue/catalogueSource.ts';
import { columnsTouched, pagesOfColumns, searchText, summaryOf } from './summary.ts';

const { whole } = openCatalogue();

const row = (group: string, rowNo: number, sort: number, deleted = false): CaseRow => ({
  group,
  rowNo,
  rowNo2: 0,
  rowNo3: 0,
  rowId: crypto.randomUUID(),
  sort,
  deleted,
});
const say = (itemId: string, value: string, ...path: number[]) => ({
  ...addressAt(itemId, path),
  value,
  nullFlavor: null,
  notation: null,
});

const content: CaseContent = {
  rows: [
    row('G.k', 1, 1),
    row('G.k', 2, 3),
    row('G.k', 3, 2),
    row('E.i', 1, 2),
    row('E.i', 2, 1),
    row('E.i', 3, 0, true),
    row('C.2.r', 1, 1),
    row('C.2.r', 2, 2),
  ],
  values: [
    say('C.1.1', 'KR-HB-1'),
    say('C.1.3', '1'),
    say('D.1', 'ABC'),
    say('D.2.2a', '45'),
    say('D.2.2b', 'a'),
    say('G.k.1', '2', 1),
    say('G.k.2.2', 'Concomitant', 1),
    say('G.k.1', '1', 2),
    say('G.k.2.2', 'Second suspect', 2),
    say('G.k.1', '1', 3),
    say('G.k.2.2', 'Ｓｕｓｐｅｃｔ', 3),
    say('E.i.1.1a', 'struck', 3),
    say('E.i.3.2a', 'true', 3),
    say('E.i.1.1a', '두통', 2),
    say('E.i.1.1a', 'later', 1),
    say('E.i.4', '2024', 2),
    say('C.2.r.3', 'DE', 1),
    say('C.2.r.3', 'KR', 2),
    say('C.2.r.5', '1', 2),
  ],
};
const without = (...itemIds: string[]): CaseContent => ({
  ...content,
  values: content.values.filter(({ itemId }) => !itemIds.includes(itemId)),
});

describe('the summary of a case', () => {
  it('takes the first suspect drug and the first reaction, in list order and without struck rows', () => {
    expect(summaryOf(whole, content)).toMatchObject({
      product_name: 'Ｓｕｓｐｅｃｔ',
      ae_term: '두통',
      ae_start_date: '2024',
      age: '45 a',
      patient_name: 'ABC',
      sender_case_id: 'KR-HB-1',
      sex: null,
    });
  });

  it('takes the first drug where none is suspect', () => {
    expect(summaryOf(whole, without('G.k.1')).product_name).toBe('Concomitant');
  });

  describe('its seriousness', () => {
    const live = content.rows
      .filter(({ group, deleted }) => group === 'E.i' && !deleted)
      .map((row) => row.rowNo);
    const criteria = Object.entries(whole.roles).flatMap(([role, id]) =>
      role.startsWith('serious') ? [id] : [],
    );
    const answered = (answers: CaseContent['values']) => ({
      ...content,
      values: [...content.values, ...answers],
    });
    const none = live.flatMap((rowNo) =>
      criteria.map((itemId) => ({ ...say(itemId, '', rowNo), value: null, nullFlavor: 'NI' })),
    );

    it('is not assessed without a reaction, and while one has a criterion without an answer', () => {
      expect(live.length).toBeGreaterThan(0);
      expect(summaryOf(whole, { values: [], rows: [] }).serious).toBeNull();
      expect(summaryOf(whole, content).serious).toBeNull();
      for (const missing of none)
        expect(summaryOf(whole, answered(none.filter((one) => one !== missing))).serious).toBeNull();
    });

    it('is serious when one criterion of one live reaction applies, whatever is not answered', () => {
      expect(summaryOf(whole, answered([say('E.i.3.2f', 'true', live[0] ?? 0)])).serious).toBe(true);
    });

    it('is not serious when all criteria of all live reactions are answered and none applies', () => {
      expect(summaryOf(whole, answered(none)).serious).toBe(false);
    });
  });

  it('comes from the country of the reaction, else of the primary source, else of the first reporter', () => {
    const more = { ...content, values: [...content.values, say('E.i.9', 'JP', 2)] };
    expect(summaryOf(whole, more).country).toBe('JP');
    const asSent = { ...content, values: [...content.values, say('E.i.9', 'eu', 2)] };
    expect(summaryOf(whole, asSent).country).toBe('EU');
    expect(summaryOf(whole, content).country).toBe('KR');
    expect(summaryOf(whole, without('C.2.r.5')).country).toBe('DE');
  });

  it('says nothing of an empty case', () => {
    const { serious, product_keys, study_keys, ...texts } = summaryOf(whole, { values: [], rows: [] });
    expect(new Set([serious, ...Object.values(texts)])).toEqual(new Set([null]));
    expect([product_keys, study_keys]).toEqual([[], []]);
  });

  it('says that a text goes on where a column has no room for it', () => {
    const long = 'Verum '.repeat(50);
    const named = {
      ...content,
      values: content.values.map((one) => (one.itemId === 'G.k.2.2' ? { ...one, value: long } : one)),
    };
    const { product_name, product_keys } = summaryOf(whole, named);
    expect(product_name).toBe(`${long.slice(0, 249)}…`);
    expect(product_keys).toContain(long);
  });

  it('names every drug that stands, whatever its role, and the study', () => {
    const inStudy = { ...content, values: [...content.values, say('C.5.3', 'HB-1')] };
    expect(summaryOf(whole, inStudy)).toMatchObject({
      product_keys: ['Concomitant', 'Ｓｕｓｐｅｃｔ', 'Second suspect'],
      study_keys: ['HB-1'],
    });
  });

  it('is searched in one form of each character, lower case', () => {
    expect(searchText('CASE-1', summaryOf(whole, content))).toBe(
      ['case-1', 'kr-hb-1', '', 'abc', 'suspect', '두통'].join('\u001F'),
    );
  });
});

describe('a save', () => {
  it('asks for the pages of the columns it may have changed, and no others', () => {
    expect(columnsTouched(whole, new Set(['G.k.3.3', 'H.1']), new Set(['G.k.4.r']))).toEqual([]);
    const touched = columnsTouched(whole, new Set(['E.i.9']), new Set());
    expect(touched).toEqual(['country']);
    expect(pagesOfColumns(whole, touched).sort()).toEqual(['AE', 'RP']);
  });

  it('changes every column of a row that is struck', () => {
    expect(columnsTouched(whole, new Set(), new Set(['E.i'])).sort()).toEqual([
      'ae_start_date',
      'ae_term',
      'country',
      'serious',
    ]);
  });

  it('names every column that its items decide', () => {
    for (const { itemId } of content.values) {
      const [before, after] = [summaryOf(whole, content), summaryOf(whole, without(itemId))];
      const textOf = (summary: typeof before, name: string) => JSON.stringify(summary[name as 'age']);
      const differing = Object.keys(before).filter((name) => textOf(before, name) !== textOf(after, name));
      expect(columnsTouched(whole, new Set([itemId]), new Set())).toEqual(expect.arrayContaining(differing));
    }
  });
});
