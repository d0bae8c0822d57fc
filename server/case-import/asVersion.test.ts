import { describe, expect, it } from 'vitest';
import { rowKey, type CaseContent, type CaseRow, type CaseValue } from '../../shared/case/caseContent.ts';
import { addressKey } from '../../shared/case/itemAddress.ts';
import { livingContent } from '../../shared/replay/contents.ts';
import { openCatalogue } from '../catalogue/catalogueSource.ts';
import { asVersion } from './asVersion.ts';
import { withNumbersOf } from './otherNumbers.ts';

const catalogue = openCatalogue();

let uuids = 0;
const uuid = (): string => `00000000-0000-4000-8000-${String((uuids += 1)).padStart(12, '0')}`;

const at = (path: readonly number[]) => ({
  rowNo: path[0] ?? 0,
  rowNo2: path[1] ?? 0,
  rowNo3: path[2] ?? 0,
});
const value = (itemId: string, path: readonly number[], text: string, notation?: string): CaseValue => ({
  itemId,
  ...at(path),
  value: text,
  nullFlavor: null,
  notation: notation ?? null,
});
const row = (group: string, ...path: number[]): CaseRow => ({
  group,
  ...at(path),
  rowId: uuid(),
  sort: path.at(-1) ?? 0,
  deleted: false,
});

/** Reactions and drugs in an order, each with ids of its own, and an assessment of each pair. */
function messageOf(reactions: readonly string[], drugs: readonly string[]): CaseContent {
  const pairs = drugs.flatMap((drug, k) =>
    reactions.map((reaction, i) => ({ path: [k + 1, i + 1, 1], text: `${drug} of ${reaction}` })),
  );
  return {
    values: [
      ...reactions.map((text, i) => value('E.i.1.1a', [i + 1], text)),
      ...drugs.map((text, k) => value('G.k.2.2', [k + 1], text)),
      ...pairs.map(({ path, text }) => value('G.k.9.i.2.r.3', path, text)),
    ],
    rows: [
      ...reactions.map((_, i) => row('E.i', i + 1)),
      ...drugs.map((_, k) => row('G.k', k + 1)),
      ...pairs.map(({ path }) => row('G.k.9.i.2.r', ...path)),
    ],
  };
}

const wholeVersionBy = (before: CaseContent, message: CaseContent): CaseContent =>
  asVersion(catalogue, { content: before, residue: [] }, { content: message, residue: [], form: 'R3' })
    .content;
const versionBy = (before: CaseContent, message: CaseContent): CaseContent =>
  livingContent(catalogue.whole, wholeVersionBy(before, message));

const textsOf = ({ values }: CaseContent, ...itemIds: string[]): string[] =>
  values
    .filter(({ itemId }) => itemIds.includes(itemId))
    .map(({ rowNo, rowNo2, value: text }) => `${rowNo}.${rowNo2} ${text}`)
    .toSorted();

describe('rows of a message whose sender makes new ids each time', () => {
  const before = messageOf(['Cough', 'Fever', 'Rash'], ['Velanorix', 'Aspirin']);

  it('keep their numbers by their names, with their pairs', () => {
    const after = versionBy(before, messageOf(['Rash', 'Vertigo', 'cough'], ['Aspirin']));
    expect(textsOf(after, 'E.i.1.1a')).toEqual(['1.0 cough', '2.0 Vertigo', '3.0 Rash']);
    expect(textsOf(after, 'G.k.9.i.2.r.3')).toEqual([
      '2.1 Aspirin of cough',
      '2.2 Aspirin of Vertigo',
      '2.3 Aspirin of Rash',
    ]);
    const order = after.rows.filter(({ group }) => group === 'E.i').toSorted((a, b) => a.sort - b.sort);
    expect(order.map(({ rowNo }) => rowNo)).toEqual([3, 2, 1]);
  });

  it('get numbers that no row had where their place is taken', () => {
    const after = versionBy(before, messageOf(['Fever', 'Vertigo', 'Cough'], ['Velanorix']));
    expect(textsOf(after, 'E.i.1.1a')).toEqual(['1.0 Cough', '2.0 Fever', '4.0 Vertigo']);
  });

  it('tell rows of one name apart by what lists show of them', () => {
    const tests = (...dates: string[]): CaseContent => ({
      values: dates.flatMap((date, at) => [
        value('F.r.1', [at + 1], date),
        value('F.r.2.1', [at + 1], 'ALT'),
      ]),
      rows: dates.map((_, at) => row('F.r', at + 1)),
    });
    const after = versionBy(tests('20250101', '20250102', '20250103'), tests('20250102', '20250103'));
    expect(textsOf(after, 'F.r.1')).toEqual(['2.0 20250102', '3.0 20250103']);
  });

  it('keep their places if no name is known', () => {
    const after = versionBy(before, messageOf(['Vertigo', 'Nausea'], ['Other']));
    expect(textsOf(after, 'E.i.1.1a')).toEqual(['1.0 Vertigo', '2.0 Nausea']);
  });
});

describe('what no message can say', () => {
  const of = (content: CaseContent, ...values: CaseValue[]): CaseContent => ({
    ...content,
    values: [...content.values, ...values],
  });

  it('stays with the pair that it is about, and goes with another term', () => {
    const before = of(
      messageOf(['Cough', 'Fever'], ['Velanorix', 'Aspirin']),
      value('CW.expectedness', [1, 1], '1'),
      value('CW.expectedness', [2, 2], '2'),
      value('CW.significance', [], '2'),
    );
    const renamed = versionBy(before, messageOf(['Fever', 'Cough'], ['Aspirin', 'Velanorix']));
    expect(textsOf(renamed, 'CW.expectedness', 'CW.significance')).toEqual(['1.1 1', '2.2 2']);
    const other = versionBy(before, messageOf(['Vertigo', 'Fever'], ['Velanorix', 'Aspirin']));
    expect(textsOf(other, 'CW.expectedness')).toEqual(['2.2 2']);
  });

  it('stays with its rows below a row of the message', () => {
    const drugs = messageOf([], ['Velanorix', 'Aspirin']);
    const before = of(drugs, value('G.k.KR.device.r.1', [2, 1], 'A07010'), value('D.1', [], 'AB'));
    before.rows.push(row('G.k.KR.device.r', 2, 1));
    const after = versionBy(before, messageOf([], ['Aspirin']));
    expect(textsOf(after, 'G.k.KR.device.r.1', 'D.1')).toEqual(['2.1 A07010']);
    expect(after.rows.map(({ group, rowNo, rowNo2 }) => `${group} ${rowNo}.${rowNo2}`)).toEqual([
      'G.k 2.0',
      'G.k.KR.device.r 2.1',
    ]);
    expect(versionBy(before, messageOf([], ['Velanorix'])).rows).toHaveLength(1);
  });

  it('stays in a row that has nothing else, and no other row takes its place', () => {
    const history = (...texts: string[]): CaseContent => ({
      values: texts.map((text, at) => value('D.7.1.r.5', [at + 1], text)),
      rows: texts.map((_, at) => row('D.7.1.r', at + 1)),
    });
    const known = history('Asthma');
    const before = of(known, value('D.7.1.r.KR.KCDb', [2], 'J45'));
    before.rows.push(row('D.7.1.r', 2));
    const after = versionBy(before, history('Gout', 'Migraine', 'Asthma'));
    expect(textsOf(after, 'D.7.1.r.5', 'D.7.1.r.KR.KCDb')).toEqual([
      '1.0 Asthma',
      '2.0 J45',
      '3.0 Gout',
      '4.0 Migraine',
    ]);
    // a row that said something else, too, is gone with it
    const other = of(history('Asthma', 'Cold'), value('D.7.1.r.KR.KCDb', [2], 'J00'));
    expect(textsOf(versionBy(other, history('Asthma')), 'D.7.1.r.KR.KCDb')).toEqual([]);
  });

  it('stays beside a text that is as it was: its other wording', () => {
    const before = of(messageOf([], []), value('H.1', [], 'Cough', '기침'), value('H.2', [], 'Mild', '경미'));
    const given = of(messageOf([], []), value('H.1', [], 'Cough'), value('H.2', [], 'Severe'));
    expect(versionBy(before, given).values.map(({ notation }) => notation)).toEqual(['기침', null]);
  });
});

describe('a row that the message does not have', () => {
  const before = messageOf(['Cough', 'Fever'], ['Velanorix', 'Aspirin']);

  it('is deleted with its pairs, and gives its number to no other row', () => {
    const second = wholeVersionBy(before, messageOf(['Cough'], ['Velanorix']));
    const absent = second.rows.filter(({ deleted }) => deleted);
    expect(absent.map(({ group, rowNo }) => `${group} ${rowNo}`)).toEqual(['E.i 2', 'G.k 2']);
    expect(textsOf(second, 'E.i.1.1a', 'G.k.2.2', 'G.k.9.i.2.r.3')).toEqual(
      textsOf(before, 'E.i.1.1a', 'G.k.2.2', 'G.k.9.i.2.r.3'),
    );
    const third = wholeVersionBy(second, messageOf(['Cough', 'Rash'], ['Velanorix']));
    expect(textsOf(third, 'E.i.1.1a')).toEqual(['1.0 Cough', '2.0 Fever', '3.0 Rash']);
    const keys = [...third.rows.map(rowKey), ...third.values.map(addressKey)];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('comes back where its sender names it by its id again', () => {
    const second = wholeVersionBy(before, { values: [], rows: [] });
    expect(second.rows.filter(({ group, deleted }) => group === 'E.i' && !deleted)).toEqual([]);
    expect(livingContent(catalogue.whole, wholeVersionBy(second, before))).toEqual(before);
  });
});

describe('rows below others', () => {
  /** Dosages of one drug by their dose, and assessments of the drug and one reaction by their results. */
  const caseOf = (doses: readonly string[], results: readonly string[]): CaseContent => {
    const { values, rows } = messageOf(['Cough'], ['Velanorix']);
    return {
      values: [
        ...values.filter(({ itemId }) => itemId !== 'G.k.9.i.2.r.3'),
        ...doses.flatMap((dose, at) => [
          value('G.k.4.r.1a', [1, at + 1], dose),
          value('G.k.4.r.8', [1, at + 1], `text ${dose}`),
        ]),
        ...results.map((result, at) => value('G.k.9.i.2.r.3', [1, 1, at + 1], result)),
      ],
      rows: [
        ...rows.filter(({ group }) => group !== 'G.k.9.i.2.r'),
        ...doses.map((_, at) => row('G.k.4.r', 1, at + 1)),
        ...results.map((_, at) => row('G.k.9.i.2.r', 1, 1, at + 1)),
      ],
    };
  };
  const innerRows = ({ rows }: CaseContent): string[] =>
    rows
      .filter(({ rowNo2 }) => rowNo2 > 0)
      .map(({ group, rowNo2, rowNo3, deleted }) => `${group} ${rowNo2}.${rowNo3}${deleted ? ' gone' : ''}`)
      .toSorted();

  it('keep their numbers, and those that the message does not have are deleted with what they say', () => {
    const before = caseOf(['10', '20', '30'], ['Related', 'Possible']);
    const after = wholeVersionBy(before, caseOf(['30', '10'], ['Possible']));
    expect(innerRows(after)).toEqual([
      'G.k.4.r 1.0',
      'G.k.4.r 2.0 gone',
      'G.k.4.r 3.0',
      'G.k.9.i.2.r 1.1 gone',
      'G.k.9.i.2.r 1.2',
    ]);
    expect(textsOf(after, 'G.k.4.r.8')).toEqual(['1.1 text 10', '1.2 text 20', '1.3 text 30']);
    expect(textsOf(livingContent(catalogue.whole, after), 'G.k.9.i.2.r.3')).toEqual(['1.1 Possible']);
    // their numbers are theirs for ever
    const third = wholeVersionBy(after, caseOf(['10', '40', '30'], ['Possible', 'Certain']));
    expect(innerRows(third)).toContain('G.k.4.r 4.0');
    expect(innerRows(third)).toContain('G.k.9.i.2.r 1.3');
  });

  it('are in the same place as before where a row in front of them was deleted', () => {
    const doses = (numbers: readonly number[], day: string): CaseContent => ({
      values: [
        value('G.k.2.2', [1], 'Velanorix'),
        ...numbers.flatMap((number, at) => [
          value('G.k.4.r.1a', [1, number], String(at)),
          value('G.k.4.r.5', [1, number], `202501${at}${day}`),
        ]),
      ],
      rows: [row('G.k', 1), ...numbers.map((number) => row('G.k.4.r', 1, number))],
    });
    const before = doses([2, 3], '1');
    before.rows.push({ ...row('G.k.4.r', 1, 1), deleted: true });
    // nothing but their place tells them apart: the end of each was corrected
    const after = versionBy(before, doses([1, 2], '2'));
    expect(textsOf(after, 'G.k.4.r.1a')).toEqual(['1.2 0', '1.3 1']);
  });

  it('come under the number that the row around them has in the case', () => {
    const before = messageOf(['Cough', 'Fever'], ['Velanorix', 'Aspirin']);
    const after = wholeVersionBy(before, messageOf(['Fever'], ['Aspirin']));
    expect(innerRows({ ...after, rows: after.rows.filter(({ rowNo }) => rowNo === 2) })).toEqual([
      'G.k.9.i.2.r 1.1',
      'G.k.9.i.2.r 2.1',
    ]);
    expect(textsOf(livingContent(catalogue.whole, after), 'G.k.9.i.2.r.3')).toEqual(['2.2 Aspirin of Fever']);
  });
});

it('a number that a case has by an earlier follow-up stays when another message comes under it', () => {
  const numbered = (number: string): CaseContent => ({ values: [value('C.1.1', [], number)], rows: [] });
  const underOther = (before: CaseContent): CaseContent =>
    withNumbersOf(catalogue.whole, before, wholeVersionBy(before, numbered('KR-OTHER-1')), uuid);
  const third = underOther(underOther(numbered('KR-OWN-1')));
  expect(textsOf(livingContent(catalogue.whole, third), 'C.1.1', 'C.1.9.1.r.2', 'C.1.9.1')).toEqual([
    '0.0 KR-OWN-1',
    '0.0 true',
    '1.0 KR-OTHER-1',
  ]);
});
