/** What R3 says of a drug in items of their own, and R2 in one text. */
import { fitted, type DownRule } from '../downgrade.ts';

export const additionalDown: DownRule = (down, leaf, place) => {
  const { to, items = {}, notGiven, investigational = '' } = leaf;
  const { rows } = place;
  const group = (item: string | undefined): string =>
    down.map.catalogue.items[item ?? '']?.groups.at(-1) ?? '';
  /** Says it in the words of the element in place of the item. */
  const inWords = (item = '', path: readonly number[], value: string, words: string): string => {
    down.lose('toText', item, path, place, [value, words]);
    return words;
  };
  const strengths = down.rowsIn(group(items['strength']), rows).flatMap((path) => {
    const strength = [down.text(items['strength'], path), down.text(items['strengthUnit'], path)]
      .filter(Boolean)
      .join(' ');
    const name = down.peek(items['substance'], path)?.value ?? '';
    return strength === ''
      ? []
      : [inWords(items['strength'], path, strength, `Ingredient (${name}): ${strength}`)];
  });
  const labels = down.map.labelsOf(items['more'] ?? '');
  const more = down.rowsIn(group(items['more']), rows).flatMap((path) => {
    const code = down.text(items['more'], path);
    return code === '' ? [] : [inWords(items['more'], path, code, labels[code] ?? code)];
  });
  const isBlinded = down.peek(items['investigational'], rows)?.value === 'true';
  if (isBlinded) down.take(items['investigational'], rows);
  const isNotGiven = notGiven !== undefined && down.peek(items['role'], rows)?.value === notGiven.code;
  const words = [
    ...(isNotGiven ? [notGiven.words] : []),
    ...(isBlinded ? [inWords(items['investigational'], rows, 'true', investigational)] : []),
    ...more,
  ];
  const text = down.text(to, rows);
  if (strengths.length === 0 && words.length === 0) return fitted(down, leaf, place, text);
  const information = [...words, text].filter(Boolean).join(', ');
  const parts = [...strengths, ...(information === '' ? [] : [`Additional info: ${information}`])];
  return fitted(down, leaf, place, parts.join('; '));
};
