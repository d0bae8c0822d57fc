import { describe, expect, it } from 'vitest';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import { exampleContent } from '../../shared/expressions/exampleContent.ts';
import type { RuleExample } from '../../shared/expressions/rules.types.ts';
import { noInformationFor } from './noInformation.ts';

const catalogue = compileCatalogue(realSources);
const marked = (example: RuleExample, receiver: string): string[] =>
  noInformationFor(catalogue, exampleContent(catalogue, example), receiver).map(
    ({ itemId, rowNo, nullFlavor }) => `${itemId} ${rowNo} ${nullFlavor}`,
  );

describe('noInformationFor', () => {
  const reactions = { 'C.1.9.1': 'true', 'E.i.1.2|1': 'Rash', 'E.i.3.2a|1': 'true', 'E.i.1.2|2': 'Fever' };

  it('marks what was not ticked, in each row', () => {
    expect(marked(reactions, 'MFDS').toSorted()).toEqual(
      [...'bcdef']
        .map((letter) => `E.i.3.2${letter} 1 NI`)
        .concat([...'abcdef'].map((letter) => `E.i.3.2${letter} 2 NI`))
        .toSorted(),
    );
  });

  it('leaves rows alone in which nothing is said, and what is said', () => {
    expect(marked({ 'C.1.9.1': { nullFlavor: 'NI' }, 'E.i.1.2': '' }, 'ICH')).toEqual([]);
    expect(marked({}, 'ICH')).toEqual(['C.1.9.1 0 NI']);
  });

  it('marks items of a region for its receiver only', () => {
    const ofFda = (receiver: string) =>
      marked(reactions, receiver).filter((line) => line.startsWith('FDA.E.i.3.2h'));

    expect(ofFda('FDA')).toEqual(['FDA.E.i.3.2h 1 NI', 'FDA.E.i.3.2h 2 NI']);
    expect(ofFda('MFDS')).toEqual([]);
  });
});
