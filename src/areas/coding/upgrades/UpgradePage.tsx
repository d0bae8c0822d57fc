/** An upgrade of a dictionary: how far it is, what it changes, and what is decided about each text. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import {
  exportUpgradeTexts,
  listUpgradeTexts,
  UPGRADE_TEXTS_MENU,
} from '../../../../shared/contract/index.ts';
import { LoadingArea, PageHeader } from '../../../components/index.ts';
import { PageFailure } from '../../../feedback/PageFailure.tsx';
import { List } from '../../../lists/index.ts';
import classes from '../coding.module.css';
import { DecisionActions } from './DecisionActions.tsx';
import { UpgradeCommands } from './UpgradeCommands.tsx';
import { upgradeQuery, useUpgradeScope } from './upgrades.queries.ts';
import { UpgradeStateBadge, UpgradeSummary } from './UpgradeSummary.tsx';

export function UpgradePage() {
  const { t } = useTranslation('upgrades');
  const upgradeKey = Number(useParams()['upgradeKey']);
  const { data: upgrade, error, refetch } = useQuery(upgradeQuery(useUpgradeScope(), upgradeKey));
  if (error) return <PageFailure error={error} onRetry={() => void refetch()} />;
  if (!upgrade) return <LoadingArea />;
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('title', upgrade)}
        subtitle={<UpgradeStateBadge state={upgrade.state} />}
        actions={<UpgradeCommands upgrade={upgrade} />}
      />
      <p className={classes.hint}>{t('steps')}</p>
      <UpgradeSummary upgrade={upgrade} />
      {upgrade.state !== 'preparing' && (
        <List
          menuId={UPGRADE_TEXTS_MENU}
          call={listUpgradeTexts}
          exportCall={exportUpgradeTexts}
          params={{ upgradeKey }}
          label={t('texts')}
          searchLabel={t('search')}
          empty={t('noChanges')}
          selectable
          actions={(state) => <DecisionActions {...{ upgrade, state }} />}
        />
      )}
    </div>
  );
}
