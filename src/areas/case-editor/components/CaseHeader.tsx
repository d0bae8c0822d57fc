/** Number, version and flags of the case, and what can be done with it. */
import { Button, Menu, Title, VisuallyHidden } from '@mantine/core';
import { IconChecklist, IconDeviceFloppy, IconDownload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { whyNot } from '../../../../machines/case-status/caseStatus.machine.ts';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { downloadReport } from '../../../../shared/contract/index.ts';
import { download } from '../../../api/index.ts';
import { FlagBadges, GuardedButton, showInfo, StatusBadge } from '../../../components/index.ts';
import { keyText } from '../../../keys/index.ts';
import { useMay } from '../../../session/sessionStore.ts';
import { caseQueryKey } from '../../../api/caseQueryKey.ts';
import type { CasePages } from '../case.queries.ts';
import type { EditorActions } from '../editorActions.ts';
import { PeopleHere } from '../presence/PeopleHere.tsx';
import { CaseMenu } from '../status/CaseMenu.tsx';
import { StatusButtons } from '../status/StatusButtons.tsx';
import { useVersionText } from '../status/versionText.ts';
import { VersionMenu } from '../status/VersionMenu.tsx';
import classes from './CaseHeader.module.css';

export interface CaseHeaderProps {
  pages: CasePages;
  catalogue: Catalogue;
  /** null while no page that can be saved is open */
  actions: EditorActions | null;
  findingsShown: boolean;
  onToggleFindings: () => void;
}

export function CaseHeader({ pages, catalogue, actions, findingsShown, onToggleFindings }: CaseHeaderProps) {
  const { t } = useTranslation(['editor', 'status']);
  const nameVersion = useVersionText();
  const { caseKey, caseNo, versionNo, status } = pages;
  const mayEdit = useMay('EDIT.CASE');
  const queries = useQueryClient();
  const xml = useMutation({
    mutationFn: (notation: 'Y' | 'N') =>
      download(downloadReport, { params: { caseKey, reportId: 'XML' }, query: { notation } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [...caseQueryKey(caseKey), 'distribution'] }),
  });
  const whenSaved = (act: () => void) => {
    if (actions?.stops()) return;
    if (actions?.dirty) showInfo(t('saveFirst'));
    else act();
  };
  const whyNoEdit = whyNot(status, mayEdit, 'case.edit');

  return (
    <div className={classes.header}>
      <Title order={1} className={classes.number}>
        {caseNo} <VisuallyHidden component="span">{nameVersion(versionNo)}</VisuallyHidden>
      </Title>
      <VersionMenu pages={pages} />
      <StatusBadge tone="neutral">{t('workflow.step', { step: status.caseWorkflowLabel })}</StatusBadge>
      <FlagBadges status={status} />
      <PeopleHere catalogue={catalogue} />
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
            <Menu.Item onClick={() => whenSaved(() => xml.mutate('N'))}>{t('exportAsEntered')}</Menu.Item>
            <Menu.Item onClick={() => whenSaved(() => xml.mutate('Y'))}>{t('exportNotation')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <StatusButtons pages={pages} whenSaved={whenSaved} />
        <CaseMenu pages={pages} whenSaved={whenSaved} />
        <GuardedButton
          leftSection={<IconDeviceFloppy size={15} aria-hidden />}
          why={whyNoEdit && t(`status:whyNot.${whyNoEdit}`)}
          hint={t('save.shortcut', { keys: keyText('save') })}
          disabled={!actions && !whyNoEdit}
          loading={actions?.saving}
          onClick={() => actions?.save()}
          data-dirty={actions?.dirty || undefined}
        >
          {t('save.button')}
        </GuardedButton>
      </div>
    </div>
  );
}
