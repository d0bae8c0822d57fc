/** The cases of a sponsor: found, opened, and acted on. */
import { Button } from '@mantine/core';
import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { exportCases, listCases } from '../../../shared/contract/index.ts';
import { FilterChips, PageHeader } from '../../components/index.ts';
import { usePathTo } from '../../app-context/routeContext.ts';
import { List, type Cells } from '../../lists/index.ts';
import { SavedSearch } from '../../saved-search/SavedSearch.tsx';
import { useOfLibrary } from '../../saved-search/useOfLibrary.ts';
import { useMay } from '../../session/sessionStore.ts';
import { CaseActions } from './CaseActions.tsx';
import { CASE_LIST } from './caseListId.ts';
import classes from './CaseListPage.module.css';
import { OwnerCell } from './OwnerCell.tsx';
import { useInWorkflow } from './useInWorkflow.ts';
import { useRoutesCases } from './useRoutesCases.ts';
import { WarningsCell } from './WarningsCell.tsx';

const CELLS: Cells = {
  warnings: (row, cell) => <WarningsCell row={row} cell={cell} />,
  workflowUser: (row, cell) => <OwnerCell row={row} cell={cell} />,
};

export function CaseListPage() {
  const { t } = useTranslation('cases');
  const to = usePathTo();
  const mayEdit = useMay('EDIT.CASE');
  const mayImport = useMay('EDIT.DATA');
  const routes = useRoutesCases();
  const inWorkflow = useInWorkflow();
  const { ofLibrary } = useOfLibrary();
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('title')}
        actions={
          <>
            {mayImport && (
              <Button
                component={Link}
                to={to('data/import')}
                variant="default"
                leftSection={<IconFileImport size={15} aria-hidden />}
              >
                {t('import')}
              </Button>
            )}
            {mayEdit && (
              <Button
                component={Link}
                // what is there already is not added again
                to={to('case/duplication-check')}
                leftSection={<IconPlus size={15} aria-hidden />}
              >
                {t('add')}
              </Button>
            )}
          </>
        }
      />
      {inWorkflow && (
        <FilterChips
          columns={[
            { columnId: 'workflow', columnLabel: t('inWorkflow.label'), filterText: inWorkflow.words },
          ]}
          onDrop={inWorkflow.drop}
          onDropAll={inWorkflow.drop}
        />
      )}
      <SavedSearch />
      <List
        menuId={CASE_LIST}
        {...(ofLibrary && { query: ofLibrary.query })}
        {...(inWorkflow && { query: { ...inWorkflow.query, ...ofLibrary?.query }, narrowed: true })}
        call={listCases}
        exportCall={exportCases}
        label={t('title')}
        path="case/list"
        searchLabel={t('search')}
        cells={CELLS}
        empty={mayEdit ? `${t('none')}. ${t('noneHint')}` : t('none')}
        {...((mayEdit || routes) && { selectable: true, actions: (state) => <CaseActions state={state} /> })}
      />
    </div>
  );
}
