/** What is said of a recommended code: how well it fits, and why it is there. */
import type { TFunction } from 'i18next';
import type { RecommendedCode } from '../../shared/contract/index.ts';

type Words = TFunction<'aiCoding'>;

/** A score is a likeness, not a probability (decision 48): these are words for it, not promises. */
const FITS = [
  { from: 0.8, word: 'high' },
  { from: 0.5, word: 'medium' },
  { from: 0, word: 'low' },
] as const;

/** A percentage and a word for it. */
export function scoreText(
  { score, safe }: Pick<RecommendedCode, 'score' | 'safe'>,
  language: string,
  t: Words,
): string {
  const percent = new Intl.NumberFormat(language, { style: 'percent' }).format(score);
  const word = safe ? 'clear' : (FITS.find(({ from }) => score >= from)?.word ?? 'low');
  return t('fits', { percent, word: t(`fit.${word}`) });
}

export function reasonText({ kind, ...data }: RecommendedCode['reason'], language: string, t: Words): string {
  const list = new Intl.ListFormat(language, { style: 'narrow', type: 'unit' });
  const words = list.format(data.words ?? []);
  const pairs = list.format((data.pairs ?? []).map((pair) => t('pair', { ...pair })));
  return t(`why.${kind}`, { count: data.times ?? 0, of: data.of ?? 0, words, pairs });
}
