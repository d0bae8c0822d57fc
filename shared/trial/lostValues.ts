/** Values of a case that the forms of an appendix would no longer show. */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent, CaseValue } from '../case/caseContent.ts';
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import { rowPathOf, type ItemAddress } from '../case/itemAddress.ts';
import { caseReader } from '../expressions/caseReader.ts';
import type { CaseReader } from '../expressions/caseReader.types.ts';
import { caseScope, rowScope } from '../expressions/scope.ts';
import { conditionsOf, visibleConditions } from '../rules/conditionsOf.ts';
import { receiversOf } from '../rules/receivers.ts';
import type { TrialCatalogue } from './trial.types.ts';

/** The address of a value, and the appendix whose forms would not show it. */
export interface LostValue extends ItemAddress {
  appendix: string;
  label: LocalizedText;
}

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
  now: TrialCatalogue,
  next: TrialCatalogue,
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

function risksIn(appendix: string, now: TrialCatalogue, next: TrialCatalogue): Risk[] {
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
