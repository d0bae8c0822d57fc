import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { VALUE_RULES } from '../../../shared/rules/messages.ts';
import { valueFindings } from '../../../shared/rules/valueFindings.ts';
import type { CodeList } from '../services.ts';
import type { ItemView } from '../session/views.ts';
import type { Finding } from './formState.ts';

/**
 * What the rules say of an item now: the checks of its value, made here and at once, and what the server found, but
 * for what the edits since then have answered. A code list that is not there yet (null) is not held against a code.
 */
export function openFindings(
  item: CatalogueItem,
  address: Pick<Finding, 'itemId' | 'rowNo' | 'rowNo2' | 'rowNo3'>,
  { current, changed }: Pick<ItemView, 'current' | 'changed'>,
  told: readonly Finding[],
  codes: CodeList | null,
): readonly Finding[] {
  const own = valueFindings(item, current, { codeLists: listOf(item, codes), now: new Date() });
  const isAnswered = current.value !== null || current.nullFlavor !== null;
  const standing = told.filter(({ ruleId }) => {
    if (own.some((finding) => finding.ruleId === ruleId)) return false;
    return ruleId === MISSING_RULE ? !isAnswered : !(changed && VALUE_RULES.has(ruleId));
  });
  if (own.length === 0) return standing.length === told.length ? told : standing;
  return [...own.map((finding): Finding => ({ ...finding, ...address })), ...standing];
}

function listOf({ codeList }: CatalogueItem, codes: CodeList | null) {
  if (codeList === null) return {};
  const { open = true, codes: known = [] } = codes ?? {};
  const list = known.map(({ code, deleted }) => ({ code, label: NO_WORDS, deleted }));
  return { [codeList]: { codeList, codeSystem: null, cached: true, open, codes: list } };
}

const MISSING_RULE = 'item.missing';
const NO_WORDS = { en: '', ko: '', ja: '', zh: '' };
