import { describe, expect, it } from 'vitest';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import type { CaseRow, CaseValue } from '../case/caseContent.ts';
import { addressAt } from '../case/itemAddress.ts';
import { EMPTY_VALUE } from '../case/itemValue.ts';
import { caseReader } from '../expressions/caseReader.ts';
import { headerFacts } from './headerFacts.ts';

const whole = compileCatalogue(realSources);
const itemOf = (role: string): string => whole.roles[role] ?? '';
const CRITERIA = [
  'seriousDeath',
  'seriousLifeThreatening',
  'seriousHospitalisation',
  'seriousDisabling',
  'seriousCongenital',
  'seriousOther',
];

const value = (role: string, row: number | null, text: string): CaseValue => ({
  ...addressAt(itemOf(role), row === null ? [] : [row]),
  ...EMPTY_VALUE,
  value: text,
});
const rowOf = (role: string, rowNo: number): CaseRow => ({
  group: whole.groupRoles[role] ?? '',
  rowNo,
  rowNo2: 0,
  rowNo3: 0,
  rowId: '',
  sort: rowNo,
  deleted: false,
});
const answered = (row: number, yes: string | null = null) =>
  CRITERIA.map((role) => value(role, row, role === yes ? 'true' : 'false'));

const factsOf = (values: CaseValue[], rows: CaseRow[] = [], catalogue = whole, unblind = true) =>
  new Map(
    headerFacts(catalogue, caseReader(catalogue, { values, rows }), { unblind, hidden: [] }).map((one) => [
      one.fact,
      one.content,
    ]),
  );
const valuesOf = (content: ReturnType<typeof factsOf>, fact: string) => {
  const found = content.get(fact);
  return found?.kind === 'value' ? found.candidates.map((one) => one.value.value) : found?.kind;
};

describe('the header of a case', () => {
  it('shows the age with its unit, otherwise what else is known of it', () => {
    const given = factsOf([value('ageNumber', null, '22'), value('ageUnit', null, 'a')]).get('age');
    expect(given).toMatchObject({
      candidates: [{ value: { value: '22' }, unit: { value: { value: 'a' } } }],
    });
    expect(valuesOf(factsOf([value('birthDate', null, '20010615')]), 'age')).toEqual(['20010615']);
  });

  it('names a suspect drug, and no other', () => {
    const rows = [rowOf('drugs', 1), rowOf('drugs', 2)];
    const drugs = [
      value('drugName', 1, 'Concomin'),
      value('drugRole', 1, '2'),
      value('drugName', 2, 'Velanorix'),
    ];
    expect(valuesOf(factsOf(drugs, rows), 'drug')).toEqual([]);
    expect(valuesOf(factsOf([...drugs, value('drugRole', 2, '1')], rows), 'drug')).toEqual(['Velanorix']);
  });

  it('names the reaction to which the worst criterion belongs', () => {
    const rows = [rowOf('reactions', 1), rowOf('reactions', 2)];
    const terms = [value('reactionVerbatim', 1, 'itching'), value('reactionVerbatim', 2, 'shock')];
    const first = factsOf([...terms, ...answered(1), ...answered(2)], rows);
    expect(valuesOf(first, 'reaction')).toEqual(['itching']);
    const worst = factsOf([...terms, ...answered(1, 'seriousOther'), ...answered(2, 'seriousDeath')], rows);
    expect(valuesOf(worst, 'reaction')).toEqual(['shock']);
    expect(worst.get('seriousness')).toEqual({ kind: 'criterion', itemId: itemOf('seriousDeath') });
  });

  it('tells not serious from not assessed', () => {
    const rows = [rowOf('reactions', 1)];
    expect(factsOf([]).get('seriousness')).toEqual({ kind: 'notAssessed' });
    expect(factsOf([], rows).get('seriousness')).toEqual({ kind: 'notAssessed' });
    expect(factsOf(answered(1).slice(1), rows).get('seriousness')).toEqual({ kind: 'notAssessed' });
    expect(factsOf(answered(1), rows).get('seriousness')).toEqual({ kind: 'noCriterion' });
  });

  it('takes the country of the reaction, otherwise that of the primary source', () => {
    const rows = [rowOf('reporters', 1), rowOf('reporters', 2)];
    const reporters = [
      value('reporterCountry', 1, 'JP'),
      value('reporterCountry', 2, 'KR'),
      value('primarySource', 2, '1'),
    ];
    expect(valuesOf(factsOf(reporters, rows), 'country')?.[0]).toBe('KR');
    const own = [...reporters, value('reactionCountry', 1, 'FR')];
    expect(valuesOf(factsOf(own, [...rows, rowOf('reactions', 1)]), 'country')?.[0]).toBe('FR');
  });

  it('shows no blinded item to a user who may not unblind', () => {
    const blind = (role: string) => ({ [itemOf(role)]: { ...whole.items[itemOf(role)], blinded: true } });
    const catalogue = {
      ...whole,
      items: { ...whole.items, ...blind('drugName'), ...blind('seriousDeath') } as typeof whole.items,
    };
    const rows = [rowOf('drugs', 1), rowOf('reactions', 1)];
    const values = [
      value('drugName', 1, 'Velanorix'),
      value('drugRole', 1, '1'),
      ...answered(1, 'seriousDeath'),
    ];
    expect(valuesOf(factsOf(values, rows, catalogue), 'drug')).toEqual(['Velanorix']);
    const blinded = factsOf(values, rows, catalogue, false);
    expect(blinded.get('drug')).toEqual({ kind: 'blinded' });
    expect(blinded.get('seriousness')).toEqual({ kind: 'blinded' });
  });
});
