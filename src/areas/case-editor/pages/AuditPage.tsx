/** The audit trail of the case: a list as any other, and whether its chain is whole. */
import { Group, Title } from '@mantine/core';
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { exportCaseAudit, listCaseAudit } from '../../../../shared/contract/index.ts';
import classes from '../../../audit/AuditValue.module.css';
import { Timestamp } from '../../../components/index.ts';
import { Notice } from '../../../feedback/Notice.tsx';
import { usePathTo, useTimeZone } from '../../../app-context/routeContext.ts';
import { List, type Cells } from '../../../lists/index.ts';
import { verificationQuery } from '../case.queries.ts';
import { pagePath } from '../caseRoute.ts';
import { atMoment } from '../history/momentAddress.ts';

const PAGE = 'AT';
/** where the case is shown as it was at a save */
const FIRST_PAGE = 'CI';
/** keys of entries count down from this for each save (`server/audit/auditList.ts`) */
const KEYS_OF_SAVE = 1_000_000;
const saveNoOf = (rowKey: string): number => Math.ceil(Number(rowKey) / KEYS_OF_SAVE);

export function AuditPage({ caseKey }: { caseKey: number }) {
  const { t } = useTranslation('editor');
  const cells = useAuditCells(caseKey);
  return (
    <>
      <Group mb="sm" gap="xs">
        <Title order={2}>{t('audit.title')}</Title>
        <Verification caseKey={caseKey} />
      </Group>
      <List
        // another case starts with fresh rows and selection
        key={caseKey}
        menuId={`MU-CS-${PAGE}`}
        call={listCaseAudit}
        exportCall={exportCaseAudit}
        params={{ caseKey }}
        of={caseKey}
        path={pagePath(caseKey, PAGE)}
        label={t('audit.title')}
        searchLabel={t('audit.search')}
        empty={t('audit.none')}
        cells={cells}
      />
    </>
  );
}

/**
 * Cells of the audit trail: times to the second, the old value crossed out, an explicit mark for an emptied value, and
 * from a save the way to the case as it was then.
 */
function useAuditCells(caseKey: number): Cells {
  const { t } = useTranslation('editor');
  const timeZone = useTimeZone();
  const to = usePathTo();
  return useMemo(
    () => ({
      time: ({ cells: { time = '' } }) => (
        <span className={classes.keep}>
          <Timestamp iso={time} timeZone={timeZone} />
        </span>
      ),
      changes: ({ rowKey, cells: { changes = '' } }) => (
        <Link to={to(atMoment(pagePath(caseKey, FIRST_PAGE), saveNoOf(rowKey)))}>
          {t('audit.changes', { count: Number(changes) })}
        </Link>
      ),
      before: (_row, { drawn }) => drawn && <del>{drawn}</del>,
      after: ({ cells: { before } }, { drawn }) => drawn ?? (before && <em>{t('audit.emptied')}</em>),
    }),
    [t, timeZone, to, caseKey],
  );
}

/** Whether the chain of hashes over the case's history is whole. */
function Verification({ caseKey }: { caseKey: number }) {
  const { t } = useTranslation('editor');
  const { data } = useQuery(verificationQuery(caseKey));
  if (!data) return null;
  const notice = data.whole ? (
    <Notice tone="success" icon={<IconShieldCheck size={16} aria-hidden />}>
      {t('verification.whole', { count: data.saves })}
    </Notice>
  ) : (
    <Notice tone="error" icon={<IconShieldX size={16} aria-hidden />} role="alert">
      {t(`verification.problem.${data.problem ?? 'save'}`, { at: data.brokenAt })}
    </Notice>
  );
  return <div className={classes.verification}>{notice}</div>;
}
