/** Rules of a study that are made to keep the server busy, or that name what no study has. */
import { beforeAll, describe, expect, it } from 'vitest';
import { codeListsOf, compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import { recordKeyOf, type SourceRow } from '../study-data/studyData.ts';
import { MappingTooLong, mapSubject, type MappingInput } from './mapSubject.ts';
import type { MappingCatalogue } from './mappingCatalogue.ts';
import type { GroupRule, MappingRule, RuleSet } from './mappingRule.ts';
import type { SubjectRow } from './sourceRows.ts';

let catalogue: MappingCatalogue;
let item: (role: string) => string;
let group: (role: string) => string;
beforeAll(() => {
  const whole = compileCatalogue(realSources);
  catalogue = { ...whole, codeLists: codeListsOf(realSources) };
  item = (role) => whole.roles[role] ?? '';
  group = (role) => whole.groupRoles[role] ?? '';
});

const row = (form: string, repeat: number, values: SourceRow['values'], more: Partial<SubjectRow> = {}) => {
  const made = {
    subjectKey: '1001',
    eventOid: 'SUBJECT',
    eventRepeat: '',
    formOid: form,
    formRepeat: '',
    groupOid: `${form}_LOG`,
    groupRepeat: String(repeat),
    recordId: null,
    values,
    changedAt: null,
    ...more,
  };
  return { ...made, recordKey: recordKeyOf(made) };
};

const rule = (itemId: string, form: string, itemOid: string | null, more: Partial<MappingRule> = {}) => ({
  itemId,
  targetSeqNo: 1,
  metadataVersion: 'v1',
  source: { eventOid: '*', formOid: form, groupOid: form && `${form}_LOG`, itemOid, row: 'same' as const },
  transform: { kind: 'text' as const },
  condition: [],
  joinWith: null,
  nullFlavorWhenEmpty: null,
  overwrite: 'ifUntouched' as const,
  significant: true,
  comment: '',
  version: 1,
  ...more,
});

const rowsFrom = (groupId: string, form: string, more: Partial<GroupRule> = {}): GroupRule => ({
  groupId,
  source: { formOid: form, groupOid: `${form}_LOG`, condition: [] },
  rows: 'all',
  window: null,
  version: 1,
  ...more,
});

const ruleSet = (groups: GroupRule[], rules: MappingRule[]): RuleSet => ({
  event: {
    formOid: 'AE',
    groupOid: 'AE_LOG',
    termItemOid: 'AE.AETERM',
    seriousItemOid: 'AE.AESER',
    seriousValues: ['Y'],
    bookletItemOid: null,
  },
  groups,
  rules,
});

const map = (given: Pick<MappingInput, 'ruleSet' | 'rows'> & Partial<MappingInput>) =>
  mapSubject({
    catalogue,
    study: { studyOid: 'VEL', fields: { protocol: 'VEL301' } },
    subject: {
      subjectKey: '1001',
      label: 'S-1001',
      siteOid: 'S07',
      siteName: 'Seoul',
      country: 'KR',
    },
    selected: given.rows.filter(({ formOid }) => formOid === 'AE').map(({ recordKey }) => recordKey),
    lookups: {},
    ...given,
  });

describe('rules that are made to take long', () => {
  const MAX_CPU_MS = 1500;
  const many = Array.from({ length: 500 }, (_, at) => `value ${at}`);
  const condition = { itemOid: 'AE.AETERM', operator: 'IN' as const, values: many };
  const log = (count: number) =>
    Array.from({ length: count }, (_, at) => row('AE', at, { 'AE.AETERM': 'x'.repeat(200) }));
  const everyRow = (more: Partial<MappingRule> = {}) =>
    rule(item('reactionVerbatim'), 'AE', 'AE.AETERM', {
      source: {
        eventOid: '*',
        formOid: 'AE',
        groupOid: 'AE_LOG',
        itemOid: 'AE.AETERM',
        row: { matching: Array.from({ length: 20 }, () => condition) },
      },
      ...more,
    });
  const cpuOf = (work: () => unknown): number => {
    const before = process.cpuUsage();
    work();
    return process.cpuUsage(before).user / 1000;
  };

  it('are stopped, and name the item', () => {
    const rows = log(2000);
    const set = ruleSet([rowsFrom(group('reactions'), 'AE')], [everyRow()]);
    const spent = cpuOf(() => expect(() => map({ rows, ruleSet: set })).toThrow(MappingTooLong));
    expect(spent).toBeLessThan(MAX_CPU_MS);
    expect(() => map({ rows, ruleSet: set })).toThrow(`up to ${item('reactionVerbatim')}`);
  });

  it('are stopped in the conditions of rows, too', () => {
    const rows = log(20_000);
    const passing = Array.from({ length: 20 }, () => ({ ...condition, operator: 'NOT_EQ' as const }));
    const conditions = { source: { formOid: 'AE', groupOid: 'AE_LOG', condition: passing } };
    const set = ruleSet([rowsFrom(group('reactions'), 'AE', conditions)], [everyRow({ condition: [] })]);
    const spent = cpuOf(() => expect(() => map({ rows, ruleSet: set })).toThrow(MappingTooLong));
    expect(spent).toBeLessThan(MAX_CPU_MS);
  });

  it('are no rules of a real study: a subject with 500 rows, read by each of 100 rules', () => {
    const rows = log(500);
    const all = Array.from({ length: 100 }, (_, at) =>
      rule(item('reactionVerbatim'), 'AE', 'AE.AETERM', {
        targetSeqNo: at + 1,
        source: { eventOid: '*', formOid: 'AE', groupOid: 'AE_LOG', itemOid: 'AE.AETERM', row: 'first' },
      }),
    );
    const set = ruleSet([rowsFrom(group('reactions'), 'AE')], all);
    const spent = cpuOf(() => map({ rows: rows.slice(0, 100), ruleSet: set }));
    expect(spent).toBeLessThan(MAX_CPU_MS);
    const one = rule(item('reactionVerbatim'), 'AE', 'AE.AETERM');
    expect(map({ rows, ruleSet: ruleSet([rowsFrom(group('reactions'), 'AE')], [one]) }).values).toHaveLength(
      500,
    );
  });
});

describe('names that every JavaScript object has', () => {
  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    'name no item and no text: %s',
    (name) => {
      const rows = [row('AE', 1, { 'AE.AETERM': name })];
      const lookup = { kind: 'lookup' as const, record: name, by: 'a', item: 'b' };
      const set = ruleSet(
        [rowsFrom(group('reactions'), 'AE', { rows: 'selected' })],
        [
          rule(item('reactionStart'), 'AE', name),
          rule(item('reactionEnd'), 'AE', 'AE.AETERM', {
            condition: [{ itemOid: name, operator: 'NOT_NULL', values: [] }],
          }),
          rule(item('reactionVerbatim'), 'AE', 'AE.AETERM', { transform: lookup }),
        ],
      );
      const made = map({ rows, ruleSet: set, lookups: { [`${name}|a|b`]: {} } });
      expect(made.values).toEqual([]);
      expect(made.problems.map(({ kind }) => kind)).toEqual(['not-found']);
    },
  );
});
