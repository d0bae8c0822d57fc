/** Who sees personal data, a tab for each subject; the address names the tab. */
import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { exportCaseReads, listCaseReads } from '../../../shared/contract/index.ts';
import { PageHeader } from '../../components/index.ts';
import { List } from '../../lists/index.ts';
import classes from './dataProtection.module.css';
import { PersonSearch } from './PersonSearch.tsx';
import { Retention } from './Retention.tsx';
import { SupportAccesses } from './SupportAccesses.tsx';

const PARTS = ['support', 'reads', 'persons', 'retention'] as const;

export function DataProtectionPage() {
  const { t } = useTranslation('dataProtection');
  const [query, setQuery] = useSearchParams();
  const part = PARTS.find((one) => one === query.get('part')) ?? PARTS[0];
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} />
      <Tabs value={part} keepMounted={false} onChange={(next) => setQuery({ part: next ?? part })}>
        <Tabs.List mb="md">
          {PARTS.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`parts.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="support">
          <SupportAccesses />
        </Tabs.Panel>
        <Tabs.Panel value="reads">
          <List
            menuId="MU-AD-DP"
            call={listCaseReads}
            exportCall={exportCaseReads}
            label={t('reads.label')}
            searchLabel={t('reads.search')}
            empty={t('reads.none')}
          />
        </Tabs.Panel>
        <Tabs.Panel value="persons">
          <PersonSearch />
        </Tabs.Panel>
        <Tabs.Panel value="retention">
          <Retention />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}
