/** The languages in which narratives and forms are written, by their code of ISO 639-2. */
import type { ReportLanguage } from '../reports/report.types.ts';

const LANGUAGES: Readonly<Record<string, ReportLanguage>> = {
  eng: 'en',
  kor: 'ko',
  jpn: 'ja',
  zho: 'zh',
  chi: 'zh',
};

/** Null for other languages, and for none. */
export const writtenLanguage = (code: string | null | undefined): ReportLanguage | null =>
  LANGUAGES[code ?? ''] ?? null;

/** English for other languages, and for none. */
export const narrativeLanguage = (code: string | null | undefined): ReportLanguage =>
  writtenLanguage(code) ?? 'en';
