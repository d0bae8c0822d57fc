/** The last look before changes come into use: which of them, what is found in them, with which effect, and why. */
import { Alert, Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SourceFinding } from '../../../../schemas/compile/sources.types.ts';
import { publishSchemas } from '../../../../shared/contract/index.ts';
import { call, CallFailure } from '../../../api/index.ts';
import { ReasonDialog, showSuccess, useDialog } from '../../../components/index.ts';
import { failureText } from '../../../feedback/showFailure.ts';
import { useSession } from '../../../session/sessionStore.ts';
import { changesOf, tickedAtFirst } from '../fileKinds.ts';
import { FindingsList } from '../FindingsList.tsx';
import { isOf, type Changes, type Impact, type ImpactRun } from '../panels/useImpact.ts';
import { schemaCheckQuery } from '../studio.queries.ts';
import type { WorkingCopy, WorkingFile } from '../working/workingCopy.ts';
import { ChangedFiles } from './ChangedFiles.tsx';
import styles from './dialogs.module.css';

/** What may be published, as it was when the dialog was opened. */
export interface Publication {
  files: readonly WorkingFile[];
  basedOn: number;
}

const STALE = 'SCHEMAS_CHANGED';

/** The dialog with what it needs; `show` opens it. */
export function usePublishing(copy: WorkingCopy) {
  const { t } = useTranslation('studio');
  const queries = useQueryClient();
  return useDialog<Publication, { changes: Changes; reason: string }>({
    carryOut: async ({ basedOn }, { changes, reason }) => {
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
  impact: ImpactRun;
  /** closes the dialog and goes to the location of a finding */
  onGoTo: (finding: SourceFinding) => void;
}

export const PublishDialog = ({ dialog, ...rest }: PublishDialogProps) =>
  dialog.subject && <OpenDialog dialog={dialog} subject={dialog.subject} {...rest} />;

/** Mounted when the dialog opens, so that it starts with fresh state. */
function OpenDialog({
  dialog: { error, busy, confirm, hide },
  subject: { files, basedOn },
  impact,
  onGoTo,
}: PublishDialogProps & { subject: Publication }) {
  const { t } = useTranslation('studio');
  const { sponsorKey, userName } = useSession();
  const [ticked, setTicked] = useState(() => tickedAtFirst(files, userName));
  const changes = changesOf(files, ticked);
  const check = useQuery({ ...schemaCheckQuery(sponsorKey, basedOn, changes), enabled: changes.length > 0 });
  const findings = check.data?.findings ?? [];
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const isStale = error instanceof CallFailure && error.errCode === STALE;
  const failure = (isStale ? null : error) ?? check.error;
  const problem =
    changes.length === 0
      ? t('publish.nothingTicked')
      : errors > 0
        ? t('publish.hasErrors', { count: errors })
        : failure && failureText(failure);
  return (
    <ReasonDialog
      opened
      size="70rem"
      title={t('publish.title')}
      note={
        <>
          <ChangedFiles files={files} ticked={ticked} onTick={setTicked} />
          <div className={styles.found}>
            <FindingsList
              findings={findings}
              file={null}
              pending={check.isFetching}
              onGoTo={(finding) => {
                hide();
                onGoTo(finding);
              }}
            />
          </div>
          <ImpactLine changes={changes} impact={impact} />
          {isStale && <StaleNote onReload={hide} />}
        </>
      }
      problem={problem}
      pending={busy}
      confirmLabel={t('publish.confirm')}
      // what is still being checked is refused by the server where it has errors
      isReady={() => changes.length > 0 && errors === 0}
      onConfirm={(reason) => confirm({ changes, reason })}
      onCancel={hide}
    />
  );
}

/** What the changes would do to stored cases, as far as it is known; else the button that asks. */
function ImpactLine({ changes, impact: { impact, run } }: { changes: Changes; impact: ImpactRun }) {
  const { t } = useTranslation('studio');
  if (!isOf(impact, changes))
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

/** Explains that another user has published since, and what to do. */
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
