/** Codes that another version changes: before, after, and the cases they stand in. */
import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { DataTable, StatusBadge, type Tone } from '../../components/index.ts';
import { usePathTo } from '../../frame/place.ts';
import classes from './coding.module.css';
import type { Comparison } from './coding.queries.ts';

type Change = Comparison['listInfo'][number];

const TONES: Record<Change['changes'][number], Tone> = {
  gone: 'error',
  notCurrent: 'warning',
  renamed: 'info',
  moved: 'info',
};
const BETWEEN = ' › ';

export function CompareTable({ changes }: { changes: readonly Change[] }) {
  const { t } = useTranslation('coding');
  const to = usePathTo();
  const termWith = (term: string | null, path: readonly string[]) => (
    <>
      {term ?? '–'}
      {path.length > 0 && <div className={classes.path}>{path.join(BETWEEN)}</div>}
    </>
  );
  return (
    <div className={classes.rows}>
      <DataTable
        label={t('compare.title')}
        wide
        fullText
        rows={changes}
        rowKey={({ code }) => code}
        columns={[
          { key: 'codeOf', label: t('codeOf'), render: ({ code }) => code },
          {
            key: 'changes',
            label: t('compare.change'),
            render: ({ changes: what }) => (
              <Group gap={4}>
                {what.map((change) => (
                  <StatusBadge key={change} tone={TONES[change]}>
                    {t(`compare.changes.${change}`)}
                  </StatusBadge>
                ))}
              </Group>
            ),
          },
          { key: 'before', label: t('compare.before'), render: ({ term, path }) => termWith(term, path) },
          {
            key: 'after',
            label: t('compare.after'),
            render: ({ newTerm, newPath }) => termWith(newTerm, newPath),
          },
          {
            key: 'cases',
            label: t('compare.cases'),
            render: ({ cases, caseCount }) => (
              <Group gap={6}>
                {cases.map(({ caseKey, caseNo }) => (
                  <Link key={caseKey} to={to(`case/${caseKey}/detail`)}>
                    {caseNo}
                  </Link>
                ))}
                {caseCount > cases.length && t('compare.more', { count: caseCount - cases.length })}
              </Group>
            ),
          },
        ]}
      />
    </div>
  );
}
