/** Number, version and status of the case, its clinical facts, and what can be done with it. It never scrolls away. */
import { Button, Menu, Title, VisuallyHidden } from '@mantine/core';
import { IconChecklist, IconDeviceFloppy, IconDownload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { downloadReport } from '../../../../shared/contract/index.ts';
import { download } from '../../../api/index.ts';
import { GuardedButton, showInfo } from '../../../components/index.ts';
import { keyText } from '../../../keys/index.ts';
import { caseQueryKey } from '../../../api/caseQueryKey.ts';
import type { CasePages } from '../case.queries.ts';
import type { EditorActions } from '../editorActions.ts';
import type { LiveCase } from '../findings/liveCase.ts';
import { PeopleHere } from '../presence/PeopleHere.tsx';
import { CaseMenu } from '../status/CaseMenu.tsx';
import { StatusButtons } from '../status/StatusButtons.tsx';
import { useWhyNot } from '../status/useWhyNot.ts';
import { useVersionText } from '../status/versionText.ts';
import { VersionMenu } from '../status/VersionMenu.tsx';
import { CaseFacts } from './CaseFacts.tsx';
import { StatusSentence } from './StatusSentence.tsx';
import classes from './CaseHeader.module.css';

export interface CaseHeaderProps {
  pages: CasePages;
  catalogue: Catalogue;
  /** null while no page that can be saved is open */
  actions: EditorActions | null;
  /** the case with its unsaved edits; null until it is read */
  live: LiveCase | null;
  findingsShown: boolean;
  onToggleFindings: () => void;
}

export function CaseHeader(props: CaseHeaderProps) {
  const { pages, catalogue, actions, live, findingsShown, onToggleFindings } = props;
  const { t } = useTranslation('editor');
  const nameVersion = useVersionText();
  const { caseKey, caseNo, versionNo, status } = pages;
  const whyNot = useWhyNot(pages);
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

  return (
    <>
      <div className={classes.header}>
        <Title order={1} className={classes.number}>
          {caseNo} <VisuallyHidden component="span">{nameVersion(versionNo)}</VisuallyHidden>
        </Title>
        <VersionMenu pages={pages} />
        <StatusSentence status={status} />
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
            why={whyNot('case.edit') ?? (actions ? null : t('save.noPage'))}
            hint={t('save.shortcut', { keys: keyText('save') })}
            loading={actions?.saving}
            onClick={() => actions?.save()}
            data-dirty={actions?.dirty || undefined}
          >
            {t('save.button')}
          </GuardedButton>
        </div>
      </div>
      <CaseFacts caseKey={caseKey} catalogue={catalogue} live={live} />
    </>
  );
}
