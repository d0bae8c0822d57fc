/** Terms of a case given as text beside a coded item without a code. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { WarningRule } from '../../schemas/compile/warnings.ts';
import { addressAt, type ItemAddress } from '../case/itemAddress.ts';
import type { CaseReader } from '../expressions/caseReader.types.ts';
import { caseScope, itemInScope, rowsOfItem, scopesOf } from '../expressions/scope.ts';

/** The address of the coded item, and its text. */
export interface UncodedTerm extends ItemAddress {
  text: string;
  /** the item of the text */
  saidBy: string;
}

/** In catalogue order; the first non-empty text is reported. */
export function uncodedTerms(
  catalogue: Catalogue,
  rule: Pick<WarningRule, 'dictionaries'>,
  reader: CaseReader,
): UncodedTerm[] {
  const whole = caseScope(catalogue, reader);
  return codedItems(catalogue, rule).flatMap(({ item, texts }) =>
    scopesOf(whole, item.groups.at(-1) ?? null).flatMap((scope) => {
      const { value, nullFlavor } = itemInScope(scope, item.itemId) ?? {};
      if (value || nullFlavor) return [];
      const saidBy = texts.find((itemId) => itemInScope(scope, itemId)?.value);
      const text = saidBy === undefined ? null : itemInScope(scope, saidBy)?.value;
      if (saidBy === undefined || !text) return [];
      return [{ ...addressAt(item.itemId, rowsOfItem(scope, item)), text, saidBy }];
    }),
  );
}

const codedItems = ({ items }: Catalogue, { dictionaries }: Pick<WarningRule, 'dictionaries'>) =>
  Object.values(items)
    .filter(({ dictionary }) => dictionary !== null && (dictionaries?.includes(dictionary) ?? true))
    .map((item) => ({ item, texts: item.coding?.texts ?? [] }))
    .filter((coded) => coded.texts.length > 0);
