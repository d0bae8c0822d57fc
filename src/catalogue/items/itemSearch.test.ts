/** "Go to item" finds what the standard calls an item, not its label alone. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compileCatalogue } from '../../../schemas/compile/compileCatalogue.ts';
import { findItems, itemQuery } from './itemSearch.ts';

const pages = ['CI', 'DG', 'NR'].map((page) => `pages/${page}.page.json`);
const catalogue = compileCatalogue(
  pages.map((file) => ({
    file,
    text: readFileSync(new URL(`../../../schemas/${file}`, import.meta.url), 'utf8'),
  })),
);
const found = (text: string) =>
  findItems(catalogue, Object.values(catalogue.pages), 'ko', itemQuery(text)).map(({ item }) => item.itemId);

it.each([
  ["Sender's (case) Safety Report Unique Identifier", 'C.1.1'],
  ['Date of Most Recent Information for This Report', 'C.1.5'],
  ['characterisation of drug role', 'G.k.1'],
  ['fulfil the local criteria', 'C.1.7'],
])('finds an item by its name in ICH E2B(R3): %s', (name, itemId) => {
  expect(found(name)[0]).toBe(itemId);
});
