import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { rowLabels } from './rowLabels.ts';

it('names each row by its number, in the order of words of the language', () => {
  const sentences: Record<string, string> = {
    'row.delete': '{{label}} {{place}} を削除',
    'row.up': 'Move {{label}} {{place}} up',
  };
  let lookUps = 0;
  const t = ((key: string, values: Record<string, string> = {}) => {
    lookUps += 1;
    return (sentences[key] ?? key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
  }) as unknown as TFunction<'engine'>;
  const words = rowLabels(t, 'Dosage 1');
  const asking = lookUps;
  expect(words.delete(12)).toBe('Dosage 1 12 を削除');
  expect(words.up(3)).toBe('Move Dosage 1 3 up');
  expect(lookUps).toBe(asking);
});
