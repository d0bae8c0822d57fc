/** What filters mean, said without a database: the other side of the laws. */
import type { FilterEntry } from '../../server/storage/tables.ts';

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();
const spaced = (text: string): string => folded(text).replace(/\s+/g, ' ');
const holds = (text: string, wanted: string): boolean => spaced(text).includes(spaced(wanted).trim());

/** Does a row with this value pass? Without entries every one does. */
export function passesInWords(entries: readonly FilterEntry[], value: string): boolean {
  const [first] = entries;
  if (!first) return true;
  const { filterType, valueCode: from, valueCode2: to = '' } = first;
  switch (filterType) {
    case 'LIKE':
    case 'LIKE_ALL':
      return from === '[$ALL$]' ? value !== '' : holds(value, from);
    case 'CHECK':
    case 'LIKE_CHECK':
      return entries.some((entry) =>
        entry.valueCode === '' ? holds(value, entry.valueCode2 ?? '') : entry.valueCode === value,
      );
    case 'BETWEEN_NUMERIC':
      return (from === '' || Number(value) >= Number(from)) && (to === '' || Number(value) <= Number(to));
    default: {
      const digits = /^\d*/.exec(value)?.[0] ?? '';
      if (digits === '') return from === '' && to === '';
      const last = digits.padEnd(14, '9');
      const firstMoment = digits.padEnd(14, '0');
      return (
        (from === '' || last >= from.padEnd(14, '0')) && (to === '' || firstMoment <= to.padEnd(14, '9'))
      );
    }
  }
}
