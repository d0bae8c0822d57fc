/** Number, version and flags of the case, and what can be done with it. */
import { Button, Menu, Title, Tooltip } from '@mantine/core';
import {
  IconChecklist,
  IconDeviceFloppy,
  IconDownload,
  IconLock,
  IconRubberStamp,
  IconTrash,
} from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { allows, statusEvent, type StatusId } from '../../../../machines/case-status/caseStatus.machine.ts';
import { downloadReport, setCaseStatus } from '../../../../shared/contract/index.ts';
import { call, download } from '../../../api/index.ts';
import { ReasonDialog, showInfo, showSuccess, StatusBadge } from '../../../components/index.ts';
import { useMay } from '../../../session/sessionStore.ts';
import { caseKeyOf, type CasePages } from '../case.queries.ts';
import type { EditorActions } from '../editorActions.ts';
import classes from './CaseHeader.module.css';

const TOGGLES = [
  { statusId: 'REVIEW', flag: 'reviewed', Sign: IconRubberStamp },
  { statusId: 'LOCK', flag: 'locked', Sign: IconLock },
  { statusId: 'DELETE', flag: 'deleted', Sign: IconTrash },
] as const;

export interface CaseHeaderProps {
  pages: CasePages;
  /** null while no page that can be saved is open */
  actions: EditorActions | null;
  findingsShown: boolean;
  onToggleFindings: () => void;
}

export function CaseHeader({ pages, actions, findingsShown, onToggleFindings }: CaseHeaderProps) {
  const { t } = useTranslation('editor');
  const { caseKey, caseNo, versionNo, status } = pages;
  const mayEdit = useMay('EDIT.CASE');
  const queries = useQueryClient();
  const [asked, setAsked] = useState<{ statusId: StatusId; next: 'Y' | 'N' } | null>(null);
  const change = useMutation({
    mutationFn: ({ statusId, next, reason }: { statusId: StatusId; next: 'Y' | 'N'; reason: string }) =>
      call(setCaseStatus, {
        params: { caseKey },
        body: { statusId, status: next, reason, retrievedAt: status.retrievedAt },
      }),
    onSuccess: async (_, { statusId, next }) => {
      showSuccess(t(`status.done.${statusId}.${next}`));
      await queries.invalidateQueries({ queryKey: caseKeyOf(caseKey) });
      // an open page has to learn that it became, or ceased to be, read-only
      await queries.refetchQueries({ queryKey: ['pageContent', caseKey], type: 'active' });
    },
  });
  const xml = useMutation({
    mutationFn: (notation: 'Y' | 'N') =>
      download(downloadReport, { params: { caseKey, reportId: 'XML' }, query: { notation } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [...caseKeyOf(caseKey), 'distribution'] }),
  });
  const unlessDirty = (act: () => void) => () => (actions?.dirty ? showInfo(t('saveFirst')) : act());

  return (
    <div className={classes.header}>
      <Title order={1} className={classes.number}>
        {caseNo} <span className={classes.version}>{t('version', { versionNo })}</span>
      </Title>
      <StatusBadge tone="neutral">{t('workflow.step', { step: status.caseWorkflowLabel })}</StatusBadge>
      {status.reviewed && <StatusBadge tone="success">{t('status.reviewed')}</StatusBadge>}
      {status.locked && <StatusBadge tone="warning">{t('status.locked')}</StatusBadge>}
      {status.deleted && <StatusBadge tone="error">{t('status.deleted')}</StatusBadge>}
      <div className={classes.actions}>
        <Button
          variant={findingsShown ? 'light' : 'default'}
          aria-pressed={findingsShown}
          leftSection={<IconChecklist size={15} aria-hidden />}
          onClick={onToggleFindings}
        >
          {t('findings.title')}
        </Button>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              variant="default"
              leftSection={<IconDownload size={15} aria-hidden />}
              loading={xml.isPending}
            >
              {t('exportXml')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={unlessDirty(() => xml.mutate('N'))}>{t('exportAsEntered')}</Menu.Item>
            <Menu.Item onClick={unlessDirty(() => xml.mutate('Y'))}>{t('exportNotation')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
        {TOGGLES.map(({ statusId, flag, Sign }) => {
          const next = status[flag] ? 'N' : 'Y';
          return (
            <Button
              key={statusId}
              variant="default"
              leftSection={<Sign size={15} aria-hidden />}
              disabled={!allows(status, mayEdit, statusEvent(statusId, next))}
              onClick={unlessDirty(() => setAsked({ statusId, next }))}
            >
              {t(`status.to.${statusId}.${next}`)}
            </Button>
          );
        })}
        <Tooltip label={t('save.shortcut')}>
          <Button
            leftSection={<IconDeviceFloppy size={15} aria-hidden />}
            disabled={!actions || !allows(status, mayEdit, 'case.edit')}
            loading={actions?.saving}
            onClick={() => actions?.save()}
            data-dirty={actions?.dirty || undefined}
          >
            {t('save.button')}
          </Button>
        </Tooltip>
      </div>
      {asked && (
        <ReasonDialog
          opened
          title={t(`status.to.${asked.statusId}.${asked.next}`)}
          onConfirm={(reason) => {
            change.mutate({ ...asked, reason });
            setAsked(null);
          }}
          onCancel={() => setAsked(null)}
        />
      )}
    </div>
  );
}
