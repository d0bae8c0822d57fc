import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  caseNumberOf,
  outlookOf,
  reportNumberOf,
  senderPart,
  sequenceOf,
  type NumberFacts,
} from './caseNumber.ts';
import {
  DEFAULT_CASE_NUMBER,
  digitsOf,
  FACT_TOKENS,
  factsIn,
  MAX_DIGITS,
  withDigits,
  type CaseNumberFormat,
} from './caseNumberFormat.ts';
import { checkFormat, type FormatProblemId } from './checkFormat.ts';

const LIMIT = 100;
const facts: NumberFacts = { country: 'KR', sender: 'Hanbit Bio Co., Ltd.', day: '20260307' };
const format = (more: Partial<CaseNumberFormat>): CaseNumberFormat => ({ ...DEFAULT_CASE_NUMBER, ...more });

describe('a case number', () => {
  it('consists of the values of its tokens', () => {
    const pattern = '{COUNTRY}-{SENDER}-{YYYY}{MM}-{YY}-{ID}-{SEQ:6}';
    expect(caseNumberOf(format({ pattern, identifier: 'ICSR' }), facts, 42)).toBe(
      'KR-HANBITBIOCOLTD-202603-26-ICSR-000042',
    );
  });

  it('gets longer if its sequence outgrows its digits', () => {
    expect(caseNumberOf(format({ pattern: '{SEQ:2}' }), facts, 1234)).toBe('1234');
  });

  it('has a country code even if the country is unknown', () => {
    expect(caseNumberOf(format({ pattern: '{COUNTRY}{SEQ:1}' }), { ...facts, country: null }, 1)).toBe('ZZ1');
  });

  it('uses letters and digits of a sender, of any script', () => {
    expect(senderPart('한빛-바이오 (주)')).toBe('한빛바이오주');
    expect(senderPart('ＡＢＣ pharma')).toBe('ABCPHARMA');
    expect(senderPart('x'.repeat(50))).toHaveLength(20);
  });

  it('is the last part of the report number', () => {
    expect(reportNumberOf(DEFAULT_CASE_NUMBER, facts, 'CASE-2026-00042')).toBe(
      'KR-HANBITBIOCOLTD-CASE-2026-00042',
    );
  });

  it('continues the sequence of its condition, or starts one', () => {
    const running = [{ name: 'YYYY=2026', lastNo: 41 }];
    expect(outlookOf(DEFAULT_CASE_NUMBER, facts, running)).toEqual({
      sequence: 'YYYY=2026',
      lastNo: 41,
      next: ['CASE-2026-00042', 'CASE-2026-00043', 'CASE-2026-00044'],
    });
    expect(outlookOf(DEFAULT_CASE_NUMBER, { ...facts, day: '20270101' }, running, 1)).toEqual({
      sequence: 'YYYY=2027',
      lastNo: null,
      next: ['CASE-2027-00001'],
    });
  });
});

describe('the digits', () => {
  it('are read and set in the pattern', () => {
    expect(digitsOf('{ID}-{SEQ:7}')).toBe(7);
    expect(digitsOf('{ID}')).toBeNull();
    expect(withDigits('{ID}-{SEQ}', 4)).toBe('{ID}-{SEQ:4}');
  });
});

describe('the checker', () => {
  it("accepts the product's default", () => {
    expect(checkFormat(DEFAULT_CASE_NUMBER, LIMIT)).toEqual([]);
  });

  it.each<[FormatProblemId, Partial<CaseNumberFormat>, string]>([
    ['noSequence', { pattern: '{ID}-{YYYY}' }, 'pattern'],
    ['twoSequences', { pattern: '{YYYY}{SEQ:2}{SEQ:2}' }, 'pattern'],
    ['digits', { pattern: '{YYYY}{SEQ:11}' }, 'pattern'],
    ['digits', { pattern: '{YYYY}{SEQ:0}' }, 'pattern'],
    ['unknownToken', { pattern: '{YYYY}{WEEK}{SEQ:2}' }, 'pattern'],
    ['unknownToken', { pattern: '{YYYY}{SEQ:2}}' }, 'pattern'],
    ['notInText', { pattern: '{ID}-{SEQ:5}' }, 'condition'],
    ['noCaseHere', { pattern: '{YYYY}{CASE}{SEQ:5}' }, 'pattern'],
    ['noCase', { reportPattern: '{COUNTRY}-{SENDER}' }, 'reportPattern'],
    ['noSequenceHere', { reportPattern: '{CASE}{SEQ:2}' }, 'reportPattern'],
    ['noIdentifier', { identifier: '' }, 'identifier'],
    ['spaces', { pattern: '{YYYY}{SEQ:5} ' }, 'pattern'],
    ['tooLong', { pattern: `{YYYY}{SEQ:5}${'x'.repeat(92)}` }, 'pattern'],
    ['tooLong', { reportPattern: `{SENDER}${'-'.repeat(66)}{CASE}` }, 'reportPattern'],
  ])('reports %s in %j', (id, more, field) => {
    expect(checkFormat(format(more), LIMIT)).toEqual([expect.objectContaining({ id, field })]);
  });
});

const anyFormat = fc
  .record({
    tokens: fc.uniqueArray(fc.constantFrom(...FACT_TOKENS), { minLength: 1 }),
    digits: fc.integer({ min: 1, max: MAX_DIGITS }),
    between: fc.constantFrom('-', '', '/', '_'),
    identifier: fc.stringMatching(/^[A-Z]{1,6}$/),
    chosen: fc.array(fc.boolean(), { minLength: FACT_TOKENS.length, maxLength: FACT_TOKENS.length }),
  })
  .map(({ tokens, digits, between, identifier, chosen }) =>
    format({
      identifier,
      pattern: [...tokens.map((token) => `{${token}}`), `{SEQ:${digits}}`].join(between),
      condition: factsIn(tokens.map((token) => `{${token}}`).join('')).filter((_, at) => chosen[at]),
    }),
  );
const anyFacts = fc.record({
  country: fc.option(fc.constantFrom('KR', 'JP', 'US'), { nil: null }),
  sender: fc.constantFrom('Hanbit', 'Nordstern AG'),
  day: fc.constantFrom('20251231', '20260101', '20260215'),
});

describe('a valid format', () => {
  it('never produces the number of another position in the same sequence, and fits its item', () => {
    fc.assert(
      fc.property(anyFormat, anyFacts, fc.nat(500), fc.nat(500), (good, someFacts, a, b) => {
        fc.pre(a !== b);
        expect(checkFormat(good, LIMIT)).toEqual([]);
        expect(caseNumberOf(good, someFacts, a)).not.toBe(caseNumberOf(good, someFacts, b));
        const fits = [...reportNumberOf(good, someFacts, caseNumberOf(good, someFacts, 1))].length;
        expect(fits).toBeLessThanOrEqual(LIMIT);
      }),
    );
  });

  it('produces different numbers in different sequences if its parts are separated', () => {
    fc.assert(
      fc.property(anyFormat, anyFacts, anyFacts, fc.integer({ min: 1, max: 9 }), (good, one, other, no) => {
        fc.pre(good.pattern.includes('-') && sequenceOf(good, one) !== sequenceOf(good, other));
        expect(caseNumberOf(good, one, no)).not.toBe(caseNumberOf(good, other, no));
      }),
    );
  });
});
