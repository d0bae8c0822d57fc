/** Values of a case that the forms of an appendix would no longer show. */
import type { Catalogue, CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { CaseContent, CaseValue } from '../../../shared/case/caseContent.ts';
import { rowPathOf } from '../../../shared/case/itemAddress.ts';
import type { DataOf, previewImpact } from '../../../shared/contract/index.ts';
import { caseReader } from '../../../shared/expressions/caseReader.ts';
import type { CaseReader } from '../../../shared/expressions/caseReader.types.ts';
import { caseScope, rowScope } from '../../../shared/expressions/scope.ts';
import { conditionsOf, visibleConditions } from '../../../shared/rules/conditionsOf.ts';
import { receiversOf } from '../../../shared/rules/receivers.ts';
import type { CatalogueSource } from '../../catalogue/catalogueSource.ts';

type LostValue = DataOf<typeof previewImpact>['cases'][number]['lostValues'][number];

/** Does a catalogue's form show the value, given what else the case says? */
type Shows = (value: CaseValue, reader: CaseReader) => boolean;

interface Risk {
  appendix: string;
  item: CatalogueItem;
  was: Shows;
  is: Shows;
}

/** Only items that one catalogue shows under other conditions than the other are asked about. */
export function lossesBetween(
  now: CatalogueSource,
  next: CatalogueSource,
): (content: CaseContent) => LostValue[] {
  const regions = receiversOf(now.whole).map(({ appendix }) => appendix);
  const risks = Map.groupBy(
    regions.flatMap((appendix) => risksIn(appendix, now, next)),
    ({ item }) => item.itemId,
  );
  return (content) => {
    const held = content.values.filter(({ itemId }) => risks.has(itemId));
    if (held.length === 0) return [];
    const [before, after] = [caseReader(now.whole, content), caseReader(next.whole, content)];
    return held.flatMap((value) =>
      (risks.get(value.itemId) ?? [])
        .filter(({ was, is }) => was(value, before) && !is(value, after))
        .map(({ appendix, item }) => lost(appendix, item, value)),
    );
  };
}

function risksIn(appendix: string, now: CatalogueSource, next: CatalogueSource): Risk[] {
  const [before, after] = [now.forAppendix(appendix), next.forAppendix(appendix)];
  return Object.values(before.items).flatMap((item) => {
    const there = after.appendix === before.appendix ? after.items[item.itemId] : undefined;
    if (there && conditionText(before, item) === conditionText(after, there)) return [];
    const was = showing(now.whole, before, item);
    return { appendix, item, was, is: there ? showing(next.whole, after, there) : () => false };
  });
}

const conditionText = (seen: Catalogue, item: CatalogueItem): string =>
  visibleConditions(seen, item)
    .map(({ expression }) => expression)
    .join('\n');

function showing(whole: Catalogue, seen: Catalogue, item: CatalogueItem): Shows {
  const { isHidden } = conditionsOf(whole, seen, item);
  const group = item.groups.at(-1);
  return (value, reader) => {
    const around = caseScope(whole, reader);
    const path = rowPathOf(value, item.groups.length);
    return !isHidden(group === undefined ? around : rowScope(around, group, path));
  };
}

const lost = (
  appendix: string,
  { itemId, label }: CatalogueItem,
  { rowNo, rowNo2, rowNo3 }: CaseValue,
): LostValue => ({ appendix, itemId, label, rowNo, rowNo2, rowNo3 });
