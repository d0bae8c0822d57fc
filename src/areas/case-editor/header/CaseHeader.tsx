/** Number, version and status of the case, its clinical facts, and what can be done with it. It never scrolls away. */
import { Button, Title, VisuallyHidden } from '@mantine/core';
import { IconDeviceFloppy, IconMessageQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import type { Language } from '../../../i18n/index.ts';
import { GuardedButton } from '../../../components/index.ts';
import { keyText } from '../../../keys/index.ts';
import type { CasePages } from '../case.queries.ts';
import type { EditorActions } from '../editorActions.ts';
import { FindingsButton } from '../findings/FindingsButton.tsx';
import type { CaseFindings } from '../findings/useCaseFindings.ts';
import { useEditorDialogs } from '../dialogs/useEditorDialogs.tsx';
import { useOpenQuestions } from '../questions/useOpenQuestions.ts';
import { DownloadMenu } from '../report/DownloadMenu.tsx';
import { ReportButton } from '../report/ReportButton.tsx';
import { PeopleHere } from '../presence/PeopleHere.tsx';
import { CaseMenu } from '../status/CaseMenu.tsx';
import { StatusButtons } from '../status/StatusButtons.tsx';
import { useWhyNot } from '../status/useWhyNot.ts';
import { useVersionText } from '../status/versionText.ts';
import { VersionMenu } from '../status/VersionMenu.tsx';
import type { EditedPage } from '../unsaved/caseEdits.ts';
import { useDirtyPages, type CaseEditing } from '../unsaved/useCaseEdits.ts';
import type { WhenSaved } from '../unsaved/useWhenSaved.ts';
import { UnblindButton } from '../unblinding/UnblindButton.tsx';
import { CaseFacts } from './CaseFacts.tsx';
import classes from './CaseHeader.module.css';

export interface CaseHeaderProps {
  pages: CasePages;
  catalogue: Catalogue;
  /** null while no page that can be saved is open */
  actions: EditorActions | null;
  editing: CaseEditing;
  whenSaved: WhenSaved;
  /** saves all pages with unsaved edits; null while no page but the open one has any */
  saveAll: { save: () => void; isSaving: boolean } | null;
  findings: CaseFindings;
  reportShown: boolean;
  onToggleReport: () => void;
}

export function CaseHeader(props: CaseHeaderProps) {
  const { pages, catalogue, actions, editing, whenSaved, saveAll, findings } = props;
  const { reportShown, onToggleReport } = props;
  const dirtyPages = useDirtyPages(editing.edits);
  const { t } = useTranslation('editor');
  const { language } = useRouteContext();
  const nameVersion = useVersionText();
  const { caseKey, caseNo, versionNo, status } = pages;
  const dialogs = useEditorDialogs();
  const questions = useOpenQuestions(caseKey);
  const whyNot = useWhyNot(pages);

  return (
    <>
      <div className={classes.header}>
        <Title order={1} className={classes.number}>
          {caseNo} <VisuallyHidden component="span">{nameVersion(versionNo)}</VisuallyHidden>
        </Title>
        <VersionMenu pages={pages} />
        <PeopleHere catalogue={catalogue} />
        <div className={classes.actions}>
          <FindingsButton findings={findings} />
          <ReportButton shown={reportShown} onToggle={onToggleReport} />
          <Button
            variant="default"
            leftSection={<IconMessageQuestion size={15} aria-hidden />}
            onClick={() => dialogs.show('questions', { address: null })}
          >
            {t('questions:title')}
            {questions.length > 0 && ` (${questions.length})`}
          </Button>
          <UnblindButton caseKey={caseKey} whenSaved={whenSaved} />
          <DownloadMenu caseKey={caseKey} catalogue={catalogue} whenSaved={whenSaved} />
          <StatusButtons pages={pages} whenSaved={whenSaved} />
          <CaseMenu
            pages={pages}
            whenSaved={whenSaved}
            onDiscard={dirtyPages.length > 0 ? editing.discardAll : null}
          />
          {saveAll && (
            <GuardedButton
              className={classes.save}
              leftSection={<IconDeviceFloppy size={15} aria-hidden />}
              why={whyNot('case.edit')}
              hint={t('save.allHint', {
                pages: pageNames(dirtyPages, catalogue, language),
                keys: keyText('save'),
              })}
              loading={saveAll.isSaving}
              onClick={saveAll.save}
              data-dirty
            >
              {t('save.all', { count: dirtyPages.length })}
            </GuardedButton>
          )}
          <GuardedButton
            className={classes.save}
            variant={saveAll ? 'default' : 'filled'}
            leftSection={<IconDeviceFloppy size={15} aria-hidden />}
            why={whyNot('case.edit') ?? (actions ? null : t('save.noPage'))}
            {...(!saveAll && { hint: t('save.shortcut', { keys: keyText('save') }) })}
            loading={actions?.saving}
            onClick={() => actions?.save()}
            data-dirty={actions?.dirty || undefined}
          >
            {t(saveAll ? 'save.page' : 'save.button')}
          </GuardedButton>
        </div>
      </div>
      <CaseFacts caseKey={caseKey} catalogue={catalogue} status={status} live={findings.live} />
    </>
  );
}

/** Names of the pages, each once. */
const pageNames = (pages: readonly EditedPage[], catalogue: Catalogue, language: Language): string =>
  [
    ...new Set(
      pages.flatMap(({ pageAddress: { page } }) => {
        const found = catalogue.pages[page];
        return found ? [wordsIn(found.label, language)] : [];
      }),
    ),
  ].join(', ');
