/** Copying, releasing, retiring, deleting and restoring a record, each with its reason. */
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { RecordKind } from '../../../schemas/compile/catalogue.types.ts';
import { changeRecordLife, copyRecord } from '../../../shared/contract/index.ts';
import { possibleActions, type RecordAction, type RecordLife } from '../../../shared/records/recordLife.ts';
import { call } from '../../api/index.ts';
import { ReasonDialog, showSuccess, useDialog } from '../../components/index.ts';
import { reasonProps } from '../../feedback/reasonProps.ts';
import type { RecordAddress } from './records.queries.ts';
import { useRecordRoute } from './recordRoute.ts';
import { RecordUses } from './RecordUses.tsx';

export interface RecordMenuProps {
  kind: RecordKind;
  address: RecordAddress;
  life: RecordLife;
  /** runs the action, or tells the user to save first */
  whenSaved: (act: () => void) => void;
  onChanged: () => Promise<void>;
}

type Chosen = RecordAction | 'copy';

/** Before these the user is shown where the record is used. */
const ENDS_USE = new Set<Chosen>(['delete', 'retire']);

/** What is called release where nobody approves it. */
const wordOf = ({ approval }: RecordKind, chosen: Chosen) =>
  approval && chosen === 'release' ? 'approve' : chosen;

export function RecordMenu({ kind, address, life, whenSaved, onChanged }: RecordMenuProps) {
  const { t } = useTranslation('caseInfo');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { toRecord } = useRecordRoute(kind);
  const { sponsorKey, recordKey } = address;
  const params = { sponsorKey, kind: kind.kind, recordKey };
  const dialog = useDialog<Chosen, string>({
    carryOut: async (chosen, reason) => {
      if (chosen === 'copy') {
        const copy = await call(copyRecord, { params, body: { reason } });
        void navigate(toRecord(copy.recordKey));
      } else await call(changeRecordLife, { params, body: { action: chosen, reason } });
      await queries.invalidateQueries({ queryKey: ['list', kind.menuId] });
    },
    afterwards: (chosen) => {
      showSuccess(t(`done.${wordOf(kind, chosen)}`));
      if (chosen !== 'copy') void onChanged();
    },
  });
  const chosen = dialog.subject;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={t('more')}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {(['copy', ...possibleActions(life)] as const).map((action) => (
            <Menu.Item key={action} onClick={() => whenSaved(() => dialog.show(action))}>
              {t(`actions.${wordOf(kind, action)}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {chosen && (
        <ReasonDialog
          {...reasonProps(dialog)}
          title={t(`actions.${wordOf(kind, chosen)}`)}
          note={ENDS_USE.has(chosen) ? <RecordUses address={address} as="dialog" /> : undefined}
        />
      )}
    </>
  );
}
