import type { CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { parseDateEntry, type EntryProblem } from '../dates/dateEntry.ts';
import type { ZonedNow } from '../dates/zonedDay.ts';
import { parseVagueDate } from '../dates/vagueDate.ts';
import { comparePrecision, isFuture, precisionOf } from '../dates/partialDate.ts';

export type DateRefusal = EntryProblem | 'tooCoarse' | 'tooFine' | 'future';
export type TypedDate =
  /** `vague`: the entry says when it was less sharply than a date can, and this is what is sure */
  | { ok: true; value: string; vague?: true }
  /** nothing of the date is known, and the item may say so */
  | { ok: true; nullFlavor: string }
  | { ok: false; problem: DateRefusal };

const UNKNOWN_FLAVOR = 'UNK';

/**
 * What an entry means for an item: the stored form, a null flavor, or why the item cannot take it. Empty stays empty.
 * A part of the date may be unknown (`UK`) where the item's least precision is coarser than that part.
 */
export function dateTyped(entry: string, item: CatalogueItem, now: ZonedNow): TypedDate {
  const text = entry.trim();
  if (text === '') return { ok: true, value: '' };
  const flavor = item.nullFlavors.find((known) => known === text.toUpperCase());
  if (flavor) return { ok: true, nullFlavor: flavor };
  const parsed = parseDateEntry(text, now);
  if (!parsed.ok)
    return parsed.problem === 'unknown' && item.nullFlavors.includes(UNKNOWN_FLAVOR)
      ? { ok: true, nullFlavor: UNKNOWN_FLAVOR }
      : parsed;
  const given = precisionOf(parsed.value);
  if (given && item.precision) {
    if (comparePrecision(given, item.precision.min) < 0) return { ok: false, problem: 'tooCoarse' };
    if (comparePrecision(given, item.precision.max) > 0) return { ok: false, problem: 'tooFine' };
  }
  if (!item.futureAllowed && isFuture(parsed.value, now.at)) return { ok: false, problem: 'future' };
  return parsed;
}

/** The same for an entry whose reader sees what became of it: also `about May 2025`, as far as it is sure. */
export function vagueDateTyped(entry: string, item: CatalogueItem, now: ZonedNow): TypedDate {
  const typed = dateTyped(entry, item, now);
  if (typed.ok || typed.problem !== 'malformed') return typed;
  const sure = parseVagueDate(entry, now);
  if (sure === null) return typed;
  const read = dateTyped(sure, item, now);
  return read.ok && 'value' in read ? { ...read, vague: true } : read;
}
