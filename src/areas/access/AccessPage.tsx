/** Who has access, a tab for each subject; the address names the tab. */
import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { PageHeader } from '../../components/index.ts';
import classes from './access.module.css';
import { AccessOnDay } from './AccessOnDay.tsx';
import { AccessReviews } from './AccessReviews.tsx';
import { SponsorTokens } from './SponsorTokens.tsx';

const PARTS = ['day', 'reviews', 'tokens'] as const;

export function AccessPage() {
  const { t } = useTranslation('access');
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
        <Tabs.Panel value="day">
          <AccessOnDay />
        </Tabs.Panel>
        <Tabs.Panel value="reviews">
          <AccessReviews />
        </Tabs.Panel>
        <Tabs.Panel value="tokens">
          <SponsorTokens />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}
