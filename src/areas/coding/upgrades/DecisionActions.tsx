/** What can be decided about the chosen texts of an upgrade. */
import { Group } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconReplace, IconSearch, IconUserCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  approveUpgradeTexts,
  decideUpgradeTexts,
  MAX_UPGRADE_TEXTS,
  type BodyOf,
  type ListRow,
} from '../../../../shared/contract/index.ts';
import { call } from '../../../api/index.ts';
import { GuardedButton } from '../../../components/index.ts';
import type { ListHandle } from '../../../lists/index.ts';
import { useMay } from '../../../session/sessionStore.ts';
import { ChooseCodeDialog } from './ChooseCodeDialog.tsx';
import { useUpgradeCommand, type Upgrade } from './upgrades.queries.ts';

type Decision = Omit<BodyOf<typeof decideUpgradeTexts>, 'textKeys'>;

const decisionOf = ({ codes }: ListRow): string | undefined => codes['decision']?.[0];

export function DecisionActions({ upgrade, state }: { upgrade: Upgrade; state: ListHandle }) {
  const { t } = useTranslation('upgrades');
  const mayEdit = useMay('EDIT.CASE');
  const [isChoosing, setChoosing] = useState(false);
  const { selected } = state;
  const params = { upgradeKey: upgrade.upgradeKey };
  const keysOf = (rows: readonly ListRow[]) => rows.map(({ rowKey }) => Number(rowKey));
  const done = { onSettled: () => state.refresh() };
  const decide = useUpgradeCommand(
    (decision: Decision) =>
      call(decideUpgradeTexts, { params, body: { ...decision, textKeys: keysOf(selected) } }),
    done,
  );
  const waiting = selected.filter((row) => decisionOf(row) === 'recode');
  const approve = useUpgradeCommand(() => {
    const texts = waiting.map(({ rowKey, cells }) => ({
      textKey: Number(rowKey),
      newCode: cells['newCode'] ?? '',
    }));
    return call(approveUpgradeTexts, { params, body: { texts } });
  }, done);
  const isOver = upgrade.state !== 'open' && upgrade.state !== 'scheduled' ? t('isOver') : null;
  const none = selected.length === 0 ? t('choose') : null;
  const tooMany = selected.length > MAX_UPGRADE_TEXTS ? t('tooMany', { count: MAX_UPGRADE_TEXTS }) : null;
  const why = isOver ?? none ?? tooMany;
  const proposed = selected.filter(({ cells }) => cells['newCode'] !== undefined);
  if (!mayEdit) return null;
  return (
    <Group role="toolbar" aria-label={t('actions')} gap={6}>
      <GuardedButton
        variant="default"
        leftSection={<IconReplace size={15} aria-hidden />}
        why={why ?? (proposed.length === 0 ? t('noProposal') : null)}
        onClick={() => decide.mutate({ decision: 'recode' })}
      >
        {t('takeProposals')}
      </GuardedButton>
      <GuardedButton
        variant="default"
        leftSection={<IconSearch size={15} aria-hidden />}
        why={why}
        onClick={() => setChoosing(true)}
      >
        {t('chooseCode')}…
      </GuardedButton>
      <GuardedButton
        variant="default"
        leftSection={<IconCheck size={15} aria-hidden />}
        why={why}
        onClick={() => decide.mutate({ decision: 'stay' })}
      >
        {t('stay')}
      </GuardedButton>
      <GuardedButton
        variant="default"
        leftSection={<IconArrowBackUp size={15} aria-hidden />}
        why={why}
        onClick={() => decide.mutate({ decision: 'open' })}
      >
        {t('takeBack')}
      </GuardedButton>
      <GuardedButton
        variant="default"
        leftSection={<IconUserCheck size={15} aria-hidden />}
        why={why ?? (waiting.length === 0 ? t('nothingToApprove') : null)}
        onClick={() => approve.mutate(undefined)}
      >
        {t('approve')}
      </GuardedButton>
      {isChoosing && (
        <ChooseCodeDialog
          upgrade={upgrade}
          rows={selected}
          onChoose={(newCode) => decide.mutateAsync({ decision: 'recode', newCode })}
          onClose={() => setChoosing(false)}
        />
      )}
    </Group>
  );
}
