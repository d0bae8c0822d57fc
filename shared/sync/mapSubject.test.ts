import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressAt, addressKey, parseAddressKey } from '../case/itemAddress.ts';
import { catalogue, group, item, map, row, rowsFrom, rule, ruleSet } from './mappingSamples.ts';
import type { MappingRule, RuleSet } from './mappingRule.ts';
import type { SubjectRow } from './sourceRows.ts';

const valueAt = (made: ReturnType<typeof map>, itemId: string, ...path: number[]) =>
  made.values.find(({ address }) => address === addressKey(addressAt(itemId, path)))?.value ?? null;

const events = () => [
  row('AE', 1, { 'AE.AETERM': ' Urticaria ', 'AE.AEOUT': 'FATAL', 'AE.AESTDTC': '2026-UNK-UNK' }),
  row('AE', 2, { 'AE.AETERM': 'Nausea', 'AE.AEOUT': 'SLEEPING', 'AE.AESTDTC': '05 MAY 2026' }),
];
const eventRules = () =>
  ruleSet(
    [rowsFrom(group('reactions'), 'AE', { rows: 'selected' })],
    [
      rule(item('reactionVerbatim'), 'AE', 'AE.AETERM'),
      rule(item('reactionStart'), 'AE', 'AE.AESTDTC', { transform: { kind: 'date' } }),
      rule(item('reactionOutcome'), 'AE', 'AE.AEOUT', {
        transform: { kind: 'map', values: { FATAL: '5', RECOVERED: '1' } },
      }),
    ],
  );

describe('rows of a case', () => {
  it('are made of the events in the order of their selection', () => {
    const rows = events();
    const made = map({
      rows,
      ruleSet: eventRules(),
      selected: rows.map((one) => one.recordKey).toReversed(),
    });
    expect(valueAt(made, item('reactionVerbatim'), 1)?.value).toBe('Nausea');
    expect(valueAt(made, item('reactionVerbatim'), 2)?.value).toBe('Urticaria');
    expect(made.rows[`${group('reactions')}|1`]).toBe(rows[1]?.recordKey);
  });

  it('leave out removed rows, and events that are not selected', () => {
    const [first, second] = events();
    if (!first || !second) throw new Error('no events');
    const rows = [{ ...first, removedAt: new Date() }, second];
    const made = map({ rows, ruleSet: eventRules(), selected: [first.recordKey] });
    expect(made.values).toEqual([]);
  });

  it('are assessed for every drug where the group borrows its rows', () => {
    const rows = [
      ...events(),
      row('EX', 1, { 'EX.EXTRT': 'Velorin' }),
      row('CM', 1, { 'CM.CMTRT': 'Aspirin' }),
    ];
    const drug = group('drugs');
    const result = item('assessmentResult');
    const made = map({
      rows,
      ruleSet: ruleSet(
        [
          rowsFrom(group('reactions'), 'AE', { rows: 'selected' }),
          rowsFrom(drug, 'EX'),
          rowsFrom(drug, 'CM'),
        ],
        [
          rule(item('drugName'), 'EX', 'EX.EXTRT'),
          rule(item('drugName'), 'CM', 'CM.CMTRT', { targetSeqNo: 2 }),
          rule(result, 'AE', 'AE.AETERM', {
            condition: [{ itemOid: 'EX.EXTRT', operator: 'NOT_NULL', values: [] }],
          }),
        ],
      ),
    });
    expect(valueAt(made, item('drugName'), 1)?.value).toBe('Velorin');
    expect(valueAt(made, item('drugName'), 2)?.value).toBe('Aspirin');
    // of the study drug only
    expect(valueAt(made, result, 1, 1, 1)?.value).toBe('Urticaria');
    expect(valueAt(made, result, 1, 2, 1)?.value).toBe('Nausea');
    expect(valueAt(made, result, 2, 1, 1)).toBe(null);
    expect(made.problems).toEqual([]);
  });

  it('are only those that were under way before an event', () => {
    const medication = (repeat: number, start: string, end: string) =>
      row('CM', repeat, { 'CM.CMTRT': `M${repeat}`, 'CM.CMSTDTC': start, 'CM.CMENDTC': end });
    const made = map({
      rows: [
        row('AE', 1, { 'AE.AETERM': 'Rash', 'AE.AESTDTC': '2026-03-31' }),
        medication(1, '2025-01-01', '2026-03-01'),
        medication(2, '2025-01-01', '2026-02-28'),
        medication(3, '2026-04-01', ''),
        medication(4, '', ''),
        medication(5, '2026', '2026-03'),
      ],
      ruleSet: ruleSet(
        [
          rowsFrom(group('drugs'), 'CM', {
            window: {
              startItemOid: 'CM.CMSTDTC',
              endItemOid: 'CM.CMENDTC',
              onsetItemOid: 'AE.AESTDTC',
              days: 30,
            },
          }),
        ],
        [rule(item('drugName'), 'CM', 'CM.CMTRT')],
      ),
    });
    expect(made.values.map(({ value }) => value.value)).toEqual(['M1', 'M4', 'M5']);
  });
});

describe('a value', () => {
  it('is trimmed, cut to what is known of a date, and mapped', () => {
    const made = map({ rows: events(), ruleSet: eventRules() });
    expect(valueAt(made, item('reactionVerbatim'), 1)?.value).toBe('Urticaria');
    expect(valueAt(made, item('reactionStart'), 1)?.value).toBe('2026');
    expect(valueAt(made, item('reactionStart'), 2)?.value).toBe('20260505');
    expect(valueAt(made, item('reactionOutcome'), 1)?.value).toBe('5');
  });

  it('without an entry in the map is a problem, not empty', () => {
    const made = map({ rows: events(), ruleSet: eventRules() });
    expect(valueAt(made, item('reactionOutcome'), 2)).toBe(null);
    expect(made.problems).toMatchObject([{ kind: 'unmapped', sourceText: 'SLEEPING' }]);
  });

  it('that is longer than the item is a problem, and not cut', () => {
    const rows = [row('AE', 1, { 'AE.AETERM': 'x'.repeat(251), 'AE.AEOUT': '', 'AE.AESTDTC': null })];
    expect(map({ rows, ruleSet: eventRules() })).toMatchObject({
      values: [],
      problems: [{ kind: 'too-long' }],
    });
  });

  it('is the first one that is filled, or all that are joined, with lines at the end', () => {
    const rows = [row('AE', 1, { A: '', B: 'second', C: 'third', D: '2' })];
    const rules = (joinWith: string | null) => [
      rule(item('narrative'), 'AE', 'A', { joinWith, source: whole('A') }),
      rule(item('narrative'), 'AE', 'B', { targetSeqNo: 2, source: whole('B') }),
      rule(item('narrative'), 'AE', 'C', { targetSeqNo: 3, source: whole('C') }),
      rule(item('narrative'), 'AE', 'D', {
        targetSeqNo: 4,
        source: whole('D'),
        transform: { kind: 'append', label: 'Grade' },
      }),
    ];
    const whole = (itemOid: string) => ({
      eventOid: '*',
      formOid: 'AE',
      groupOid: 'AE_LOG',
      itemOid,
      row: 'first' as const,
    });
    const text = (joinWith: string | null) =>
      valueAt(map({ rows, ruleSet: ruleSet([], rules(joinWith)) }), item('narrative'))?.value;
    expect(text(null)).toBe('second\nGrade: 2');
    expect(text('; ')).toBe('second; third\nGrade: 2');
  });

  it('is a null flavor where the map or the rule says so', () => {
    const sex = rule(item('sex'), 'DM', 'DM.SEX', {
      source: { eventOid: '*', formOid: 'DM', groupOid: 'DM_LOG', itemOid: 'DM.SEX', row: 'first' },
      transform: { kind: 'map', values: { U: 'null:UNK', M: '1' } },
      nullFlavorWhenEmpty: 'NASK',
    });
    const of = (text: string | undefined) =>
      valueAt(
        map({
          rows: text === undefined ? [] : [row('DM', 1, { 'DM.SEX': text })],
          ruleSet: ruleSet([], [sex]),
        }),
        item('sex'),
      );
    expect(of('U')).toMatchObject({ value: null, nullFlavor: 'UNK' });
    expect(of('m')).toMatchObject({ value: '1', nullFlavor: null });
    expect(of('')).toMatchObject({ nullFlavor: 'NASK' });
    expect(of(undefined)).toMatchObject({ nullFlavor: 'NASK' });
  });

  it('of a fact of the subject, a country and a unit', () => {
    const weight = Object.values(catalogue.items).find(
      ({ number, page }) => number?.decimals === 3 && page === 'DM',
    );
    const rules = [
      rule(item('investigationNumber'), '', 'subject.label'),
      rule(item('reactionCountry'), '', 'site.country', { transform: { kind: 'country' } }),
      rule(weight?.itemId ?? '', 'VS', 'VS.VSORRES', {
        source: { eventOid: '*', formOid: 'VS', groupOid: 'VS_LOG', itemOid: 'VS.VSORRES', row: 'last' },
        transform: { kind: 'unit', unit: 'kg', unitItemOid: 'VS.VSORRESU' },
        condition: [{ itemOid: 'VS.VSTESTCD', operator: 'EQ', values: ['WEIGHT'] }],
      }),
    ];
    const made = map({
      rows: [
        row('VS', 2, { 'VS.VSTESTCD': 'WEIGHT', 'VS.VSORRES': '150', 'VS.VSORRESU': 'LB' }),
        row('VS', 10, { 'VS.VSTESTCD': 'HEIGHT', 'VS.VSORRES': '170', 'VS.VSORRESU': 'cm' }),
      ],
      ruleSet: ruleSet([], rules),
      subject: { subjectKey: '1', label: 'S-1', siteOid: '', siteName: '', country: 'KOR' },
    });
    expect(valueAt(made, item('investigationNumber'))?.value).toBe('S-1');
    expect(valueAt(made, item('reactionCountry'), 1)?.value).toBe('KR');
    expect(valueAt(made, weight?.itemId ?? '')?.value).toBe('68.039');
  });
});

describe('a rule', () => {
  it('whose row cannot be known is a problem', () => {
    const made = map({
      rows: events(),
      ruleSet: ruleSet([], [rule(item('reactionVerbatim'), 'AE', 'AE.AETERM')]),
    });
    expect(made.problems).toMatchObject([{ kind: 'no-source' }]);
  });

  it('for an item that there is not is a problem', () => {
    expect(map({ rows: [], ruleSet: ruleSet([], [rule('X.1', '', 'subject.key')]) }).problems).toMatchObject([
      { kind: 'no-target' },
    ]);
  });
});

describe('laws of mapping', () => {
  const text = fc.oneof(
    fc.constantFrom('', 'FATAL', 'RECOVERED', '2026-05', '2026-13', 'Y', '17', 'UNK'),
    fc.string({ maxLength: 8 }),
  );
  const OIDS = ['A', 'B', 'C'];
  const someRows = fc.uniqueArray(
    fc
      .record({
        form: fc.constantFrom('AE', 'EX', 'CM'),
        repeat: fc.integer({ min: 1, max: 12 }),
        values: fc.dictionary(fc.constantFrom(...OIDS), fc.option(text, { nil: null }), { maxKeys: 3 }),
      })
      .map(({ form, repeat, values }) => row(form, repeat, values)),
    { selector: ({ recordKey }) => recordKey, maxLength: 12 },
  );
  const transform = fc.oneof(
    fc.constantFrom<MappingRule['transform']>(
      { kind: 'text' },
      { kind: 'date' },
      { kind: 'number' },
      { kind: 'code' },
      { kind: 'country' },
      { kind: 'term' },
      { kind: 'append', label: 'L' },
      { kind: 'constant', value: '1' },
      { kind: 'unit', unit: 'kg', unitItemOid: 'B' },
    ),
    fc
      .dictionary(text, fc.constantFrom('1', '2', '', 'null:UNK', 'null:XX'), { maxKeys: 4 })
      .map((values) => ({ kind: 'map' as const, values })),
  );
  const someRules = () =>
    fc.uniqueArray(
      fc
        .record({
          itemId: fc.constantFrom(...Object.keys(catalogue.items)),
          targetSeqNo: fc.integer({ min: 1, max: 3 }),
          form: fc.constantFrom('AE', 'EX', 'CM', ''),
          itemOid: fc.constantFrom(...OIDS, 'subject.label'),
          which: fc.constantFrom<MappingRule['source']['row']>('same', 'first', 'last', 'all', {
            matching: [{ itemOid: 'A', operator: 'NOT_NULL', values: [] }],
          }),
          transform,
          joinWith: fc.constantFrom(null, '; '),
          nullFlavorWhenEmpty: fc.constantFrom(null, 'UNK'),
        })
        .map(({ itemId, targetSeqNo, form, itemOid, which, ...more }) =>
          rule(itemId, form, itemOid, {
            targetSeqNo,
            ...more,
            source: { eventOid: '*', formOid: form, groupOid: form && `${form}_LOG`, itemOid, row: which },
          }),
        ),
      { selector: ({ itemId, targetSeqNo }) => `${itemId}|${targetSeqNo}`, maxLength: 14 },
    );
  const someSets = () =>
    fc
      .record({
        rules: someRules(),
        groups: fc.array(
          fc.record({
            groupId: fc.constantFrom(...Object.keys(catalogue.groups)),
            form: fc.constantFrom('AE', 'EX', 'CM'),
            rows: fc.constantFrom('all' as const, 'selected' as const),
          }),
          { maxLength: 5 },
        ),
      })
      .map(({ rules, groups }) =>
        ruleSet(
          groups.map(({ groupId, form, rows }) => rowsFrom(groupId, form, { rows })),
          rules,
        ),
      );
  const law = (check: (rows: SubjectRow[], set: RuleSet, made: ReturnType<typeof map>) => void) =>
    fc.assert(
      fc.property(someRows, someSets(), (rows, set) => check(rows, set, map({ rows, ruleSet: set }))),
      { numRuns: 300 },
    );

  it('an address has one value, or problems', () => {
    law((_rows, _set, { values, problems }) => {
      const addresses = values.map(({ address }) => address);
      expect(new Set(addresses).size).toBe(addresses.length);
      const withProblems = new Set(problems.filter(({ source }) => source).map(({ address }) => address));
      expect(addresses.filter((address) => withProblems.has(address))).toEqual([]);
    });
  });

  it('the order of rows and rules is of no account', () => {
    fc.assert(
      fc.property(someRows, someSets(), (rows, set) => {
        const selected = rows.filter(({ formOid }) => formOid === 'AE').map(({ recordKey }) => recordKey);
        const turned = { ...set, rules: set.rules.toReversed() };
        expect(map({ rows: rows.toReversed(), ruleSet: turned, selected })).toEqual(
          map({ rows, ruleSet: set, selected }),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('each value accounts for every source that it was made of', () => {
    law((rows, set, { values }) => {
      for (const { parts, value, address } of values) {
        expect(parts.length).toBeGreaterThan(0);
        for (const { rule: by, source, sourceText } of parts) {
          expect(by.itemId).toBe(parseAddressKey(address).itemId);
          const found = set.rules.find(
            (one) => one.itemId === by.itemId && one.targetSeqNo === by.targetSeqNo,
          );
          expect(found).toBeDefined();
          if (source?.formOid)
            expect(
              rows.some(
                (one) =>
                  one.formOid === source.formOid &&
                  one.groupRepeat === source.groupRepeat &&
                  (one.values[source.itemOid] ?? null) === sourceText,
              ),
            ).toBe(true);
          if (found?.transform.kind === 'text' && value.value !== null)
            expect(value.value).toContain(sourceText?.trim());
        }
      }
    });
  });

  it('the result fits the catalogue: the depth of addresses, their rows, and what the items take', () => {
    law((_rows, _set, { values, rows }) => {
      for (const { address, value } of values) {
        const { itemId, ...at } = parseAddressKey(address);
        const numbers = [at.rowNo, at.rowNo2, at.rowNo3];
        const of = catalogue.items[itemId];
        const depth = of?.groups.length ?? -1;
        expect(numbers.map((number) => number > 0)).toEqual([0, 1, 2].map((index) => index < depth));
        expect([value.value === null, value.nullFlavor === null].filter(Boolean)).toHaveLength(1);
        if (value.nullFlavor) expect(of?.nullFlavors).toContain(value.nullFlavor);
      }
      for (const key of Object.keys(rows)) {
        const [name = '', ...path] = key.split('|');
        expect(path).toHaveLength(catalogue.groups[name]?.groups.length ?? -1);
      }
    });
  });
});
