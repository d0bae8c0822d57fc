/** The dialog of the case that is open. */
import { EDITOR_DIALOGS } from '../../../../machines/editor-dialogs/editorDialogs.machine.ts';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { ErrorArea } from '../../../feedback/ErrorArea.tsx';
import type { PageSession } from '../../../engine/index.ts';
import type { CasePages } from '../case.queries.ts';
import { CompletenessDialog } from '../completeness/CompletenessDialog.tsx';
import { ItemAuditDialog } from '../../../audit/index.ts';
import { AuthorDialog } from '../history/AuthorDialog.tsx';
import { QuestionsDialog } from '../questions/QuestionsDialog.tsx';
import { WhyDialog } from '../why/WhyDialog.tsx';
import type { LiveCase } from '../findings/liveCase.ts';
import { FollowUpDialog } from '../status/FollowUpDialog.tsx';
import { NullifyDialog } from '../status/NullifyDialog.tsx';
import { StatusDialog } from '../status/StatusDialog.tsx';
import { VersionsDialog } from '../status/VersionsDialog.tsx';
import { RouteCaseDialog } from '../workflow/RouteCaseDialog.tsx';
import { useMay } from '../../../session/sessionStore.ts';
import { useEditorDialogs } from './useEditorDialogs.tsx';

interface OpenDialogProps {
  pages: CasePages;
  catalogue: Catalogue;
  live: LiveCase | null;
  /** of the open page */
  session?: PageSession | null;
}

/** One that fails takes nothing with it but itself. */
export function OpenDialog(props: OpenDialogProps) {
  const { hide } = useEditorDialogs();
  return (
    <ErrorArea kind="dialog" onClose={() => EDITOR_DIALOGS.forEach(hide)}>
      <Dialog {...props} />
    </ErrorArea>
  );
}

function Dialog({ pages, catalogue, live, session = null }: OpenDialogProps) {
  const { subject, show, hide } = useEditorDialogs();
  const { caseKey } = pages;
  const mayWrite = useMay('EDIT.CASE');

  const status = subject('status');
  if (status) return <StatusDialog pages={pages} {...status} onClose={() => hide('status')} />;
  if (subject('route')) return <RouteCaseDialog caseKey={caseKey} onClose={() => hide('route')} />;
  if (subject('followUp')) return <FollowUpDialog pages={pages} onClose={() => hide('followUp')} />;
  const code = subject('nullification');
  if (code) {
    const close = () => hide('nullification');
    return <NullifyDialog pages={pages} catalogue={catalogue} code={code} onClose={close} />;
  }
  const versions = subject('versions');
  if (versions) {
    const close = () => hide('versions');
    const begin = versions === 'compare';
    return <VersionsDialog {...{ caseKey, catalogue, session }} comparing={begin} onClose={close} />;
  }
  const history = subject('history');
  if (history) return <ItemAuditDialog caseKey={caseKey} {...history} onClose={() => hide('history')} />;
  const questions = subject('questions');
  if (questions)
    return <QuestionsDialog {...{ caseKey, catalogue }} {...questions} onClose={() => hide('questions')} />;
  const author = subject('author');
  if (author) {
    const toAudit = () => {
      hide('author');
      show('history', author);
    };
    return (
      <AuthorDialog
        {...{ caseKey, catalogue }}
        address={author.address}
        onAudit={toAudit}
        onClose={() => hide('author')}
      />
    );
  }
  if (subject('completeness') && live)
    return (
      <CompletenessDialog
        {...{ caseKey, catalogue, live, mayWrite }}
        caseNo={pages.caseNo}
        onClose={() => hide('completeness')}
      />
    );
  const why = subject('why');
  return why && <WhyDialog subject={why} catalogue={catalogue} live={live} onClose={() => hide('why')} />;
}
