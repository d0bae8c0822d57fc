import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { parseDateEntry, type EntryProblem } from '../../../shared/dates/dateEntry.ts';
import { comparePrecision, formatDate, isFuture, precisionOf } from '../../../shared/dates/partialDate.ts';

export type DateRefusal = EntryProblem | 'tooCoarse' | 'tooFine' | 'future';
export type TypedDate = { ok: true; value: string } | { ok: false; problem: DateRefusal };

const TODAY = /^t\s*(?:([+-])\s*(\d{1,4}))?$/i;

/** `t` is today, `t-3` three days ago, by the user's own calendar. */
function today(entry: string, now: Date): string | null {
  const found = TODAY.exec(entry);
  if (!found) return null;
  const days = Number(found[2] ?? 0) * (found[1] === '-' ? -1 : 1);
  const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  return formatDate({ year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() });
}

/** What an entry means for an item: the stored form, or why the item cannot take it. Empty stays empty. */
export function dateTyped(entry: string, item: CatalogueItem, now: Date): TypedDate {
  // an input method may give full-width digits
  const text = entry.normalize('NFKC').trim();
  if (text === '') return { ok: true, value: '' };
  const shorthand = today(text, now);
  const parsed = shorthand === null ? parseDateEntry(text) : { ok: true as const, value: shorthand };
  if (!parsed.ok) return parsed;
  const given = precisionOf(parsed.value);
  if (given && item.precision) {
    if (comparePrecision(given, item.precision.min) < 0) return { ok: false, problem: 'tooCoarse' };
    if (comparePrecision(given, item.precision.max) > 0) return { ok: false, problem: 'tooFine' };
  }
  if (!item.futureAllowed && isFuture(parsed.value, now)) return { ok: false, problem: 'future' };
  return parsed;
}
