/** Dates, ages and lists as running text in the four languages. */
import { parseDate, type PartialDate } from '../dates/partialDate.ts';
import type { ReportLanguage } from '../reports/report.types.ts';
import ages from './ages.json' with { type: 'json' };

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const DATE_UNITS = {
  ko: { year: '년', month: '월', day: '일', between: ' ' },
  ja: { year: '年', month: '月', day: '日', between: '' },
  zh: { year: '年', month: '月', day: '日', between: '' },
};

/** `12 March 2024`, `March 2024` or `2024`, with hour and minute as far as they are given; other texts unchanged. */
export function dateInWords(text: string, language: ReportLanguage): string {
  const parsed = parseDate(text);
  if (!parsed.ok) return text;
  const { date } = parsed;
  const day = language === 'en' ? englishDay(date) : dayInUnits(date, DATE_UNITS[language]);
  const clock = clockOf(date);
  if (clock === '') return day;
  return language === 'en' ? `${day} at ${clock}` : `${day} ${clock}`;
}

const englishDay = ({ year, month, day }: PartialDate): string =>
  [day, month === undefined ? undefined : MONTHS[month - 1], year]
    .filter((part) => part !== undefined)
    .join(' ');

const dayInUnits = (date: PartialDate, { between, ...units }: (typeof DATE_UNITS)['ko']): string =>
  (['year', 'month', 'day'] as const)
    .flatMap((part) => (date[part] === undefined ? [] : [`${date[part]}${units[part]}`]))
    .join(between);

const clockOf = ({ hour, minute }: PartialDate): string =>
  [hour, minute]
    .filter((unit) => unit !== undefined)
    .map((unit) => String(unit).padStart(2, '0'))
    .join(':');

const isKnownUnit = (unit: string): unit is keyof typeof ages => Object.hasOwn(ages, unit);

/** `45-year-old`; null for units without a word for ages. */
export const ageInWords = (age: string, unit: string, language: ReportLanguage): string | null =>
  isKnownUnit(unit) ? ages[unit][language].replace('{age}', age) : null;

const JOINERS: Readonly<Record<ReportLanguage, { comma: string; last: string }>> = {
  en: { comma: ', ', last: ' and ' },
  ko: { comma: ', ', last: ' 및 ' },
  ja: { comma: '、', last: '、' },
  zh: { comma: '、', last: '和' },
};

/** `A, B and C`, each text once. */
export function listInWords(texts: readonly string[], language: ReportLanguage): string {
  const distinct = [...new Set(texts)];
  const { comma, last } = JOINERS[language];
  return [...distinct.slice(0, -2), distinct.slice(-2).join(last)].join(comma);
}
