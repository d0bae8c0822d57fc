/** Where a record is used: read before it is deleted or retired, and as a section of its page. */
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { RecordKind } from '../../../schemas/compile/catalogue.types.ts';
import { usePathTo, useRouteContext } from '../../app-context/routeContext.ts';
import { useCatalogue } from '../../catalogue/catalogue.queries.ts';
import { LoadingArea } from '../../components/index.ts';
import { Notice } from '../../feedback/Notice.tsx';
import { failureText } from '../../feedback/showFailure.ts';
import classes from './caseInfo.module.css';
import { usesQuery, type RecordAddress, type Uses } from './records.queries.ts';
import { recordPath } from './recordRoute.ts';

/** A kind of uses: how many, the first of them with their addresses, and the number that the user may not see. */
interface UseGroup {
  id: string;
  title: string;
  total: number;
  hidden: number;
  some: readonly { key: string; label: string; path: string | null }[];
}

interface RecordUsesProps {
  address: RecordAddress;
  as: 'dialog' | 'page';
}

export function RecordUses({ address, as }: RecordUsesProps) {
  const { t } = useTranslation('caseInfo');
  const uses = useQuery(usesQuery(address));
  const groups = useGroups(uses.data);
  if (uses.isError) return <Notice tone="error">{failureText(uses.error)}</Notice>;
  if (!uses.data) return <LoadingArea label={t('uses.looking')} />;
  if (groups.length === 0) return <Notice tone="success">{t('uses.none')}</Notice>;
  const listed = groups.map((group) => <UseList key={group.id} group={group} isLinked={as === 'page'} />);
  return as === 'dialog' ? (
    <Notice tone="warning">{listed}</Notice>
  ) : (
    <div className={classes.uses}>{listed}</div>
  );
}

function useGroups(uses: Uses | undefined): UseGroup[] {
  const { t } = useTranslation('caseInfo');
  const { appendix, language } = useRouteContext();
  const { records: kinds } = useCatalogue(appendix);
  if (!uses) return [];
  const { cases, users, records } = uses;
  const groups: UseGroup[] = [
    {
      ...cases,
      id: 'cases',
      title: t('uses.cases', { count: cases.total + cases.hidden }),
      some: cases.some.map(({ caseKey, caseNo }) => ({
        key: String(caseKey),
        label: caseNo,
        path: `case/${caseKey}/detail`,
      })),
    },
    ...records.map((found) => ({
      ...found,
      id: found.kind,
      title: t('uses.records', {
        kind: kinds[found.kind]?.listLabel[language] ?? found.kind,
        count: found.total + found.hidden,
      }),
      some: found.some.map(({ recordKey, name }) => ({
        key: String(recordKey),
        label: name,
        path: pathTo(kinds[found.kind], recordKey),
      })),
    })),
    {
      ...users,
      id: 'users',
      title: t('uses.users', { count: users.total + users.hidden }),
      some: users.some.map(({ userId, userName }) => ({ key: userId, label: userName, path: null })),
    },
  ];
  return groups.filter(({ total, hidden }) => total + hidden > 0);
}

const pathTo = (kind: RecordKind | undefined, recordKey: number): string | null =>
  kind ? recordPath(kind, recordKey) : null;

interface UseListProps {
  group: UseGroup;
  /** a link would leave the dialog */
  isLinked: boolean;
}

function UseList({ group: { title, some, total, hidden }, isLinked }: UseListProps) {
  const { t } = useTranslation('caseInfo');
  const to = usePathTo();
  const further = total - some.length;
  const ends: ReactNode[] = [
    ...(further > 0 ? [t('uses.further', { count: further })] : []),
    ...(hidden > 0 ? [t('uses.hidden', { count: hidden })] : []),
  ];
  return (
    <section className={classes.useGroup}>
      <h2>{title}</h2>
      <ul>
        {some.map(({ key, label, path }) => (
          <li key={key}>
            {path === null || !isLinked ? (
              label
            ) : (
              <Anchor component={Link} to={to(path)}>
                {label}
              </Anchor>
            )}
          </li>
        ))}
        {ends.map((end, index) => (
          <li key={`end ${index}`}>{end}</li>
        ))}
      </ul>
    </section>
  );
}
