/** What the authority of a country asks for beside ICH, in cases of the demo that are complete. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { addressAt, addressKey } from '../../shared/case/itemAddress.ts';
import { caseReader } from '../../shared/expressions/caseReader.ts';
import type { CaseDraft } from './caseDraft.ts';
import answers from '../../schemas/demo/authorityAnswers.json' with { type: 'json' };

/** An answer by item; where it depends on the kind of the report, that of a study and that of others. */
type Answers = Readonly<Record<string, string | { study: string; other: string }>>;

/**
 * Puts the values into the draft in place of others, those of items that repeat into each row, of which there is one at least
 * where nothing is around it. `country`: of the reporter, which is the region.
 */
export function completeForAuthority(
  catalogue: Catalogue,
  draft: CaseDraft,
  { country, isStudy }: { country: string; isStudy: boolean },
): void {
  const { content } = draft;
  const ofCountry = (answers as Readonly<Record<string, Answers>>)[country] ?? {};
  for (const [itemId, answer] of Object.entries(ofCountry)) {
    const item = catalogue.items[itemId];
    const groups = item?.groups ?? [];
    const group = groups.at(-1);
    const value = typeof answer === 'string' ? answer : answer[isStudy ? 'study' : 'other'];
    if (group !== undefined && groups.length === 1 && !content.rows.some((row) => row.group === group))
      draft.addRowOf(group);
    for (const rows of group === undefined ? [[]] : caseReader(catalogue, content).rows(group, [])) {
      const place = addressKey(addressAt(itemId, rows));
      content.values = content.values.filter((known) => addressKey(known) !== place);
      draft.put(item, value, rows);
    }
  }
}
