import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assessExpectedness,
  togetherExpected,
  versionInForce,
  type ExpectednessFacts,
  type SafetyVersion,
} from './assessExpectedness.ts';

const version = (name: string, from: string, more: Partial<SafetyVersion> = {}): SafetyVersion => ({
  name,
  country: '',
  from,
  to: '',
  terms: [],
  ...more,
});
const facts = (more: Partial<ExpectednessFacts> = {}): ExpectednessFacts => ({
  drug: 'Testrin',
  information: {
    recordKey: 1,
    product: 'Testrin',
    versions: [
      version('Core 1', '20240101', { terms: ['10'] }),
      version('Core 2', '20250101', { terms: ['10', '20'] }),
    ],
  },
  term: { code: '21', name: 'Itchy rash', above: [{ code: '20', name: 'Rash' }] },
  onset: '20250615',
  country: '',
  ...more,
});

describe('a reaction', () => {
  it('is expected if its term, or one above it, is listed in the version of its onset', () => {
    expect(assessExpectedness(facts())).toMatchObject({ conclusion: 'expected', version: 'Core 2' });
    expect(assessExpectedness(facts({ onset: '20240615' }))).toMatchObject({
      conclusion: 'unexpected',
      version: 'Core 1',
    });
  });

  it.each([
    [{ information: null }, 'product'],
    [{ onset: '' }, 'onset'],
    [{ onset: '202506' }, 'onset'],
    [{ onset: '20230101' }, 'version'],
    [{ term: null }, 'coded'],
  ] as const)('has no conclusion where a fact is missing: %j', (missing, source) => {
    const { conclusion, why } = assessExpectedness(facts(missing));
    expect(conclusion).toBeNull();
    expect(why).toMatchObject({ by: 'all', holds: false });
    expect('parts' in why && why.parts.at(-1)).toMatchObject({ source, holds: false, by: 'fact' });
  });
});

const day = fc.integer({ min: 1, max: 28 }).map((one) => `202401${String(one).padStart(2, '0')}`);
const versions = fc.array(
  fc
    .record({ from: day, to: fc.option(day, { nil: '' }), country: fc.constantFrom('', 'JP', 'CN') })
    .map(({ from, to, country }) => version(`${country}${from}`, from, { to, country })),
  { maxLength: 8 },
);

describe('the version in force', () => {
  it('began on or before the day, had not ended, and none of its country began later', () => {
    fc.assert(
      fc.property(versions, fc.constantFrom('', 'JP'), day, (all, country, on) => {
        const found = versionInForce(all, country, on);
        if (!found) return;
        expect(found.from <= on && (found.to === '' || found.to >= on)).toBe(true);
        expect(['', country]).toContain(found.country);
        expect(
          all.some((one) => one.country === found.country && one.from > found.from && one.from <= on),
        ).toBe(false);
      }),
    );
  });

  it('of another country never counts', () => {
    fc.assert(
      fc.property(versions, day, (all, on) => {
        expect(versionInForce(all, 'JP', on)).toEqual(
          versionInForce(
            all.filter(({ country }) => country !== 'CN'),
            'JP',
            on,
          ),
        );
      }),
    );
  });
});

it('is unexpected for a case if it is for one drug, and expected only if it is for all', () => {
  expect(togetherExpected(['expected', 'unexpected', null])).toBe('unexpected');
  expect(togetherExpected(['expected', 'expected'])).toBe('expected');
  expect(togetherExpected(['expected', null])).toBeNull();
  expect(togetherExpected([])).toBeNull();
});
