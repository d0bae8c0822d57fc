import { describe, expect, it } from 'vitest';
import { rowKey, type CaseContent, type CaseRow, type CaseValue } from '../../shared/case/caseContent.ts';
import { addressKey } from '../../shared/case/itemAddress.ts';
import { livingContent } from '../../shared/replay/contents.ts';
import { openCatalogue } from '../catalogue/catalogueSource.ts';
import { asVersion } from './asVersion.ts';

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
  asVersion(catalogue, { content: before, residue: [] }, { content: message, residue: [] }).content;
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
