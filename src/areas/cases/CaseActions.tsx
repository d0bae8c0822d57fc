/** What can be done with the chosen cases of the list: offered when there are some; a button that does nothing says why. */
import { Button, Group, Menu } from '@mantine/core';
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
import classes from './CaseListPage.module.css';
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
  const reports = (
    <PackButton
      // those of the list where none are chosen
      cases={cases.length > 0 ? { caseKeys: cases.map(({ caseKey }) => caseKey) } : { query }}
      count={cases.length || count}
    />
  );
  if (!only)
    return (
      <Group gap="sm">
        {reports}
        <span className={classes.hint}>{t('actions.choose')}</span>
      </Group>
    );
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
              onChoose={(status) => setOpen({ dialog: 'status', request: { statusId, status } })}
            />
          ))}
        {routes && (
          <GuardedButton
            variant="default"
            leftSection={<IconArrowsSplit2 size={15} aria-hidden />}
            why={tooMany}
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
            why={tooMany}
            onClick={() => claiming.mutate(cases)}
          >
            {t('actions.claim')}
          </GuardedButton>
        )}
        {mayEdit && (
          <GuardedButton
            variant="default"
            leftSection={<IconCopy size={15} aria-hidden />}
            why={selected.length > 1 ? t('actions.chooseOne') : null}
            onClick={() => setOpen({ dialog: 'copy' })}
          >
            {t('actions.copy')}
          </GuardedButton>
        )}
        <GuardedButton
          variant="default"
          leftSection={<IconTableExport size={15} aria-hidden />}
          loading={exporting.isPending}
          why={tooMany}
          onClick={() => exporting.mutate()}
        >
          {t('actions.export')}
        </GuardedButton>
        {reports}
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
      {open?.dialog === 'copy' && <CopyCaseDialog source={only} refresh={refresh} onClose={close} />}
    </>
  );
}

interface StatusMenuProps {
  statusId: StatusRequest['statusId'];
  label: string;
  icon: ReactNode;
  onChoose: (status: 'Y' | 'N') => void;
}

/** One flag: it is given, or taken back. */
function StatusMenu({ statusId, label, icon, onChoose }: StatusMenuProps) {
  const { t } = useTranslation('status');
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" leftSection={icon} rightSection={<IconChevronDown size={14} aria-hidden />}>
          {label}
        </Button>
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
