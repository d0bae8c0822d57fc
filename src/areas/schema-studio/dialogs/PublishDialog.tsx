/** The last look before changes come into use: which of them, what is found in them, with which effect, and why. */
import { Alert, Button, Checkbox } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SourceFinding, SourceText } from '../../../../schemas/compile/sources.types.ts';
import { publishSchemas } from '../../../../shared/contract/index.ts';
import type { RuleExample } from '../../../../shared/expressions/rules.types.ts';
import { call, CallFailure } from '../../../api/index.ts';
import { ReasonDialog, showSuccess, useDialog } from '../../../components/index.ts';
import { reasonProps } from '../../../feedback/reasonProps.ts';
import { failureText } from '../../../feedback/showFailure.ts';
import { useSession } from '../../../session/sessionStore.ts';
import { changesOf, tickedAtFirst } from '../fileKinds.ts';
import { FindingsList } from '../FindingsList.tsx';
import { TrialPart } from '../panels/TrialPart.tsx';
import { isOf, type Changes, type Impact, type ImpactRun } from '../panels/useImpact.ts';
import { schemaCheckQuery } from '../studio.queries.ts';
import type { WorkingCopy, WorkingFile } from '../working/workingCopy.ts';
import type { FaceResult } from '../../../faces/index.ts';
import { ChangedFiles } from './ChangedFiles.tsx';
import { FaceFaults } from './FaceFaults.tsx';
import { useFaceCheck } from './useFaceCheck.ts';
import { useTrialOf } from './useTrialOf.ts';
import styles from './dialogs.module.css';

/** What may be published, as it was when the dialog was opened. */
export interface Publication {
  files: readonly WorkingFile[];
  basedOn: number;
  /** all texts in use */
  inUse: SourceText[];
}

/** Another version was published since, of these files or of others. */
const STALE: ReadonlySet<string | null> = new Set(['SCHEMAS_CHANGED', 'DRAFT_OUTDATED']);

/** The dialog with what it needs; `show` opens it. */
export function usePublishing(copy: WorkingCopy) {
  const { t } = useTranslation('studio');
  const queries = useQueryClient();
  return useDialog<Publication, { changes: Changes; reason: string; faces: FaceResult }>({
    carryOut: async ({ basedOn }, { changes, reason, faces }) => {
      // what waits is on its way first: else its draft would come back after the publication
      await copy.flush();
      const { faces: measured, faults } = faces;
      const body = { changes: [...changes], basedOn, reason, faces: { measured, faults } };
      await call(publishSchemas, { body });
      await queries.invalidateQueries({ queryKey: ['schemas'] });
    },
    afterwards: () => showSuccess(t('publish.done')),
  });
}

export interface PublishDialogProps {
  dialog: ReturnType<typeof usePublishing>;
  impact: ImpactRun;
  /** closes the dialog and fills the form with an invented case */
  onExample: (example: RuleExample) => void;
  /** closes the dialog and goes to the location of a finding */
  onGoTo: (finding: SourceFinding) => void;
  /** closes the dialog and asks how an outdated draft is merged */
  onMerge: (file: string) => void;
}

export const PublishDialog = ({ dialog, ...rest }: PublishDialogProps) =>
  dialog.subject && <OpenDialog dialog={dialog} subject={dialog.subject} {...rest} />;

/** Mounted when the dialog opens, so that it starts with fresh state. */
function OpenDialog({
  dialog,
  subject: { files, basedOn, inUse },
  impact,
  onGoTo,
  onExample,
  onMerge,
}: PublishDialogProps & { subject: Publication }) {
  const { t } = useTranslation('studio');
  const { error, confirm, hide } = dialog;
  const { sponsorKey, userName } = useSession();
  const [ticked, setTicked] = useState(() => tickedAtFirst(files, userName));
  const changes = changesOf(files, ticked);
  const outdatedFiles = files.filter((one) => ticked.has(one.file) && one.outdated).map(({ file }) => file);
  const check = useQuery({
    ...schemaCheckQuery(sponsorKey, basedOn, changes),
    enabled: changes.length > 0 && outdatedFiles.length === 0,
  });
  const findings = check.data?.findings ?? [];
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const isChecked = check.isSuccess && !check.isFetching && errors === 0;
  const { trial, isFirst, count, doubt, unblinds, accepted, foundMore, setAccepted } = useTrialOf(
    changes,
    isChecked,
  );
  const faces = useFaceCheck(inUse, changes, isChecked);
  const [isTried, setTried] = useState(false);
  const mustAccept = doubt !== null && !accepted;
  const isStale = error instanceof CallFailure && STALE.has(error.errCode);
  const failure = (isStale ? null : error) ?? check.error;
  const problem =
    changes.length === 0
      ? t('publish.nothingTicked')
      : outdatedFiles.length > 0
        ? t('publish.outdated', { files: outdatedFiles.join(', ') })
        : errors > 0
          ? t('publish.hasErrors', { count: errors })
          : unblinds
            ? t('impact.mayNotUnblind')
            : faces.faults.length > 0
              ? t('publish.hasFaults', { count: faces.faults.length })
              : failure && failureText(failure);
  const publish = (reason: string) => {
    if (!faces.result) return;
    // the server checks the changes once more, behind what it still does for this user
    trial.cancel();
    confirm({ changes, reason, faces: faces.result });
  };
  return (
    <ReasonDialog
      {...reasonProps({ ...dialog, confirm: publish })}
      size="70rem"
      title={t('publish.title')}
      note={
        <>
          <ChangedFiles
            files={files}
            ticked={ticked}
            onTick={setTicked}
            onMerge={(file) => {
              hide();
              onMerge(file);
            }}
          />
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
          <FaceFaults check={faces} />
          <ImpactLine changes={changes} impact={impact} />
          <div className={styles.found}>
            <TrialPart
              run={trial}
              changes={changes}
              why={isChecked ? null : t('publish.unchecked')}
              onExample={(example) => {
                hide();
                onExample(example);
              }}
            />
          </div>
          {isStale && <StaleNote onReload={hide} />}
        </>
      }
      problem={problem}
      // nothing is published before cases around the change were tried
      waiting={check.isFetching || isFirst || faces.isRunning}
      confirmLabel={t('publish.confirm')}
      isReady={() => {
        setTried(true);
        return isChecked && !unblinds && !mustAccept && faces.isPublishable;
      }}
    >
      {doubt && (
        <Checkbox
          label={t(`publish.accept.${doubt}`, { count })}
          checked={accepted}
          error={
            foundMore
              ? t('publish.acceptAgain')
              : isTried && mustAccept
                ? t(`publish.acceptFirst.${doubt}`)
                : null
          }
          onChange={({ currentTarget }) => setAccepted(currentTarget.checked)}
        />
      )}
    </ReasonDialog>
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
      {impact.state === 'done' &&
        sumsOf(impact).map(({ kind, count }) => (
          <span key={kind}>
            {t(`trial.kinds.${kind}`)}: {count}.{' '}
          </span>
        ))}
    </p>
  );
}

/** How many differences of each kind the cases have. */
const sumsOf = ({ cases }: Impact) =>
  [
    ...Map.groupBy(
      cases.flatMap(({ differences }) => differences),
      ({ kind }) => kind,
    ),
  ].map(([kind, some]) => ({ kind, count: some.length }));

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
