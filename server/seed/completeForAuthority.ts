/** What the authority of a country asks for beside ICH, in cases of the demo that are complete. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { addressAt, addressKey } from '../../shared/case/itemAddress.ts';
import { EMPTY_VALUE } from '../../shared/case/itemValue.ts';
import { caseReader } from '../../shared/expressions/caseReader.ts';
import answers from '../../schemas/demo/authorityAnswers.json' with { type: 'json' };

/** An answer by item; where it depends on the kind of the report, that of a study and that of others. */
type Answers = Readonly<Record<string, string | { study: string; other: string }>>;

/**
 * Puts the values into the content, those of items that repeat into each row, of which there is one at least where nothing is
 * around it. `country`: of the reporter, which is the region.
 */
export function completeForAuthority(
  catalogue: Catalogue,
  content: CaseContent,
  { country, isStudy }: { country: string; isStudy: boolean },
): void {
  const ofCountry = (answers as Readonly<Record<string, Answers>>)[country] ?? {};
  for (const [itemId, answer] of Object.entries(ofCountry)) {
    const groups = catalogue.items[itemId]?.groups ?? [];
    const group = groups.at(-1);
    const value = typeof answer === 'string' ? answer : answer[isStudy ? 'study' : 'other'];
    if (group !== undefined && groups.length === 1) addFirstRow(content, group);
    const places = group === undefined ? [[]] : caseReader(catalogue, content).rows(group, []);
    const addresses = new Map(
      places.map((rows) => addressAt(itemId, rows)).map((one) => [addressKey(one), one]),
    );
    content.values = [
      ...content.values.filter((known) => !addresses.has(addressKey(known))),
      ...[...addresses.values()].map((address) => ({ ...address, ...EMPTY_VALUE, value })),
    ];
  }
}

function addFirstRow({ rows }: CaseContent, group: string): void {
  if (rows.some((row) => row.group === group && !row.deleted)) return;
  rows.push({ group, rowNo: 1, rowNo2: 0, rowNo3: 0, rowId: `${group}-1`, sort: 1, deleted: false });
}
