/** Codes one term from its row in the list: look-up, save as on the case page, and on to the next row. */
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { addressKey } from '../../../shared/case/itemAddress.ts';
import type { CodingMenu, ListRow } from '../../../shared/contract/index.ts';
import { CallFailure } from '../../api/index.ts';
import { caseQueryKey } from '../../api/caseQueryKey.ts';
import { useCatalogue } from '../../catalogue/catalogue.queries.ts';
import { lookUpTerm } from '../../catalogue/lookUp.ts';
import { showError, showInfo, showSuccess } from '../../components/index.ts';
import type { LookedUp } from '../../engine/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { showFailure } from '../../feedback/showFailure.ts';
import { useRefreshList } from '../../lists/index.ts';
import { codedWithQuery, readPageOf, saveCode, type GivenCode } from './coding.queries.ts';
import { termLocation } from './termLocation.ts';
import { focusRow, rowBelow } from './rowFocus.ts';

const NO_MODIFIED_DATA = 'NO_MODIFIED_DATA';

export function useCodeTerm(menuId: CodingMenu): (row: ListRow) => void {
  const { t } = useTranslation(['coding', 'status']);
  const { language, appendix } = useRouteContext();
  const { items, pages } = useCatalogue(appendix);
  const queries = useQueryClient();
  const refresh = useRefreshList(menuId);
  const busy = useRef(false);

  const codeRow = async ({ rowKey }: ListRow): Promise<boolean> => {
    const { item, address, at } = termLocation(rowKey, { items, pages });
    const { caseKey } = at;
    const [{ dictionary }, content] = await Promise.all([
      queries.fetchQuery(codedWithQuery(menuId)),
      readPageOf(at),
    ]);
    if (content.readOnly) {
      showError(t(`status:readOnly.${content.readOnly}`, { step: content.status.caseWorkflowLabel }));
      return false;
    }
    const valueOf = (itemId: string): string | null =>
      content.values.find((value) => addressKey(value) === addressKey({ ...address, itemId }))?.value ?? null;
    const before = valueOf(item.itemId);
    const keyword = (item.coding?.texts ?? []).map(valueOf).find((text) => text !== null) ?? before ?? '';
    const fields = item.coding?.fields ?? {};
    const request = { itemId: item.itemId, dictionary, version: null, keyword, fields, text: null };
    const of = { language, caseKey };
    const found = await lookUpTerm(queries, { ...request, codeLength: item.maxLength }, of);
    if (!found) return false;
    const given = givenCode(found);
    await saveCode(at, item, { caseKey, ...address }, given, { retrievedAt: content.retrievedAt, before });
    showSuccess(t('coded', { term: keyword, code: given.code }));
    void queries.invalidateQueries({ queryKey: caseQueryKey(caseKey) });
    void queries.invalidateQueries({ queryKey: ['pageContent', caseKey] });
    return true;
  };

  return (row) => {
    if (busy.current) return;
    busy.current = true;
    const next = rowBelow(row.rowKey);
    const done = async () => {
      try {
        const coded = await codeRow(row);
        if (!coded) return;
        await refresh();
        if (next !== null) focusRow(next);
      } catch (error) {
        // The selected code is the current one.
        if (error instanceof CallFailure && error.errCode === NO_MODIFIED_DATA) showInfo(t('same'));
        else showFailure(error, 'SUBMIT_FAIL');
        await refresh();
      } finally {
        busy.current = false;
      }
    };
    void done();
  };
}

const givenCode = (found: LookedUp): GivenCode =>
  found.how === 'term'
    ? { code: found.term.code, version: found.term.version }
    : { code: found.text, version: null };
