/** What a new case begins with: nothing that was typed is replaced. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import type { CaseContent, CaseValue } from '../case/caseContent.ts';
import { addressAt, addressKey } from '../case/itemAddress.ts';
import { EMPTY_VALUE, isEmpty } from '../case/itemValue.ts';
import { withInitialValues, type KnownCase } from './initialValues.ts';

const whole = compileCatalogue(realSources);
const KNOWN: KnownCase = {
  system: { creationTime: '20261123100000+0000', reportNumber: 'KR-X-1' },
  versions: { MEDDRA: '28.0' },
  screen: 'en',
  masters: {
    senderOfCase: {
      name: 'A',
      values: { SND_ORGAN: { ...EMPTY_VALUE, value: 'A' }, SND_CITY: { ...EMPTY_VALUE, value: 'B' } },
      rows: {},
      provenance: { by: 'master', kind: 'sender', recordKey: 1, version: 3 },
    },
  },
};
const items = Object.values(whole.items).filter(({ initial }) => initial !== undefined);
/** what every new case has, whatever was typed */
const always = items.filter(({ groups, role }) => groups.length === 0 && role !== 'firstReceived');
const reporters = (count: number): CaseContent['rows'] => rowsOf('reporters', count);
const rowsOf = (role: string, count: number): CaseContent['rows'] =>
  Array.from({ length: count }, (_, at) => ({
    group: whole.groupRoles[role] ?? '',
    rowId: `r${at}`,
    rowNo: at + 1,
    rowNo2: 0,
    rowNo3: 0,
    sort: at + 1,
    deleted: false,
  }));
const primary = (content: CaseContent): string[] =>
  content.values
    .filter(({ itemId }) => itemId === whole.roles['primarySource'])
    .map(({ rowNo, value }) => `${rowNo}:${value}`);

it('replaces nothing that was typed, fills what is empty, and changes nothing the second time', () => {
  const typed = fc.record({
    rows: fc.nat({ max: 3 }).map(reporters),
    values: fc.subarray(items).chain((chosen) =>
      fc.tuple(
        ...chosen.map(({ itemId, groups }) =>
          fc.constantFrom('typed', '', null).map((value): CaseValue => ({
            ...addressAt(itemId, groups.length > 0 ? [1] : []),
            ...EMPTY_VALUE,
            value,
          })),
        ),
      ),
    ),
  });
  fc.assert(
    fc.property(typed, (content) => {
      const filled = withInitialValues(whole, content, KNOWN);
      for (const value of content.values.filter((one) => !isEmpty(one)))
        expect(filled.values).toContainEqual(value);
      expect(new Set(filled.values.map(addressKey)).size).toBe(filled.values.length);
      for (const { itemId } of always)
        expect(filled.values.some((one) => one.itemId === itemId && !isEmpty(one))).toBe(true);
      expect(withInitialValues(whole, filled, KNOWN)).toEqual(filled);
    }),
  );
});

it('makes the only reporter the primary source, and none of several', () => {
  const of = (count: number) =>
    primary(withInitialValues(whole, { values: [], rows: reporters(count) }, KNOWN));
  expect(of(0)).toEqual([]);
  expect(of(1)).toEqual(['1:1']);
  expect(of(2)).toEqual([]);
});

it('was received first when its newest information was, and has one suspect drug', () => {
  const newest = {
    ...addressAt(whole.roles['mostRecentInformation'] ?? '', []),
    ...EMPTY_VALUE,
    value: '20261126',
  };
  const of = (drugs: number) =>
    withInitialValues(whole, { values: [newest], rows: rowsOf('drugs', drugs) }, KNOWN).values;
  const texts = (role: string, drugs: number) =>
    of(drugs)
      .filter(({ itemId }) => itemId === whole.roles[role])
      .map(({ value }) => value);
  expect(texts('firstReceived', 0)).toEqual(['20261126']);
  expect([texts('drugRole', 1), texts('drugRole', 2)]).toEqual([['1'], []]);
});

it('knows the language of the words and the release that is used, in rows that there are', () => {
  const words = { ...addressAt(whole.roles['reactionVerbatim'] ?? '', [1]), ...EMPTY_VALUE, value: '발진' };
  const typed = { values: [words], rows: rowsOf('reactions', 1) };
  const version = addressAt(whole.roles['reactionTermVersion'] ?? '', [1]);
  const filled = withInitialValues(whole, typed, KNOWN).values;
  expect(filled).toContainEqual({ ...version, ...EMPTY_VALUE, value: '28.0' });
  expect(filled.some(({ value }) => value === 'kor')).toBe(true);
  const elsewhere = withInitialValues(whole, typed, { ...KNOWN, screen: null }).values;
  expect(elsewhere.some(({ value }) => value === 'kor')).toBe(false);
});

it('takes all of a record, with its version, or nothing where some of it was typed', () => {
  const of = (...values: CaseValue[]) => withInitialValues(whole, { values, rows: [] }, KNOWN).values;
  const sender = (values: readonly CaseValue[]) => values.filter(({ itemId }) => itemId.startsWith('C.3.'));
  expect(sender(of())).toEqual([
    expect.objectContaining({ value: 'A', properties: { provenance: expect.stringContaining('sender') } }),
    expect.objectContaining({ value: 'B' }),
  ]);
  const typed: CaseValue = {
    ...addressAt(whole.roles['senderOrganisation'] ?? '', []),
    ...EMPTY_VALUE,
    value: 'Z',
  };
  expect(sender(of(typed))).toEqual([typed]);
});
