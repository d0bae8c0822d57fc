/** Lengths of time in a step, as pages, warnings and notifications show them. */
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import words from './durationWords.json' with { type: 'json' };
import { daysAndHours } from './stepTime.ts';

/** Of days and of hours, with `{count}`. */
export const DURATION_WORDS: Readonly<Record<'days' | 'hours', LocalizedText>> = words;

/** `3 d 12 h`; a part that is zero is left out. */
export function durationText(all: number, language: keyof LocalizedText): string {
  const parts = daysAndHours(all);
  return (['days', 'hours'] as const)
    .filter((part) => parts[part] > 0)
    .map((part) => words[part][language].replace('{count}', String(parts[part])))
    .join(' ');
}
