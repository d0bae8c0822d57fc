/** Every dictionary is opened by an item of a case, and the page that lists them is up to date. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { itemsCodedWith } from '../../schemas/compile/codedItems.ts';
import { dictionariesOf } from '../../schemas/compile/dictionaries.ts';
import { DICTIONARY_PAGE, dictionaryPage } from '../../scripts/dictionaryItems.ts';
import { readSourceTexts } from '../../server/catalogue/readSourceTexts.ts';

const sources = readSourceTexts();

it('docs/dictionaries.md says what the schema files say: npm run dictionary:items writes it', () => {
  expect(readFileSync(DICTIONARY_PAGE, 'utf8')).toBe(dictionaryPage(sources));
});

/** of units, which are chosen from lists of codes; its terms are loaded for other programs */
const WITHOUT_ITEM = ['UCUM'];

it('leaves no dictionary without an item that opens it', () => {
  const whole = compileCatalogue(sources);
  const unopened = Object.keys(dictionariesOf(sources)).filter(
    (dictionary) => itemsCodedWith(whole, dictionary).length === 0,
  );
  expect(unopened).toEqual(WITHOUT_ITEM);
});
