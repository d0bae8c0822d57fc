/** What R3 says of a drug in items of their own, and R2 in one text. */
import { fitted, type DownRule } from '../downgrade.ts';

export const additionalDown: DownRule = (down, leaf, place) => {
  const { to, items = {}, notGiven, investigational = '' } = leaf;
  const { rows } = place;
  const group = (item: string | undefined): string =>
    down.map.catalogue.items[item ?? '']?.groups.at(-1) ?? '';
  const strengths = down.rowsIn(group(items['strength']), rows).flatMap((path) => {
    const [number, unit] = [down.text(items['strength'], path), down.text(items['strengthUnit'], path)];
    const name = down.peek(items['substance'], path)?.value ?? '';
    return number === '' ? [] : [`Ingredient (${name}): ${[number, unit].filter(Boolean).join(' ')}`];
  });
  const labels = down.map.labelsOf(items['more'] ?? '');
  const more = down.rowsIn(group(items['more']), rows).flatMap((path) => {
    const code = down.text(items['more'], path);
    return code === '' ? [] : [labels[code] ?? code];
  });
  const isBlinded = down.take(items['investigational'], rows)?.value === 'true';
  const isNotGiven = notGiven !== undefined && down.peek(items['role'], rows)?.value === notGiven.code;
  const words = [
    ...(isNotGiven ? [notGiven.words] : []),
    ...(isBlinded ? [investigational] : []),
    ...place.drugWords,
    ...more,
  ];
  for (const one of [...strengths, ...words]) down.lose('toText', to ?? '', rows, place, [one, one]);
  const text = down.text(to, rows);
  if (strengths.length === 0 && words.length === 0) return fitted(down, leaf, place, text);
  const information = [...words, text].filter(Boolean).join(', ');
  const parts = [...strengths, ...(information === '' ? [] : [`Additional info: ${information}`])];
  return fitted(down, leaf, place, parts.join('; '));
};
