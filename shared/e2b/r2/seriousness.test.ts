/** Seriousness in E2B(R2): one answer of the case, and one for each criterion, from those of its events. */
import { expect, it } from 'vitest';
import { e2bCatalogue, memoryPorts } from '../../../scripts/e2b-commands.ts';
import { exampleContent } from '../../expressions/exampleContent.ts';
import { readReports } from '../readReports.ts';
import { writeR2 } from './writeR2.ts';

const { catalogue, maps, r2 } = e2bCatalogue();

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

/** What is noted of the values that nobody reported, for the first criterion. */
async function notesOf(seriousness: string): Promise<string[]> {
  const text = `<ichicsr lang="en"><ichicsrmessageheader/><safetyreport><safetyreportid>KR-1</safetyreportid>${seriousness}<patient><reaction><primarysourcereaction>Rash</primarysourcereaction></reaction></patient></safetyreport></ichicsr>`;
  const { value } = await readReports(text, maps, memoryPorts()).next();
  if (!value || !('content' in value)) throw new Error('no report was read');
  expect(value.content.values.find(({ itemId }) => itemId === 'E.i.3.2a')?.nullFlavor).toBe('NI');
  return value.notes.flatMap(({ rule, itemId, after }) =>
    itemId === 'E.i.3.2a' ? [`${rule} ${after}`] : [],
  );
}

it('that nobody has assessed is not serious in R3, and noted as made up', async () => {
  expect(await notesOf('')).toEqual(['madeUp NI']);
  expect(await notesOf('<serious/><seriousnessdeath/><seriousnessother/>')).toEqual(['madeUp NI']);
  expect(await notesOf('<serious>2</serious>')).toEqual([]);
  expect(await notesOf('<seriousnessdeath>2</seriousnessdeath>')).toEqual([]);
});
