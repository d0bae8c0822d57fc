/** What browsers draw reports with: fonts, labels of codes, terms. */
import type { CodeList } from '../../../schemas/compile/catalogue.types.ts';
import type {
  BodyOf,
  DataOf,
  readReportCodes,
  readReportFonts,
  readTerms,
} from '../../../shared/contract/index.ts';
import type { FontTable } from '../../../shared/reports/fontTable.ts';
import type { ReportLanguage } from '../../../shared/reports/report.types.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import { codedTerms } from '../../dictionaries/codedTerms.ts';
import type { SessionUser } from '../../http/session.ts';
import type { table } from '../../reports/fontTable.thread.ts';
import { readInSponsor, type DatabaseWorld } from '../../storage/database.ts';
import type { ThreadsWorld } from '../../threads/threads.ts';
import { threadTask } from '../../threads/threadTask.ts';

const tableTask = threadTask<typeof table>(
  new URL('../../reports/fontTable.thread.ts', import.meta.url),
  'table',
  { seconds: 60, threads: 1 },
);

/** The fonts are the same for every sponsor and user. */
let known: Promise<FontTable> | null = null;

/** The table, computed in a thread once per process. */
export function fontTableFor(
  { threads }: ThreadsWorld,
  { userKey }: SessionUser,
): Promise<DataOf<typeof readReportFonts>> {
  // another user may wait for the same table: it outlives the request
  const { signal } = new AbortController();
  known ??= threads.run(tableTask, null, { userKey, signal }).catch((error: unknown) => {
    known = null;
    throw error;
  });
  return known as Promise<DataOf<typeof readReportFonts>>;
}

type ReportCodes = DataOf<typeof readReportCodes>;

const codesOf = new WeakMap<Record<string, CodeList>, Map<ReportLanguage, ReportCodes>>();

/** The labels of a catalogue; the same object until another one is published. */
export function reportCodes({ catalogue }: CatalogueWorld, language: ReportLanguage): ReportCodes {
  const byLanguage = codesOf.get(catalogue.codeLists) ?? new Map<ReportLanguage, ReportCodes>();
  codesOf.set(catalogue.codeLists, byLanguage);
  const found = byLanguage.get(language) ?? { codeLists: labelsIn(catalogue.codeLists, language) };
  byLanguage.set(language, found);
  return found;
}

const labelsIn = (codeLists: Record<string, CodeList>, language: ReportLanguage): ReportCodes['codeLists'] =>
  Object.fromEntries(
    Object.entries(codeLists).map(([name, { codes }]) => [
      name,
      codes.map(({ code, label }): [string, string] => [code, label[language]]),
    ]),
  );

/** The terms of codes; English where a dictionary does not have the language. */
export const termsOf = (
  { db, catalogue }: CatalogueWorld & DatabaseWorld,
  { sponsorKey }: SessionUser,
  { codes, language }: BodyOf<typeof readTerms> & { language: ReportLanguage },
): Promise<DataOf<typeof readTerms>> =>
  readInSponsor(db, sponsorKey, async (trx) => {
    const termOf = await codedTerms(trx, catalogue.dictionaries, codes);
    return {
      terms: codes.map(({ dictionary, code }) => {
        const term = termOf(dictionary, code)?.term;
        return term?.[language] ?? term?.en ?? null;
      }),
    };
  });
