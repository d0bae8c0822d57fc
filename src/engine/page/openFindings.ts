import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { VALUE_RULES } from '../../../shared/rules/messages.ts';
import { valueFindings } from '../../../shared/rules/valueFindings.ts';
import type { CodeList } from '../services.ts';
import type { ItemView } from '../session/views.ts';
import type { Finding } from './formState.ts';
import { userNow } from '../../clock/index.ts';
import { ITEM_MISSING } from '../../../shared/rules/findingCodes.ts';

/**
 * The current findings of an item: the value checks, evaluated here, and the stored findings of the server that edits
 * since then have not resolved. A code is not checked while its code list is loading (null).
 */
export function openFindings(
  item: CatalogueItem,
  address: Pick<Finding, 'itemId' | 'rowNo' | 'rowNo2' | 'rowNo3'>,
  { current, changed }: Pick<ItemView, 'current' | 'changed'>,
  stored: readonly Finding[],
  codes: CodeList | null,
): readonly Finding[] {
  const own = valueFindings(item, current, { codeLists: listOf(item, codes), now: userNow().at });
  const isAnswered = current.value !== null || current.nullFlavor !== null;
  const open = stored.filter(({ ruleId }) => {
    if (own.some((finding) => finding.ruleId === ruleId)) return false;
    return ruleId === ITEM_MISSING ? !isAnswered : !(changed && VALUE_RULES.has(ruleId));
  });
  if (own.length === 0) return open.length === stored.length ? stored : open;
  return [...own.map((finding): Finding => ({ ...finding, ...address })), ...open];
}

function listOf({ codeList }: CatalogueItem, codes: CodeList | null) {
  if (codeList === null) return {};
  const { open = true, codes: known = [], codeSystem = null } = codes ?? {};
  const list = known.map(({ code, deleted }) => ({ code, label: NO_TEXT, deleted }));
  return { [codeList]: { codeList, codeSystem, cached: true, open, codes: list } };
}

const NO_TEXT = { en: '', ko: '', ja: '', zh: '' };
