/** The line above a list: what it is searched by, what narrows it, and what is done with it as a whole. */
import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Call } from '../../shared/contract/index.ts';
import { SearchForm } from '../components/index.ts';
import { DELETED, isDeleted } from './listState.ts';
import { ListTools } from './ListTools.tsx';
import classes from './lists.module.css';
import type { ListWorld } from './useList.ts';

interface ListBarProps {
  list: ListWorld;
  label: string;
  searchLabel: string | undefined;
  exportCall: Call | undefined;
  children: ReactNode;
}

export function ListBar({ list, label, searchLabel, exportCall, children }: ListBarProps) {
  const { t } = useTranslation('lists');
  const { state, info, go } = list;
  return (
    <div className={classes.bar}>
      {(info?.searchable ?? searchLabel !== undefined) && (
        <SearchForm
          of={label}
          keyword={state.keyword}
          label={searchLabel ?? t('search')}
          onSearch={(keyword) => go({ keyword, pageNo: 1 })}
        />
      )}
      {info?.deletable && (
        <NativeSelect
          aria-label={t('deleted.label')}
          value={state.deleted}
          data={DELETED.map((value) => ({ value, label: t(`deleted.${value}`) }))}
          onChange={({ currentTarget: { value } }) => isDeleted(value) && go({ deleted: value, pageNo: 1 })}
        />
      )}
      {children}
      <ListTools list={list} label={label} exportCall={exportCall} />
    </div>
  );
}
