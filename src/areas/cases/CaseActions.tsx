/** What can be done with the chosen cases of the list; a button that does nothing says why. */
import { Group, Menu } from '@mantine/core';
import {
  IconArrowsSplit2,
  IconChevronDown,
  IconCopy,
  IconHandGrab,
  IconLock,
  IconRubberStamp,
  IconTableExport,
  IconTrash,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { exportCases, MAX_CASES_AT_ONCE } from '../../../shared/contract/index.ts';
import { download } from '../../api/index.ts';
import { GuardedButton } from '../../components/index.ts';
import type { ListHandle } from '../../lists/index.ts';
import { PackButton } from '../../reports/PackButton.tsx';
import { BatchWorkflowDialog } from '../../workflow/index.ts';
import { CopyCaseDialog } from './CopyCaseDialog.tsx';
import { useMay } from '../../session/sessionStore.ts';
import { CasesStatusDialog } from './status/CasesStatusDialog.tsx';
import type { StatusRequest } from './status/useBulkStatus.ts';
import { useClaimCases } from './useClaimCases.ts';
import { useRoutesCases } from './useRoutesCases.ts';

const STATUSES = [
  { statusId: 'REVIEW', name: 'review', Sign: IconRubberStamp },
  { statusId: 'LOCK', name: 'lock', Sign: IconLock },
  { statusId: 'DELETE', name: 'delete', Sign: IconTrash },
] as const;

type Open = { dialog: 'status'; request: StatusRequest } | { dialog: 'copy' } | { dialog: 'workflow' };

/** Rows of the list are newest versions: their key is that of the version. */
const casesOf = (selected: ListHandle['selected']) =>
  selected.map(({ rowKey, name }) => ({ caseKey: Number(rowKey), name }));

export function CaseActions({ state: { selected, query, count, refresh } }: { state: ListHandle }) {
  const { t } = useTranslation('cases');
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const none = selected.length === 0 ? t('actions.choose') : null;
  const tooMany =
    selected.length > MAX_CASES_AT_ONCE ? t('actions.tooMany', { count: MAX_CASES_AT_ONCE }) : null;
  const exporting = useMutation({
    mutationFn: () =>
      download(exportCases, {
        params: {},
        query: { ...query, rowKeys: selected.map(({ rowKey }) => rowKey).join(',') },
      }),
  });
  const cases = casesOf(selected);
  const mayEdit = useMay('EDIT.CASE');
  const routes = useRoutesCases();
  const claiming = useClaimCases(refresh);
  const [only] = cases;
  return (
    <>
      <Group role="toolbar" aria-label={t('actions.label')} gap={6}>
        {mayEdit &&
          STATUSES.map(({ statusId, name, Sign }) => (
            <StatusMenu
              key={statusId}
              statusId={statusId}
              label={t(`actions.${name}`)}
              icon={<Sign size={15} aria-hidden />}
              why={none}
              onChoose={(status) => setOpen({ dialog: 'status', request: { statusId, status } })}
            />
          ))}
        {routes && (
          <GuardedButton
            variant="default"
            leftSection={<IconArrowsSplit2 size={15} aria-hidden />}
            why={none ?? tooMany}
            onClick={() => setOpen({ dialog: 'workflow' })}
          >
            {t('actions.workflow')}
          </GuardedButton>
        )}
        {routes && (
          <GuardedButton
            variant="default"
            leftSection={<IconHandGrab size={15} aria-hidden />}
            loading={claiming.isPending}
            why={none ?? tooMany}
            onClick={() => claiming.mutate(cases)}
          >
            {t('actions.claim')}
          </GuardedButton>
        )}
        {mayEdit && (
          <GuardedButton
            variant="default"
            leftSection={<IconCopy size={15} aria-hidden />}
            why={none ?? (selected.length > 1 ? t('actions.chooseOne') : null)}
            onClick={() => setOpen({ dialog: 'copy' })}
          >
            {t('actions.copy')}
          </GuardedButton>
        )}
        <GuardedButton
          variant="default"
          leftSection={<IconTableExport size={15} aria-hidden />}
          loading={exporting.isPending}
          why={none ?? tooMany}
          onClick={() => exporting.mutate()}
        >
          {t('actions.export')}
        </GuardedButton>
        <PackButton
          // those of the list where none are chosen
          cases={cases.length > 0 ? { caseKeys: cases.map(({ caseKey }) => caseKey) } : { query }}
          count={cases.length || count}
        />
      </Group>
      {open?.dialog === 'status' && (
        <CasesStatusDialog request={open.request} cases={cases} onDone={refresh} onClose={close} />
      )}
      {open?.dialog === 'workflow' && (
        <BatchWorkflowDialog
          caseKeys={cases.map(({ caseKey }) => caseKey)}
          onClose={(changed) => {
            close();
            if (changed) void refresh();
          }}
        />
      )}
      {open?.dialog === 'copy' && only && <CopyCaseDialog source={only} onMade={refresh} onClose={close} />}
    </>
  );
}

interface StatusMenuProps {
  statusId: StatusRequest['statusId'];
  label: string;
  icon: ReactNode;
  /** why nothing can be chosen */
  why: string | null;
  onChoose: (status: 'Y' | 'N') => void;
}

/** One flag: it is given, or taken back. */
function StatusMenu({ statusId, label, icon, why, onChoose }: StatusMenuProps) {
  const { t } = useTranslation('status');
  const [opened, setOpened] = useState(false);
  return (
    <Menu position="bottom-start" opened={opened && why === null} onChange={setOpened}>
      <Menu.Target>
        <GuardedButton
          variant="default"
          leftSection={icon}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          why={why}
          onClick={() => setOpened(!opened)}
        >
          {label}
        </GuardedButton>
      </Menu.Target>
      <Menu.Dropdown>
        {(['Y', 'N'] as const).map((status) => (
          <Menu.Item key={status} onClick={() => onChoose(status)}>
            {t(`to.${statusId}.${status}`)}…
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
