/** Who sees personal data, a tab for each subject; the address names the tab. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { exportCaseReads, listCaseReads } from '../../../shared/contract/index.ts';
import { AddressTabs, PageHeader } from '../../components/index.ts';
import { List } from '../../lists/index.ts';
import classes from './dataProtection.module.css';
import { PersonSearch } from './PersonSearch.tsx';
import { Retention } from './Retention.tsx';
import { SupportAccesses } from './SupportAccesses.tsx';

const PARTS = ['support', 'reads', 'persons', 'retention'] as const;

const CONTENT: Record<(typeof PARTS)[number], ReactNode> = {
  support: <SupportAccesses />,
  reads: <CaseReads />,
  persons: <PersonSearch />,
  retention: <Retention />,
};

export function DataProtectionPage() {
  const { t } = useTranslation('dataProtection');
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} />
      <AddressTabs parts={PARTS} labelOf={(part) => t(`parts.${part}`)}>
        {(part) => CONTENT[part]}
      </AddressTabs>
    </div>
  );
}

function CaseReads() {
  const { t } = useTranslation('dataProtection');
  return (
    <List
      menuId="MU-AD-DP"
      call={listCaseReads}
      exportCall={exportCaseReads}
      label={t('reads.label')}
      searchLabel={t('reads.search')}
      empty={t('reads.none')}
    />
  );
}
