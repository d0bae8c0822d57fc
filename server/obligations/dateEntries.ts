/** When the dates that give day 0 were entered: one without its day is not after that day. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { addressAt, addressKey } from '../../shared/case/itemAddress.ts';
import { dayAt } from '../../shared/dates/zonedDay.ts';
import { DAY_ZERO_ROLES, type DateEntries } from '../../shared/obligations/dayZero.ts';
import type { PageDoc } from '../cases/record/pageDoc.ts';

/** Of the documents that have them; days are those of the sponsor's time zone. */
export function dateEntriesOf(
  { roles }: Pick<Catalogue, 'roles'>,
  docs: readonly PageDoc[],
  timeZone: string,
): DateEntries {
  const entries: DateEntries = {};
  for (const role of DAY_ZERO_ROLES) {
    const key = addressKey(addressAt(roles[role] ?? '', []));
    const stored = docs.flatMap(({ items }) => items[key] ?? [])[0];
    if (stored?.v) entries[role] = { text: stored.v, day: dayAt(Date.parse(stored.at), timeZone) };
  }
  return entries;
}
