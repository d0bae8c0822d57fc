import { expect, it } from 'vitest';
import { compileCatalogue } from '../../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../../schemas/compile/testSources.ts';
import { nextPage, shownPages } from './shownPages.ts';

const catalogue = compileCatalogue(realSources);
const WIZARD = 'CI RP SD LR SI DM DH AE LB DG NR RE WF AT'.split(' ');

it('shows the pages in the order of the wizard', () => {
  expect(shownPages(catalogue, true).map(({ page }) => page)).toEqual(WIZARD);
});

it('leads from each page to the next, and nowhere from the last', () => {
  const shown = shownPages(catalogue, true);
  expect(WIZARD.map((page) => nextPage(shown, page)?.page ?? null)).toEqual([...WIZARD.slice(1), null]);
});

it('passes over the workflow where the sponsor has none', () => {
  const shown = shownPages(catalogue, false);
  expect(shown.map(({ page }) => page)).not.toContain('WF');
  expect(nextPage(shown, 'RE')?.page).toBe('AT');
});
