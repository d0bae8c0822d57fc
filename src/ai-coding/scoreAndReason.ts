/** Texts for a recommended code: how well it fits, and why it is recommended. */
import type { TFunction } from 'i18next';
import { displayDate } from '../../shared/dates/partialDate.ts';
import type { RecommendedCode } from '../../shared/contract/index.ts';

type Translate = TFunction<'aiCoding'>;

/** A score is a similarity, not a probability (decision 48). */
const FITS = [
  { from: 0.8, word: 'high' },
  { from: 0.5, word: 'medium' },
  { from: 0, word: 'low' },
] as const;

/** The confidence in a code, in words; a percentage would look like a probability. */
export function scoreText({ score, safe }: Pick<RecommendedCode, 'score' | 'safe'>, t: Translate): string {
  return t(`fit.${safe ? 'clear' : (FITS.find(({ from }) => score >= from)?.word ?? 'low')}`);
}

export function reasonText(
  { kind, ...data }: RecommendedCode['reason'],
  language: string,
  t: Translate,
): string {
  const list = new Intl.ListFormat(language, { style: 'narrow', type: 'unit' });
  const words = list.format(data.words ?? []);
  const pairs = list.format((data.pairs ?? []).map((pair) => t('pair', { ...pair })));
  return t(`why.${kind}`, {
    count: data.times ?? 0,
    of: data.of ?? 0,
    words,
    pairs,
    approvedBy: data.approvedBy ?? '',
    until: displayDate(data.until ?? ''),
  });
}
