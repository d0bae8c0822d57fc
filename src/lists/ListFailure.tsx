/** The message above a list, or in its place, when a part of it could not be read. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CallFailure } from '../api/index.ts';
import { FailedArea } from '../feedback/FailedArea.tsx';
import { failureText } from '../feedback/showFailure.ts';
import classes from './lists.module.css';
import type { ListWorld } from './useList.ts';

const NO_SUCH_VIEW = 'VIEW_NOT_FOUND';
/** the address orders by a column that there is none of */
const NO_SUCH_ORDER: readonly (string | null)[] = ['COLUMN_NOT_FOUND', 'COLUMN_NOT_SORTABLE'];

export function ListFailure({ list: { error, retry, go, paging, columns } }: { list: ListWorld }) {
  const { t } = useTranslation('lists');
  if (!error) return null;
  const code = error instanceof CallFailure ? error.errCode : null;
  if (code === NO_SUCH_VIEW)
    return (
      <Notice title={t('views.gone')} text={t('views.goneText')}>
        <Button variant="default" onClick={() => go({ view: null, edited: false, pageNo: 1 })}>
          {t('views.own')}
        </Button>
      </Notice>
    );
  if (NO_SUCH_ORDER.includes(code))
    return (
      <Notice title={t('noOrder')} text={failureText(error)}>
        <Button variant="default" onClick={() => go({ sort: '', pageNo: 1 })}>
          {t('usualOrder')}
        </Button>
      </Notice>
    );
  // what was read before stays to be seen; it is only not fresh
  if (paging && columns.length > 0)
    return (
      <Notice title={t('stale')} text={failureText(error)}>
        <Button variant="default" onClick={retry}>
          {t('retry')}
        </Button>
      </Notice>
    );
  return <FailedArea kind="panel" error={error} onRetry={retry} />;
}

function Notice({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className={classes.notice} role="alert">
      <strong>{title}</strong>
      <p>{text}</p>
      {children}
    </div>
  );
}
