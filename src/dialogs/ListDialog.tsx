/** One list dialog for everything that is looked up and picked; what differs is its descriptor. */
import { Button, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fold } from '../../shared/text/fold.ts';
import { charactersOf } from '../../shared/text/keywordLength.ts';
import { ConfirmDialog, Dialog, LoadingArea } from '../components/index.ts';
import { FailureNotice } from '../feedback/FailureNotice.tsx';
import { Notice } from '../feedback/Notice.tsx';
import type {
  ListAnswer,
  ListDialogColumn,
  ListDialogDescriptor,
  ListDialogOptions,
  ListRow,
} from './listDialog.types.ts';
import { ListSearchForm } from './ListSearchForm.tsx';
import { ListTable } from './ListTable.tsx';
import { pagingOf } from './pagingOf.ts';
import { useListSearch } from './useListSearch.ts';
import styles from './dialogs.module.css';

const WIDTH_PX = 860;

interface ListDialogProps {
  descriptor: ListDialogDescriptor;
  options: ListDialogOptions;
  onAnswer: (answer: ListAnswer) => void;
}

export function ListDialog({ descriptor, options, onAnswer }: ListDialogProps) {
  const { t } = useTranslation(['dialogs', 'common']);
  const { title, searchable = true, directInput, sample, width = WIDTH_PX } = descriptor;
  const recommended = useRecommended(descriptor, options, () => close());
  const { shown } = recommended;
  const search = useListSearch(descriptor, options, !shown);
  const picking = usePicking(options, () => close(), onAnswer, shown);
  const [refusal, setRefusal] = useState<string | null>(null);
  const alert = refusal ?? (search.tooShort && t('alert.directInputMinLength', { count: search.tooShort }));
  const rows = shown ? recommended.rows : search.rows;

  function close() {
    onAnswer({ how: 'closed', keyword: search.typed.trim() });
  }
  const find = (keyword?: string) => {
    setRefusal(null);
    recommended.leave();
    search.search(keyword);
  };
  /** Takes what the keyword names without doubt; false: the user decides among the rows. */
  const takeFound = (): boolean => {
    if (!search.settled || search.loading || search.found?.resembling) return false;
    const named = rows.filter((row) => isNamed(row, descriptor, search.typed));
    const [only, another] = named.length > 0 ? named : rows;
    if (!only || another) return false;
    picking.pick(only);
    return true;
  };
  const takeTyped = () => {
    const text = search.typed.trim();
    const { maxLength } = options;
    if (text === '') setRefusal(t('alert.directInputMinLength', { count: 1 }));
    else if (maxLength !== undefined && charactersOf(text) > maxLength)
      setRefusal(t('alert.directInputMaxlengthExceed', { count: maxLength }));
    else onAnswer({ how: 'typed', text });
  };
  return (
    <Dialog onClose={close} size={width} title={title}>
      <Stack gap="sm">
        {searchable && (
          <ListSearchForm
            {...{ descriptor, search }}
            onSearch={find}
            onTake={shown ? undefined : takeFound}
            onDirectInput={directInput ? takeTyped : undefined}
          />
        )}
        <p role="alert" className={styles.alert}>
          {alert}
        </p>
        {shown && <Notice tone="success">{t('recommended')}</Notice>}
        {sample && <Notice tone="warning">{t('sample')}</Notice>}
        <FailureNotice error={shown ? recommended.error : search.error} />
        {search.found?.resembling && (
          <Notice tone="warning" role="status">
            {t('resembling')}
          </Notice>
        )}
        {recommended.loading ? (
          <LoadingArea label={t('recommending')} />
        ) : (
          <ListTable
            descriptor={shown ? recommended.descriptor : descriptor}
            rows={rows}
            fields={search.fields}
            loading={search.loading || picking.loading}
            beforeSearch={!shown && search.found === null && !search.loading}
            paging={pagingOf(descriptor, search, shown ? rows.length : null)}
            sizeHeld={shown}
            onPaging={search.setPaging}
            onPick={picking.pick}
          />
        )}
        <div className={styles.buttons}>
          {options.selectAll && (
            <Button
              variant="default"
              onClick={() =>
                onAnswer({ how: 'all', keyword: search.question.keyword, fields: search.question.fields })
              }
            >
              {t('selectAll')}
            </Button>
          )}
          <Button variant="default" onClick={close}>
            {t(directInput ? 'common:cancel' : 'common:close')}
          </Button>
        </div>
      </Stack>
      <ConfirmDialog
        opened={picking.doubtful !== null}
        title={t('doubt.title')}
        message={t('doubt.message', { name: picking.doubtful?.cells[descriptor.name] ?? '' })}
        confirmLabel={t('doubt.confirm')}
        onConfirm={picking.confirm}
        onCancel={picking.takeBack}
      />
    </Dialog>
  );
}

/** Whether a row is called what is typed. */
const isNamed = ({ cells }: ListRow, { name }: ListDialogDescriptor, typed: string): boolean =>
  fold(cells[name] ?? '') === fold(typed.trim());

/** What a picked row leads to: a question where it is out of use, the answer, or a caller who keeps the dialog open. */
function usePicking(
  { keepOpen }: ListDialogOptions,
  cancel: () => void,
  onAnswer: (answer: ListAnswer) => void,
  recommended: boolean,
) {
  const [loading, setLoading] = useState(false);
  const [doubtful, setDoubtful] = useState<ListRow | null>(null);
  const take = (row: ListRow) => {
    setDoubtful(null);
    if (keepOpen) keepOpen(row, { setLoading, cancel });
    else onAnswer({ how: 'picked', row, recommended });
  };
  return {
    loading,
    doubtful,
    pick: (row: ListRow) => {
      if (loading) return;
      if (row.current === false) setDoubtful(row);
      else take(row);
    },
    confirm: () => doubtful && take(doubtful),
    takeBack: () => setDoubtful(null),
  };
}

const NO_ROWS: readonly ListRow[] = [];

/** What is recommended instead of a search, until the user searches or nothing is. */
function useRecommended(
  descriptor: ListDialogDescriptor,
  { recommend }: ListDialogOptions,
  close: () => void,
) {
  const queries = useQueryClient();
  const [left, setLeft] = useState(recommend === undefined);
  const queryKey = ['recommended', descriptor.id];
  const answer = useQuery({
    queryKey,
    queryFn: ({ signal }) => recommend?.rows(signal, close) ?? null,
    enabled: !left,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { ownFailure: true },
  });
  const withColumns = useMemo(
    () => withColumnsBehind(descriptor, recommend?.columns ?? []),
    [descriptor, recommend],
  );
  const shown = !left && answer.data !== null;
  return {
    shown,
    descriptor: withColumns,
    rows: answer.data ?? NO_ROWS,
    loading: shown && answer.isPending,
    error: answer.error,
    leave: () => {
      setLeft(true);
      void queries.cancelQueries({ queryKey });
    },
  };
}

function withColumnsBehind(
  descriptor: ListDialogDescriptor,
  more: readonly ListDialogColumn[],
): ListDialogDescriptor {
  const { columns, name } = descriptor;
  const behind = columns.findIndex(({ key }) => key === name) + 1;
  return { ...descriptor, columns: columns.toSpliced(behind, 0, ...more) };
}
