/** Seriousness in E2B(R2): one answer of the case, and one for each criterion, from those of its events. */
import { expect, it } from 'vitest';
import { e2bCatalogue } from '../../../scripts/e2b-commands.ts';
import { exampleContent } from '../../expressions/exampleContent.ts';
import { writeR2 } from './writeR2.ts';

const { catalogue, r2 } = e2bCatalogue();

/** The elements of seriousness with their content. */
function seriousnessOf(values: Record<string, string>): string[] {
  const content = exampleContent(catalogue, { 'C.1.1': 'KR-1', 'E.i.1.2': 'Rash', ...values });
  const flavors = content.values.map((one) =>
    one.value === 'NI' ? { ...one, value: null, nullFlavor: 'NI' } : one,
  );
  const { text } = writeR2([{ ...content, values: flavors }], r2);
  return [...text.matchAll(/<(serious\w*)>(\d)</g)].map(([, name, code]) => `${name} ${code}`);
}

it('is not written where nobody has assessed it', () => {
  expect(seriousnessOf({})).toEqual([]);
});

it('is no where a null flavor says so, and yes by one criterion', () => {
  expect(seriousnessOf({ 'E.i.3.2a': 'NI', 'E.i.3.2b': 'NI' })).toEqual([
    'serious 2',
    'seriousnessdeath 2',
    'seriousnesslifethreatening 2',
  ]);
  expect(seriousnessOf({ 'E.i.3.2a': 'true', 'E.i.3.2b': 'NI' })).toEqual([
    'serious 1',
    'seriousnessdeath 1',
    'seriousnesslifethreatening 2',
  ]);
});
