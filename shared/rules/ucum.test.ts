import { describe, expect, it } from 'vitest';
import { codeListsOf } from '../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import { isUcum, UCUM } from './ucum.ts';
import atoms from './ucumAtoms.json' with { type: 'json' };

describe('a unit', () => {
  it.each([
    'mg/dL',
    'm[iU]/L',
    '10*9/L',
    '10^3/uL',
    '10*-3.mol',
    '/uL',
    '/[HPF]',
    'mL/min/{1.73_m2}',
    'mL/min/(10.m2)',
    'kg/m2',
    'm/s2',
    'cm-1',
    'mm[Hg]',
    'g{creat}',
    '{score}',
    '1',
    '%',
    '(mg/dL)/(mmol/L)',
    "[anti'Xa'U]/mL",
    'B[10.nV]',
    'umol/(24.h)',
  ])('%s', (text) => expect(isUcum(text)).toBe(true));

  it.each([
    '',
    'IU/L',
    'mg/dl.',
    'mm/hr',
    'mgs',
    'MG/DL',
    'mg dL',
    'mg//dL',
    'mg/',
    '(mg/dL',
    'mg/dL)',
    '()',
    'mg(dL)',
    '/',
    'x10*9/L',
    'µg/L',
    'ug/L ',
    '{open',
    'a{b{c}}',
    'k[in_i]',
    'mg/dL/',
    '10*9 /L',
  ])('is not %s', (text) => expect(isUcum(text)).toBe(false));

  it('is each atom of UCUM, and each code of our lists of units', () => {
    const codes = Object.values(codeListsOf(realSources)).flatMap((list) =>
      list.codeSystem === UCUM ? list.codes.map(({ code }) => code) : [],
    );
    expect(codes.length).toBeGreaterThan(90);
    expect([...atoms.metric, ...atoms.other, ...codes].filter((code) => !isUcum(code))).toEqual([]);
  });

  it('is refused in time, however it is nested', () => {
    expect(isUcum('('.repeat(200_000))).toBe(false);
    expect(isUcum('{'.repeat(200_000))).toBe(false);
    expect(isUcum('m'.repeat(200_000))).toBe(false);
    expect(isUcum('['.repeat(200_000))).toBe(false);
  });
});
