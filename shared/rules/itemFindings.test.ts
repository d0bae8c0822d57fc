import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeListsOf, compileCatalogue, forAppendix } from '../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import type { CaseContent, CaseRow, CaseValue } from '../case/caseContent.ts';
import { conformanceFor, findingsOf } from './itemFindings.ts';
import type { CheckOptions } from './itemFindings.ts';
import { sentence } from './messages.ts';

const all = compileCatalogue(realSources);
const codeLists = codeListsOf(realSources);
const catalogues = { ICH: forAppendix(all, 'ICH'), US: forAppendix(all, 'US'), KR: forAppendix(all, 'KR') };

const OPTIONS: CheckOptions = { receiver: 'ICH', codeLists, now: new Date('2024-06-01T00:00:00Z') };

const aRow = (group: string, ...[rowNo = 0, rowNo2 = 0, rowNo3 = 0]: number[]): CaseRow => ({
  group,
  rowNo,
  rowNo2,
  rowNo3,
  rowId: `00000000-0000-4000-8000-00000000${rowNo}${rowNo2}${rowNo3}0`,
  sort: rowNo,
  deleted: false,
});

const caseValue = (
  itemId: string,
  value: string | Partial<CaseValue>,
  ...[rowNo = 0, rowNo2 = 0, rowNo3 = 0]: number[]
) => ({
  itemId,
  rowNo,
  rowNo2,
  rowNo3,
  value: null,
  nullFlavor: null,
  notation: null,
  ...(typeof value === 'string' ? { value } : value),
});

const found = (
  content: Partial<CaseContent>,
  options: Partial<CheckOptions> = {},
  region: keyof typeof catalogues = 'ICH',
) => findingsOf(catalogues[region], { values: [], rows: [], ...content }, { ...OPTIONS, ...options });

/** Ids of the rules violated at an address. */
const at = (findings: ReturnType<typeof found>, itemId: string) =>
  findings.filter((finding) => finding.itemId === itemId).map(({ ruleId, rowNo }) => `${ruleId}@${rowNo}`);

const ofValue = (itemId: string, value: string | Partial<CaseValue>, options: Partial<CheckOptions> = {}) => {
  const groups = catalogues.ICH.items[itemId]?.groups ?? [];
  const numbers = groups.map(() => 1);
  const rows = groups.map((group, depth) => aRow(group, ...numbers.slice(0, depth + 1)));
  return found({ rows, values: [caseValue(itemId, value, ...numbers)] }, options)
    .filter((finding) => finding.itemId === itemId && !finding.ruleId.startsWith('row.'))
    .map(({ ruleId, severity }) => `${severity} ${ruleId}`);
};

describe('mandatory items', () => {
  it('are reported in an empty case unless they repeat', () => {
    expect(at(found({}), 'C.1.3')).toEqual(['item.missing@0']);
    expect(at(found({}), 'C.1.9.1')).toEqual([]);
    expect(at(found({}), 'N.1.1')).toEqual([]);
  });

  it('are not reported where a value or a null flavor is given', () => {
    const values = [caseValue('C.1.3', '1'), caseValue('C.1.7', { nullFlavor: 'NI' })];
    expect(at(found({ values }), 'C.1.3')).toEqual([]);
    expect(at(found({ values }), 'C.1.7')).toEqual([]);
  });

  it.each([' ', '\n\t', '\u3000'])('are reported where a text has nothing but white space: %j', (text) => {
    expect(at(found({ values: [caseValue('H.1', text)] }), 'H.1')).toEqual(['item.missing@0']);
    expect(at(found({ values: [caseValue('H.1', `${text}x`)] }), 'H.1')).toEqual([]);
  });

  it('are reported in each existing row that is not deleted', () => {
    const rows = [aRow('E.i', 1), { ...aRow('E.i', 2), deleted: true }, aRow('E.i', 3)];
    const values = [caseValue('E.i.7', '1', 3)];
    expect(at(found({ rows, values }), 'E.i.7')).toEqual(['item.missing@1']);
  });

  it('are reported for the authority that requires them, not for the others', () => {
    expect(at(found({}, { receiver: 'FDA' }, 'US'), 'FDA.D.12')).toEqual(['item.missing@0']);
    expect(at(found({}, { receiver: 'ICH' }, 'US'), 'FDA.D.12')).toEqual([]);
    expect(at(found({}, { receiver: 'FDA', profile: 'preMarket' }, 'US'), 'C.3.3.1')).toEqual([
      'item.missing@0',
    ]);
    expect(at(found({}, { receiver: 'MFDS' }, 'KR'), 'C.3.3.1')).toEqual([]);
  });

  it('are those of the profile, otherwise of the authority, otherwise of ICH', () => {
    const required = { ICH: 'O', FDA: 'C', 'FDA/preMarket': 'M' } as const;
    expect(conformanceFor(required, 'FDA', 'preMarket')).toBe('M');
    expect(conformanceFor(required, 'FDA', 'vaers')).toBe('C');
    expect(conformanceFor(required, 'FDA')).toBe('M');
    expect(conformanceFor(required, 'MFDS')).toBe('O');
    expect(conformanceFor({}, 'MFDS')).toBeUndefined();
  });
});

describe('rows', () => {
  it('are reported if a case has fewer than the minimum, not counting deleted ones', () => {
    const missing = (rows: CaseRow[]) =>
      found({ rows }).filter(({ ruleId }) => ruleId === 'row.missing').length;
    const [reporter, reaction, drug] = [aRow('C.2.r', 1), aRow('E.i', 1), aRow('G.k', 1)];
    expect(missing([])).toBe(3);
    expect(missing([reporter, reaction, { ...drug, deleted: true }])).toBe(1);
    expect(missing([reporter, reaction, drug])).toBe(0);
  });
});

describe('a value', () => {
  it.each([
    ['D.5', '1', []],
    ['D.5', '7', ['error code.unknown']],
    ['D.5', { value: '1', nullFlavor: 'MSK' }, ['error value.withNullFlavor']],
    ['D.5', { nullFlavor: 'NINF' }, ['error nullFlavor.notAllowed']],
    ['C.1.1', { nullFlavor: 'NI' }, ['error nullFlavor.notAllowed']],
    ['C.1.7', 'true', []],
    ['C.1.7', 'yes', ['error boolean.malformed']],
    ['E.i.3.2a', 'true', []],
    ['E.i.3.2a', 'false', ['error boolean.trueOnly']],
    ['D.2.1', '19700229', ['error date.noSuchDay']],
    ['D.2.1', '1970', ['error date.tooImprecise']],
    ['D.2.1', '19700228', []],
    ['D.2.1', '1970-02-28', ['error date.malformed']],
    ['D.2.1', '17000228', ['error date.yearTooEarly']],
    ['E.i.4', '2024', []],
    ['E.i.4', '20240603', ['error date.future']],
    ['C.1.2', '20240101', ['error date.tooImprecise']],
    ['D.2.2a', '54', []],
    ['D.2.2a', '54.255', ['error value.tooLong', 'error number.tooManyDecimals']],
    ['D.2.2a', '-5', ['error number.tooSmall']],
    ['D.2.2a', '<5', ['error number.malformed']],
    ['D.2.2a', 'old', ['error number.malformed']],
    ['F.r.3.2', '<=5', []],
    ['F.r.3.3', '{any}', []],
    ['F.r.3.3', 'mg/dL', []],
    ['F.r.3.3', 'IU/L', ['warning code.notUcum']],
    ['G.k.4.r.10.2b', 'ROA-20053000', []],
    ['G.k.4.r.10.2b', '048', ['warning code.unknown']],
    [
      'C.1.6.1.r.2',
      { value: 'a'.repeat(64), properties: { damaged: true as const } },
      ['warning file.damaged'],
    ],
    ['C.1.6.1.r.2', { value: 'a'.repeat(64), properties: { size: 8 } }, []],
    ['G.k.4.r.10.2b', { value: 'C38288', properties: { codeSystem: '2.16.840.1.113883.3.26.1.1' } }, []],
    ['D.1', 'x'.repeat(60), []],
    ['D.1', 'x'.repeat(61), ['error value.tooLong']],
    ['D.1', '😀'.repeat(60), []],
    ['H.1', { value: 'ok', notation: '가'.repeat(100_001) }, ['error notation.tooLong']],
    ['D.5', { value: '1', notation: '남' }, ['warning notation.none']],
  ])('%s = %j: %j', (itemId, value, rules) => {
    expect(ofValue(itemId, value)).toEqual(rules);
  });

  it('of a deleted code is a warning', () => {
    const sex = codeLists.sex;
    const retired = {
      ...codeLists,
      sex: { ...sex, codes: sex?.codes.map((code) => ({ ...code, deleted: true })) ?? [] },
    };
    expect(ofValue('D.5', '1', { codeLists: retired as CheckOptions['codeLists'] })).toEqual([
      'warning code.deleted',
    ]);
  });

  it('is skipped if its row is deleted or its item belongs to another region', () => {
    const rows = [{ ...aRow('E.i', 1), deleted: true }];
    const values = [caseValue('E.i.4', 'nonsense', 1), caseValue('FDA.D.12', 'nonsense')];
    expect(found({ rows, values }).filter(({ itemId }) => ['E.i.4', 'FDA.D.12'].includes(itemId))).toEqual(
      [],
    );
  });

  it('needs its code list: a missing one throws', () => {
    expect(() => ofValue('D.5', '1', { codeLists: {} })).toThrow(/code list sex/);
  });
});

it('returns findings in display order', () => {
  const order = found({}).map(({ itemId }) => catalogues.ICH.items[itemId]?.sort ?? -1);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});

it('has messages in four languages without gaps', () => {
  const { message } = found({}, { receiver: 'MFDS' }, 'KR').find(({ itemId }) => itemId === 'C.1.3') ?? {};
  expect(message).toEqual(sentence('item.missing', { receiver: 'MFDS' }));
  for (const words of Object.values(message ?? {})) expect(words).not.toMatch(/[{}]/);
  expect(() => sentence('value.tooLong', { max: 3 })).toThrow(/length/);
});

it('never throws, whatever the values are', () => {
  const items = Object.values(catalogues.ICH.items).filter(({ groups }) => groups.length === 0);
  const anyValue = fc.record({
    itemId: fc.constantFrom(...items.map(({ itemId }) => itemId)),
    value: fc.option(fc.oneof(fc.string(), fc.stringMatching(/^[0-9.+<-]{0,20}$/))),
    nullFlavor: fc.option(fc.constantFrom('NI', 'MSK', 'XX')),
    notation: fc.option(fc.string()),
  });
  fc.assert(
    fc.property(fc.array(anyValue), (values) => {
      const content = { rows: [], values: values.map((value) => caseValue(value.itemId, value)) };
      for (const { message } of found(content)) expect(Object.values(message).every(Boolean)).toBe(true);
    }),
  );
});
