/** The cases of a sponsor: searched, sorted, paged; opened by click or Enter. */
import { Button, NativeSelect } from '@mantine/core';
import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { addCase } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import {
  DataTable,
  EmptyState,
  FilterChips,
  PageHeader,
  SearchForm,
  showSuccess,
} from '../../components/index.ts';
import { NO_SENDER, usePathTo, usePlace } from '../../frame/place.ts';
import { useMay } from '../../session/sessionStore.ts';
import classes from './CaseListPage.module.css';
import { casesQuery, columnsQuery, type ListColumn } from './cases.queries.ts';
import { DELETED, isDeleted, isSort, useListPlace } from './listAddress.ts';
import { ListTools } from './ListTools.tsx';
import { useCaseColumns } from './useCaseColumns.tsx';
import { useListChoices } from './useListChoices.ts';

const NO_COLUMNS: readonly ListColumn[] = [];

export function CaseListPage() {
  const { t } = useTranslation('cases');
  const { place, hash, go } = useListPlace();
  const { sponsorKey, sessionSenderKey, language, appendix } = usePlace();
  const to = usePathTo();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const mayEdit = useMay('EDIT.CASE');
  const mayImport = useMay('EDIT.DATA');
  const cases = useQuery(casesQuery(`${sponsorKey}/${sessionSenderKey}`, place, hash));
  const info = cases.data?.pageInfo;
  const all = useQuery(columnsQuery(`${sponsorKey}/${language}/${appendix}`)).data ?? NO_COLUMNS;
  const shown = useMemo(() => all.filter(({ visible }) => visible === 'Y'), [all]);
  const filtered = all.filter((column) => column.filtered === 'Y');
  const columns = useCaseColumns(shown, info);
  const choices = useListChoices();
  const open = (caseKey: number) => void navigate(to(`case/${caseKey}/detail`));
  const add = useMutation({
    mutationFn: () =>
      call(addCase, { body: sessionSenderKey === NO_SENDER ? {} : { senderKey: Number(sessionSenderKey) } }),
    onSuccess: async ({ caseKey, caseNo }) => {
      showSuccess(t('added', { caseNo }));
      await queries.invalidateQueries({ queryKey: ['cases'] });
      open(caseKey);
    },
  });
  const rows = cases.data?.listInfo ?? [];
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
                leftSection={<IconPlus size={15} aria-hidden />}
                onClick={() => add.mutate()}
                loading={add.isPending}
              >
                {t('add')}
              </Button>
            )}
          </>
        }
      />
      <SearchForm
        keyword={place.keyword}
        label={t('search')}
        onSearch={(keyword) => go({ keyword, pageNo: 1 })}
        tools={<ListTools columns={all} place={place} />}
      >
        <NativeSelect
          aria-label={t('deletedFilter.label')}
          value={place.deleted}
          data={DELETED.map((value) => ({ value, label: t(`deletedFilter.${value}`) }))}
          onChange={({ currentTarget: { value } }) => isDeleted(value) && go({ deleted: value, pageNo: 1 })}
        />
      </SearchForm>
      <FilterChips
        columns={filtered}
        onDrop={(columnId) => choices.saveFilter(columnId, [])}
        onDropAll={choices.dropFilters}
      />
      {cases.isSuccess && rows.length === 0 ? (
        <EmptyState title={t(place.keyword || filtered.length > 0 ? 'noMatch' : 'none')} />
      ) : (
        <DataTable
          label={t('title')}
          rows={rows}
          rowKey={({ caseKey }) => String(caseKey)}
          columns={columns}
          loading={cases.isPending || all.length === 0}
          sort={{ key: place.sort, direction: place.direction }}
          onSort={({ key, direction }) => isSort(key) && go({ sort: key, direction, pageNo: 1 })}
          paging={info}
          onPaging={go}
          isStruck={({ deleted }) => deleted}
          onOpen={({ caseKey }) => open(caseKey)}
        />
      )}
    </div>
  );
}
