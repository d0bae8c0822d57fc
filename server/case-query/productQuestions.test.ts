/** The questions that come with the product: what their files show, and what their sentences say before they are filled in. */
import { expect, it } from 'vitest';
import { openCatalogue } from '../catalogue/catalogueSource.ts';
import { sentenceOf } from './passingCases.ts';

const catalogue = openCatalogue();
const { roles } = catalogue.whole;

it.each(catalogue.queries)(
  '$query shows the words of the reporter, which need not be translated',
  ({ asks }) => {
    const { items, layout } = asks;
    if (layout === 'tabulation' || !items.includes(roles['reactionTranslation'] ?? '')) return;
    expect(items).toContain(roles['reactionVerbatim']);
  },
);

it.each(catalogue.queries)('$query says where something is to be typed, in every language', ({ asks }) => {
  const untyped = JSON.stringify(asks).match(/""/g)?.length ?? 0;
  // a block is no part of the sentence
  const inSentence = untyped - (asks.block === '' ? 1 : 0);
  for (const language of ['en', 'ko', 'ja', 'zh'] as const)
    expect(sentenceOf(catalogue, asks, language).match(/…/g)?.length ?? 0, language).toBe(inSentence);
});
