/** Who has access, a tab for each subject; the address names the tab. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressTabs, PageHeader } from '../../components/index.ts';
import classes from './access.module.css';
import { AccessOnDay } from './AccessOnDay.tsx';
import { AccessReviews } from './AccessReviews.tsx';
import { SponsorTokens } from './SponsorTokens.tsx';

const PARTS = ['day', 'reviews', 'tokens'] as const;

const CONTENT: Record<(typeof PARTS)[number], ReactNode> = {
  day: <AccessOnDay />,
  reviews: <AccessReviews />,
  tokens: <SponsorTokens />,
};

export function AccessPage() {
  const { t } = useTranslation('access');
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} />
      <AddressTabs parts={PARTS} labelOf={(part) => t(`parts.${part}`)}>
        {(part) => CONTENT[part]}
      </AddressTabs>
    </div>
  );
}
