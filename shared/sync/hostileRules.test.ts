/** Rules of a study that are made to keep the server busy, or that name what no study has. */
import { describe, expect, it } from 'vitest';
import { costOf } from '../testing/costOf.ts';
import { MappingTooLong } from './mapSubject.ts';
import { group, item, map, row, rowsFrom, rule, ruleSet } from './mappingSamples.ts';
import type { MappingRule } from './mappingRule.ts';

describe('rules that are made to take long', () => {
  const MAX_COST = 300;
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

  it('are stopped, and name the item', async () => {
    const rows = log(2000);
    const set = ruleSet([rowsFrom(group('reactions'), 'AE')], [everyRow()]);
    const cost = await costOf(() => expect(() => map({ rows, ruleSet: set })).toThrow(MappingTooLong));
    expect(cost).toBeLessThan(MAX_COST);
    expect(() => map({ rows, ruleSet: set })).toThrow(`up to ${item('reactionVerbatim')}`);
  });

  it('are stopped in the conditions of rows, too', async () => {
    const rows = log(20_000);
    const passing = Array.from({ length: 20 }, () => ({ ...condition, operator: 'NOT_EQ' as const }));
    const conditions = { source: { formOid: 'AE', groupOid: 'AE_LOG', condition: passing } };
    const set = ruleSet([rowsFrom(group('reactions'), 'AE', conditions)], [everyRow({ condition: [] })]);
    const cost = await costOf(() => expect(() => map({ rows, ruleSet: set })).toThrow(MappingTooLong));
    expect(cost).toBeLessThan(MAX_COST);
  });

  it('are no rules of a real study: a subject with 500 rows, read by each of 100 rules', async () => {
    const rows = log(500);
    const all = Array.from({ length: 100 }, (_, at) =>
      rule(item('reactionVerbatim'), 'AE', 'AE.AETERM', {
        targetSeqNo: at + 1,
        source: { eventOid: '*', formOid: 'AE', groupOid: 'AE_LOG', itemOid: 'AE.AETERM', row: 'first' },
      }),
    );
    const set = ruleSet([rowsFrom(group('reactions'), 'AE')], all);
    const cost = await costOf(() => map({ rows: rows.slice(0, 100), ruleSet: set }));
    expect(cost).toBeLessThan(MAX_COST);
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
