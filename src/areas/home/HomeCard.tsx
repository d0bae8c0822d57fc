/** A card of the home page: what it tells, or that it is being read, or why it could not be. The others go on. */
import { Button, Paper, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { LoadingArea } from '../../components/index.ts';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { usePathTo } from '../../app-context/routeContext.ts';
import classes from './HomePage.module.css';

interface HomeCardProps<Data> {
  title: string;
  query: UseQueryResult<Data>;
  /** where all of it is, below the prefix, and what that is called */
  all?: { to: string; label: string };
  /** what can be done with the card */
  action?: ReactNode;
  children: (data: Data) => ReactNode;
}

export function HomeCard<Data>({ title, query, all, action, children }: HomeCardProps<Data>) {
  const { t } = useTranslation('home');
  const to = usePathTo();
  const id = useId();
  const { data, error } = query;
  return (
    <Paper component="section" withBorder className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {all && (
          <Link to={to(all.to)} className={classes.all}>
            {all.label}
          </Link>
        )}
        {action}
      </div>
      {query.isPending && <LoadingArea />}
      {error && (
        <div className={classes.failed}>
          <strong>{t(data === undefined ? 'notRead' : 'stale')}</strong>
          <FailureNotice error={error} />
          <Button variant="default" size="compact-sm" onClick={() => void query.refetch()}>
            {t('retry')}
          </Button>
        </div>
      )}
      {data !== undefined && children(data)}
    </Paper>
  );
}
