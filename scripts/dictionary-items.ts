/** Writes `docs/dictionaries.md`: `npm run dictionary:items`. */
import { writeFileSync } from 'node:fs';
import { readSourceTexts } from '../server/catalogue/readSourceTexts.ts';
import { DICTIONARY_PAGE, dictionaryPage } from './dictionaryItems.ts';

writeFileSync(DICTIONARY_PAGE, dictionaryPage(readSourceTexts()));
