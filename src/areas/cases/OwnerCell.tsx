/** Who owns a case in the workflow; a case without an owner can be taken from its row. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ListRow } from '../../../shared/contract/index.ts';
import type { DrawnCell } from '../../lists/index.ts';
import { useRefreshList } from '../../lists/index.ts';
import classes from './CaseListPage.module.css';
import { CASE_LIST } from './caseListId.ts';
import { useClaimCases } from './useClaimCases.ts';
import { useRoutesCases } from './useRoutesCases.ts';

export function OwnerCell({ row, cell }: { row: ListRow; cell: DrawnCell }) {
  const { t } = useTranslation('cases');
  const routes = useRoutesCases();
  const refresh = useRefreshList(CASE_LIST);
  const claiming = useClaimCases(refresh);
  if (cell.drawn !== null) return cell.drawn;
  if (!routes || !row.may?.includes('claim'))
    return <span className={classes.unassigned}>{t('owner.none')}</span>;
  return (
    <Button
      className={classes.claim}
      variant="subtle"
      size="compact-xs"
      aria-label={t('owner.claim', { caseNo: row.name })}
      loading={claiming.isPending}
      onClick={() => claiming.mutate([{ caseKey: Number(row.rowKey), name: row.name }])}
    >
      {t('actions.claim')}
    </Button>
  );
}
