/** Entries that say when something was less sharply than a date can: `about May 2025`, `Q3 2025`, `early 2025`. */
import { parseDateEntry } from './dateEntry.ts';
import { precisionOf } from './partialDate.ts';
import type { ZonedNow } from './zonedDay.ts';

/** Before or after a date: it is near it. */
const NEAR_BEFORE = /^(?:ABOUT|AROUND|APPROX(?:IMATELY)?\.?|CIRCA|CA?\.|~|≈|약|約|大约|约)\s*/;
const NEAR_AFTER = /\s*(?:경|쯤|頃|ころ|ごろ|左右|前后)$/;
/** A part of a month or year. */
const PART =
  /^(?:(?:THE )?(?:BEGINNING|START|MIDDLE|END) OF |(?:IN )?(?:EARLY|MID|LATE)[- ]|(?:SPRING|SUMMER|AUTUMN|FALL|WINTER)(?: OF)? )\s*/;
const PART_AFTER =
  /\s*(?:초|중순|말|봄|여름|가을|겨울|初め|初旬|上旬|中旬|下旬|末|春|夏|秋|冬|初|底|春季|夏季|秋季|冬季)$/;
/** A quarter or half of a year. */
const QUARTER =
  /^(?:(?:Q[1-4]|[1-4]Q|H[12]|[12]H|[1-4](?:ST|ND|RD|TH) QUARTER(?: OF)?)[ /,-]*(?<last>\d{4})|(?<first>\d{4})\s*[年년]?[ /,-]*(?:Q[1-4]|[1-4]Q|H[12]|[12]H|第?[1-4]四?半期|第[一二三四]季度|[1-4]분기))$/;

/**
 * The stored form of what such an entry leaves no doubt about: the year, or year and month. An approximate day is only
 * sure to its month. null: the entry is not of this kind.
 */
export function parseVagueDate(entry: string, now: ZonedNow): string | null {
  const text = entry.normalize('NFKC').trim().toUpperCase();
  const quarter = QUARTER.exec(text)?.groups;
  if (quarter) return quarter.last ?? quarter.first ?? null;
  const rest = [NEAR_BEFORE, NEAR_AFTER, PART, PART_AFTER].reduce(
    (left, vague) => left.replace(vague, ''),
    text,
  );
  if (rest === text) return null;
  const parsed = parseDateEntry(rest, now);
  if (!parsed.ok) return null;
  const precision = precisionOf(parsed.value);
  return precision === 'year' ? parsed.value.slice(0, 4) : parsed.value.slice(0, 6);
}
