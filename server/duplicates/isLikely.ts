import type { Score } from '../../shared/duplicates/index.ts';

/** Is another case so alike that a user has to decide? */
export const isLikely = ({ band }: Pick<Score, 'band'>): boolean => band === 'certain' || band === 'likely';
