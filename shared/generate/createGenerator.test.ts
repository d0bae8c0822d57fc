import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeListsOf, compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import { compileE2b, structureOf } from '../e2b/index.ts';
import { compileRules } from '../expressions/compileRule.ts';
import { readRules } from '../expressions/readRules.ts';
import { caseFindings, createCheckWorld, findingsFor } from '../rules/caseFindings.ts';
import { createGenerator } from './createGenerator.ts';
import { NoSuchCase, UnknownInWish, type CaseWish, type GeneratedCase } from './generate.types.ts';
import { LANGUAGES } from './possibleValues.ts';

const catalogue = compileCatalogue(realSources);
const ruleSet = readRules(realSources);
const checks = createCheckWorld(catalogue, compileRules(catalogue, ruleSet), codeListsOf(realSources));
const generate = createGenerator({ checks, ruleSet, map: compileE2b(catalogue, structureOf(realSources)) });
const now = new Date('2026-01-15T00:00:00Z');

const findings = ({ content }: GeneratedCase, receiver: string) =>
  findingsFor(caseFindings(checks, content, { now }, [receiver]), receiver);
const errors = (made: GeneratedCase, receiver: string): string[] =>
  findings(made, receiver)
    .filter(({ severity }) => severity === 'error')
    .map(({ ruleId }) => ruleId);

const receivers = checks.receivers.map(({ receiver }) => receiver);
const wish: fc.Arbitrary<CaseWish> = fc.record(
  {
    seed: fc.nat(2 ** 31),
    receiver: fc.constantFrom(...receivers),
    language: fc.constantFrom(...LANGUAGES),
  },
  { requiredKeys: ['seed', 'receiver'] },
);

describe('a generated case', () => {
  it('has no error of its receiver, and is the same for the same wish', () => {
    fc.assert(
      fc.property(wish, (wanted) => {
        const made = generate(wanted);
        expect(errors(made, wanted.receiver)).toEqual([]);
        expect(generate(wanted)).toEqual(made);
      }),
      { numRuns: 40 },
    );
  });

  it('has the wanted values, by item or role', () => {
    const { content } = generate({ seed: 3, receiver: 'FDA', values: { sex: '2' } });
    const valueOf = (role: string) =>
      content.values.find(({ itemId }) => itemId === catalogue.roles[role])?.value;
    expect(valueOf('sex')).toBe('2');
  });

  it('has texts of the wanted language', () => {
    const { content } = generate({ seed: 3, receiver: 'EMA', language: 'ko' });
    expect(content.values.some(({ value }) => /[가-힣]/.test(value ?? ''))).toBe(true);
  });
});

describe('a nearly valid case', () => {
  it.each(['MFDS:D.5:5', 'MFDS:F.r.7:3'])('has the finding of %s and no other error', (nearly) => {
    const made = generate({ seed: 5, receiver: 'MFDS', nearly });
    expect(errors(made, 'MFDS')).toEqual([nearly]);
  });

  it('may break a rule that warns', () => {
    const made = generate({ seed: 5, receiver: 'ICH', nearly: 'ICH.C.1.1' });
    expect(errors(made, 'ICH')).toEqual([]);
    expect(findings(made, 'ICH').filter(({ ruleId }) => ruleId === 'ICH.C.1.1')).toHaveLength(1);
  });

  it('is refused, with the other findings, where another rule always fails too', () => {
    const wish = { seed: 1, receiver: 'FDA', nearly: 'R0103', values: { 'C.5.4': '4' } };
    expect(() => generate(wish)).toThrow(NoSuchCase);
    expect(() => generate(wish)).toThrow('code.unknown');
  });
});

describe('a wish', () => {
  it.each<Partial<CaseWish>>([
    { receiver: 'XX' },
    { profile: 'other' },
    { nearly: 'R9999' },
    { values: { nothing: '1' } },
  ])('%j is refused with the names there are', (part) => {
    expect(() => generate({ seed: 1, receiver: 'FDA', ...part })).toThrow(UnknownInWish);
  });
});
