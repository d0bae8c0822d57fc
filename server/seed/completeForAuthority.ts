/** What the authority of a country asks for beside ICH, in cases of the demo that are complete. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { addressAt } from '../../shared/case/itemAddress.ts';
import { EMPTY_VALUE } from '../../shared/case/itemValue.ts';
import { caseReader } from '../../shared/expressions/caseReader.ts';
import answers from '../../schemas/demo/authorityAnswers.json' with { type: 'json' };

/** An answer by item; where it depends on the kind of the report, that of a study and that of others. */
type Answers = Readonly<Record<string, string | { study: string; other: string }>>;

/** Adds the values to the content, those of items that repeat to each row. `country`: of the reporter, which is the region. */
export function completeForAuthority(
  catalogue: Catalogue,
  content: CaseContent,
  { country, isStudy }: { country: string; isStudy: boolean },
): void {
  const reader = caseReader(catalogue, content);
  const ofCountry = (answers as Readonly<Record<string, Answers>>)[country] ?? {};
  for (const [itemId, answer] of Object.entries(ofCountry)) {
    const group = catalogue.items[itemId]?.groups.at(-1);
    const value = typeof answer === 'string' ? answer : answer[isStudy ? 'study' : 'other'];
    for (const rows of group === undefined ? [[]] : reader.rows(group, []))
      content.values.push({ ...addressAt(itemId, rows), ...EMPTY_VALUE, value });
  }
}
