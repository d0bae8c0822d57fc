/** What the duplicate check found (specification 2 sections 2, 4, 8 and 9): the cases, why they are alike, what to do. */
import { Button, Group, Slider, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DuplicatedCase } from '../../../shared/contract/index.ts';
import { Dialog, ReasonDialog, SubmitForm, useDialog } from '../../components/index.ts';
import { Notice } from '../../feedback/Notice.tsx';
import { reasonProps } from '../../feedback/reasonProps.ts';
import type { Duplicates } from './duplicates.queries.ts';
import { EvidenceDrawer } from './EvidenceDrawer.tsx';
import { FoundCases, type DuplicateDismissal, type RowActions } from './FoundCases.tsx';
import classes from './duplicates.module.css';

/** The found cases that this user or others have dismissed as duplicates, by case key. */
export const dismissalsOf = ({ listInfo }: Duplicates): ReadonlyMap<number, DuplicateDismissal> =>
  new Map(
    listInfo.flatMap(({ caseKey, toldApart: dismissal }) =>
      dismissal ? [[caseKey, dismissal] as const] : [],
    ),
  );

export interface DuplicatesDialogProps {
  found: Duplicates;
  dismissed: ReadonlyMap<number, DuplicateDismissal>;
  /** something is being done: nothing can be pressed */
  busy: boolean;
  /** another dialog lies over it */
  covered?: boolean;
  /** what OK does, in a word or two; null: the user may do nothing */
  confirmLabel: string | null;
  onClose: () => void;
  onCancel: () => void;
  onConfirm: () => void;
  onFollowUp?: (caseKey: number) => void;
  /** where it rejects, the dialog that asks for the reason stays open with it */
  onDismiss?: (caseKey: number, reason: string) => Promise<unknown>;
  onTakeBack?: (caseKey: number, reason: string) => Promise<unknown>;
}

/** "extra large" and "medium" of the specification */
const SIZES = { found: 1140, none: 'md' } as const;
const MAX_THRESHOLD = 40;

interface Asking {
  row: DuplicatedCase;
  what: 'tell' | 'takeBack';
}

export function DuplicatesDialog(props: DuplicatesDialogProps) {
  const { found, dismissed, busy, covered = false, confirmLabel, onClose, onCancel, onConfirm } = props;
  const { onFollowUp, onDismiss, onTakeBack } = props;
  const { t } = useTranslation('duplicates');
  const { bands, listInfo, trial, hasEmptyItemCases, emptyItems, isTooLittle } = found;
  const [threshold, setThreshold] = useState(bands.possible);
  const [why, setWhy] = useState<DuplicatedCase | null>(null);
  const asking = useDialog<Asking, string>({
    carryOut: async ({ row, what }, reason) =>
      (what === 'tell' ? onDismiss : onTakeBack)?.(row.caseKey, reason),
  });
  const rows = listInfo.filter(({ score, band }) => band === 'certain' || score >= threshold);
  const hasFound = listInfo.length > 0;
  const isUnknown = isTooLittle && !hasFound;
  const undecided = listInfo.filter(
    ({ caseKey, band }) => (band === 'certain' || band === 'likely') && !dismissed.has(caseKey),
  ).length;
  const open = rows.filter(({ caseKey }) => !dismissed.has(caseKey));
  // the best one that may well be the same case; the list begins with it
  const best = onFollowUp && open.find(({ band }) => band === 'certain' || band === 'likely');
  const isDefault = found.caseKey !== null || (!isUnknown && open.length === 0);
  const isDismissing = asking.subject?.what === 'tell';
  const isOnTop = why === null && asking.subject === null && !covered;
  const actions: RowActions = {
    onWhy: setWhy,
    onFollowUp: onFollowUp && (({ caseKey }) => onFollowUp(caseKey)),
    onDismiss: onDismiss && ((row) => asking.show({ row, what: 'tell' })),
    onTakeBack:
      onTakeBack &&
      // dismissals that are not stored yet need no reason
      ((row) =>
        found.caseKey === null ? void onTakeBack(row.caseKey, '') : asking.show({ row, what: 'takeBack' })),
  };
  return (
    <>
      <Dialog
        busy={busy}
        onClose={onClose}
        size={hasFound ? SIZES.found : SIZES.none}
        title={t('dialog.title')}
        closeOnEscape={isOnTop}
      >
        <Stack gap="sm">
          {isUnknown ? (
            <Notice tone="warning">{t('tooLittle', { items: emptyItems.join(', ') })}</Notice>
          ) : (
            <>
              {hasEmptyItemCases && (
                <Notice tone="warning">{t('hasEmptyItemCases', { items: emptyItems.join(', ') })}</Notice>
              )}
              <Text role="status">
                {t(hasFound ? 'duplicatedCases' : 'noDuplicatedCases', { count: listInfo.length })}
              </Text>
            </>
          )}
          {hasFound && (
            <>
              <Threshold
                from={bands.possible}
                value={threshold}
                onChange={setThreshold}
                shown={rows.length}
              />
              <FoundCases rows={rows} trial={trial} dismissed={dismissed} actions={actions} />
            </>
          )}
          <SubmitForm className={classes.foot} onSubmit={onConfirm}>
            {confirmLabel !== null && undecided > 0 && found.caseKey === null && (
              <Text size="sm" className={classes.undecided}>
                {t('undecided', { count: undecided })}
              </Text>
            )}
            <Group gap="xs" ml="auto">
              <Button variant="default" disabled={busy} onClick={onClose}>
                {t('common:close')}
              </Button>
              <Button variant="default" disabled={busy} onClick={onCancel}>
                {t('common:cancel')}
              </Button>
              {confirmLabel !== null && (
                <Button type="submit" loading={busy} variant={isDefault ? 'filled' : 'default'}>
                  {confirmLabel}
                </Button>
              )}
              {best && onFollowUp && (
                <Button disabled={busy} onClick={() => onFollowUp(best.caseKey)}>
                  {t('actions.makeFollowUpOf', { caseNo: best.caseNo })}
                </Button>
              )}
            </Group>
          </SubmitForm>
        </Stack>
      </Dialog>
      <EvidenceDrawer row={why} bands={bands} onClose={() => setWhy(null)} />
      {asking.subject && (
        <ReasonDialog
          {...reasonProps(asking)}
          title={t(isDismissing ? 'tell.title' : 'takeBack.title', { caseNo: asking.subject.row.caseNo })}
          confirmLabel={t(isDismissing ? 'tell.confirm' : 'takeBack.confirm')}
        />
      )}
    </>
  );
}

interface ThresholdProps {
  from: number;
  value: number;
  shown: number;
  onChange: (value: number) => void;
}

/** Cases below the score are hidden; those that are certain never are. */
function Threshold({ from, value, shown, onChange }: ThresholdProps) {
  const { t } = useTranslation('duplicates');
  return (
    <Group gap="md" align="center">
      <Text size="sm" id="duplicate-threshold">
        {t('threshold', { value })}
      </Text>
      <Slider
        className={classes.slider}
        min={from}
        max={MAX_THRESHOLD}
        step={1}
        label={null}
        value={value}
        onChange={onChange}
        thumbProps={{
          'aria-labelledby': 'duplicate-threshold',
          'aria-valuetext': t('shown', { count: shown }),
        }}
      />
      <Text size="sm" role="status">
        {t('shown', { count: shown })}
      </Text>
    </Group>
  );
}
