/** The terms behind the codes of a case, in one language. */
import type { CaseContent } from '../../shared/case/caseContent.ts';
import type { ReportLanguage, TermOf } from '../../shared/reports/report.types.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { Trx } from '../storage/database.ts';
import { codedTerms } from './codedTerms.ts';

export async function contentTerms(
  trx: Trx,
  { whole, dictionaries }: CatalogueWorld['catalogue'],
  { values }: CaseContent,
  language: ReportLanguage,
): Promise<TermOf> {
  const coded = values.flatMap(({ itemId, value }) => {
    const dictionary = whole.items[itemId]?.dictionary;
    return dictionary && value !== null ? [{ dictionary, code: value }] : [];
  });
  const termOf = await codedTerms(trx, dictionaries, coded);
  return (dictionary, code) => {
    const term = termOf(dictionary, code)?.term;
    return term?.[language] ?? term?.en;
  };
}
