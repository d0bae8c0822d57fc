/** The last look before the changes come into use: what, with which effect, and why. */
import { Alert, Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { publishSchemas } from '../../../../shared/contract/index.ts';
import { call, CallFailure } from '../../../api/index.ts';
import { ReasonDialog, showSuccess, useDialog } from '../../../components/index.ts';
import { failureText } from '../../../frame/showFailure.ts';
import type { Impact, ImpactRun } from '../panels/useImpact.ts';
import { TextDiff } from '../panels/TextDiff.tsx';
import type { WorkingCopy } from '../working/workingCopy.ts';
import styles from './dialogs.module.css';

/** What is to be published, as it was when the dialog was opened. */
export interface Publication {
  changes: readonly { file: string; text: string | null }[];
  basedOn: number;
}

const STALE = 'SCHEMAS_CHANGED';

/** The dialog with what it needs; `show` opens it. */
export function usePublishing(copy: WorkingCopy) {
  const { t } = useTranslation('studio');
  const queries = useQueryClient();
  return useDialog<Publication, string>({
    carryOut: async ({ changes, basedOn }, reason) => {
      // what waits is on its way first: else its draft would come back after the publication
      await copy.flush();
      await call(publishSchemas, { body: { changes: [...changes], basedOn, reason } });
      await queries.invalidateQueries({ queryKey: ['schemas'] });
    },
    afterwards: () => showSuccess(t('publish.done')),
  });
}

export interface PublishDialogProps {
  dialog: ReturnType<typeof usePublishing>;
  /** a text as it is in use */
  activeOf: (file: string) => string | null;
  impact: ImpactRun;
}

export function PublishDialog({ dialog, activeOf, impact }: PublishDialogProps) {
  const { t } = useTranslation('studio');
  const { subject, error, busy } = dialog;
  if (!subject) return null;
  const isStale = error instanceof CallFailure && error.errCode === STALE;
  return (
    <ReasonDialog
      opened
      size="70rem"
      title={t('publish.title')}
      note={
        <>
          <div className={styles.diffs}>
            {subject.changes.map(({ file, text }) => (
              <TextDiff key={file} file={file} before={activeOf(file)} after={text} />
            ))}
          </div>
          <ImpactLine publication={subject} impact={impact} />
          {isStale && <StaleNote onReload={dialog.hide} />}
        </>
      }
      problem={error && !isStale ? failureText(error) : null}
      pending={busy}
      confirmLabel={t('publish.confirm')}
      onConfirm={dialog.confirm}
      onCancel={dialog.hide}
    />
  );
}

/** What the changes would do to stored cases, as far as it is known; else the button that asks. */
function ImpactLine({
  publication: { changes },
  impact: { impact, run },
}: {
  publication: Publication;
  impact: ImpactRun;
}) {
  const { t } = useTranslation('studio');
  if (impact.changes !== changes)
    return (
      <p>
        {t('publish.impactUnknown')}{' '}
        <Button size="compact-xs" variant="default" onClick={() => void run(changes)}>
          {t('impact.run')}
        </Button>
      </p>
    );
  return (
    <p role="status">
      {t(`impact.state.${impact.state}`, {
        checked: impact.checked,
        total: impact.total,
        cases: impact.cases.length,
      })}{' '}
      {impact.state === 'done' && impact.cases.length > 0 && t('publish.impactSum', sumsOf(impact))}
    </p>
  );
}

const sumsOf = ({ cases }: Impact) => ({
  findings: cases.reduce((sum, { newFindings }) => sum + newFindings.length, 0),
  values: cases.reduce((sum, { lostValues }) => sum + lostValues.length, 0),
});

/** Somebody published meanwhile: what that means and what to do. */
function StaleNote({ onReload }: { onReload: () => void }) {
  const { t } = useTranslation('studio');
  const queries = useQueryClient();
  return (
    <Alert color="yellow" title={t('publish.staleTitle')}>
      <p>{t('publish.stale')}</p>
      <Button
        size="xs"
        onClick={() => {
          onReload();
          void queries.invalidateQueries({ queryKey: ['schemas'] });
        }}
      >
        {t('publish.reload')}
      </Button>
    </Alert>
  );
}
