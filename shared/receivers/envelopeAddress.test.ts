import { describe, expect, it } from 'vitest';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import { addressAt } from '../case/itemAddress.ts';
import { EMPTY_VALUE } from '../case/itemValue.ts';
import { caseReader } from '../expressions/caseReader.ts';
import { caseScope } from '../expressions/scope.ts';
import { addressFor, routesTo } from './envelopeAddress.ts';

const catalogue = compileCatalogue(realSources);

function addressOf(
  region: string,
  items: Record<string, string>,
  { test = false, companyType = null }: { test?: boolean; companyType?: string | null } = {},
): string | undefined {
  const values = Object.entries(items).map(([itemId, value]) => ({
    ...addressAt(itemId, []),
    ...EMPTY_VALUE,
    value,
  }));
  const scope = caseScope(catalogue, caseReader(catalogue, { values, rows: [] }));
  const routes = routesTo(catalogue.receivers, { region, companyType });
  const found = addressFor(routes, test ? 'test' : 'production', scope);
  return found && `${found.batch} / ${found.message}`;
}

describe('the address of a message', () => {
  it.each([
    ['after marketing', {}, 'ZZFDA / CDER', 'ZZFDATST / CDER'],
    ['of an IND study', { 'FDA.C.5.5a': '123456' }, 'ZZFDA_PREMKT / CDER_IND', 'ZZFDATST_PREMKT / CDER_IND'],
    [
      'of a study that is exempt',
      { 'FDA.C.5.5b': '234567' },
      'ZZFDA_PREMKT / CDER_IND_EXEMPT_BA_BE',
      'ZZFDATST_PREMKT / CDER_IND_EXEMPT_BA_BE',
    ],
  ])('to the FDA: %s', (_, items, production, test) => {
    expect(addressOf('US', items)).toBe(production);
    expect(addressOf('US', items, { test: true })).toBe(test);
  });

  it('to EudraVigilance tells trials from other reports', () => {
    expect(addressOf('EU', { 'C.1.3': '2', 'C.5.4': '1' })).toBe('EVCTMPROD / EVCTMPROD');
    expect(addressOf('EU', { 'C.1.3': '2', 'C.5.4': '3' })).toBe('EVHUMAN / EVHUMAN');
    expect(addressOf('EU', { 'C.1.3': '1' }, { test: true })).toBe('EVTEST / EVTEST');
  });

  it('depends on the type of the company, and is open where no route fits', () => {
    expect(addressOf('KR', {}, { companyType: '1' })).toBe('MFDS / MFDS-O-CT');
    expect(addressOf('KR', {}, { companyType: '3', test: true })).toBe('MFDS / MFDS-T-KR');
    expect(addressOf('KR', {})).toBeUndefined();
  });
});
