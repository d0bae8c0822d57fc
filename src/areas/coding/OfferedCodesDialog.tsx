/** Suggested codes for several terms: a preview with tick boxes, then the outcome for each term. */
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  DataTable,
  Dialog,
  GuardedButton,
  LoadingArea,
  StatusBadge,
  type Column,
} from '../../components/index.ts';
import { FailedArea } from '../../feedback/FailedArea.tsx';
import { Notice } from '../../feedback/Notice.tsx';
import type { OfferedCode, OfferedCodes } from './coding.queries.ts';
import classes from './coding.module.css';
import { useAccept, type Accepting } from './useAccept.ts';

const WIDTH_PX = 900;

export interface OfferedCodesDialogProps<Code extends OfferedCode> {
  title: string;
  /** while they are looked for */
  looking: string;
  /** how far that is, where it is known */
  percent?: number;
  /** so many codes for so many terms */
  found: (count: number, terms: number) => string;
  offered: UseQueryResult<OfferedCodes<Code>>;
  /** why each is offered */
  why?: (code: Code) => ReactNode;
  /** not ticked at first; left out: all are */
  isDoubtful?: (code: Code) => boolean;
  /** asked before anything is saved; false: nothing is */
  confirm?: (chosen: readonly Code[], offered: OfferedCodes<Code>) => Promise<boolean>;
  /** called after a save: reads the list again */
  onDone: () => Promise<void>;
  onClose: () => void;
}

export function OfferedCodesDialog<Code extends OfferedCode>(props: OfferedCodesDialogProps<Code>) {
  const {
    title,
    looking,
    percent,
    found,
    offered,
    why,
    isDoubtful = () => false,
    confirm,
    onDone,
    onClose,
  } = props;
  const { t } = useTranslation(['coding', 'common']);
  const { data, error, isPending, refetch } = offered;
  const accepting = useAccept();
  const { state } = accepting;
  const saving = state === 'saving';
  const columns = useOfferedColumns(accepting, why);
  const codes = data?.codes ?? [];
  /** the user's choices; terms without one have the default */
  const [ticks, setTicks] = useState<ReadonlyMap<string, boolean>>(new Map());
  const chosen = codes.filter((code) => ticks.get(code.rowKey) ?? !isDoubtful(code));
  const isOver = state === 'done' || (data !== undefined && codes.length === 0);
  const accept = async () => {
    if (!data || (confirm && !(await confirm(chosen, data)))) return;
    await accepting.accept(chosen);
    await onDone();
  };
  return (
    <Dialog size={WIDTH_PX} title={title} onClose={onClose} busy={saving}>
      <Stack gap="sm">
        {isPending && <LoadingArea label={looking} />}
        {isPending && percent !== undefined && <Progress aria-label={title} value={percent} />}
        {error && <FailedArea kind="panel" error={error} onRetry={() => void refetch()} />}
        {data && (
          <>
            <Text role="status" fw={600}>
              {state === 'choosing' ? found(codes.length, data.terms) : t('matches.saved', saved(accepting))}
            </Text>
            {data.notLoaded && <Notice tone="warning">{t('matches.notLoaded')}</Notice>}
            {data.sample && <Notice tone="warning">{t('matches.sample')}</Notice>}
            {data.unanswered && (
              <Notice tone="warning">{t('recommended.unanswered', data.unanswered)}</Notice>
            )}
            {saving && (
              <Progress
                aria-label={title}
                value={(100 * accepting.outcomes.size) / Math.max(1, chosen.length)}
              />
            )}
            {codes.length > 0 && (
              <div className={classes.rows}>
                <DataTable
                  label={title}
                  rows={state === 'choosing' ? codes : chosen}
                  rowKey={({ rowKey }) => rowKey}
                  columns={columns}
                  {...(state === 'choosing' && {
                    selected: new Set(chosen.map(({ rowKey }) => rowKey)),
                    onSelect: (ticked: ReadonlySet<string>) =>
                      setTicks(new Map(codes.map(({ rowKey }) => [rowKey, ticked.has(rowKey)]))),
                  })}
                />
              </div>
            )}
          </>
        )}
        <Group justify="flex-end" gap="xs">
          {!saving && (
            <Button variant="default" onClick={onClose} data-autofocus>
              {t(isOver ? 'common:close' : 'common:cancel')}
            </Button>
          )}
          {state !== 'done' && codes.length > 0 && (
            <GuardedButton
              loading={saving}
              why={chosen.length === 0 ? t('matches.tick') : null}
              onClick={() => void accept()}
            >
              {t('matches.accept', { count: chosen.length })}
            </GuardedButton>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

const saved = ({ outcomes }: Accepting) => ({
  count: [...outcomes.values()].filter((refusal) => refusal === null).length,
  refused: [...outcomes.values()].filter((refusal) => refusal !== null).length,
});

function useOfferedColumns<Code extends OfferedCode>(
  { state, outcomes }: Accepting,
  why: OfferedCodesDialogProps<Code>['why'],
): Column<Code>[] {
  const { t } = useTranslation('coding');
  return useMemo(() => {
    const outcomeOf = ({ rowKey }: Code) => {
      const refusal = outcomes.get(rowKey);
      if (refusal === undefined) return <StatusBadge tone="neutral">{t('matches.waiting')}</StatusBadge>;
      return refusal ?? <StatusBadge tone="success">{t('matches.done')}</StatusBadge>;
    };
    const columns: Column<Code>[] = [
      {
        key: 'case',
        label: t('case'),
        render: ({ caseNo }) => <span className={classes.caseNo}>{caseNo}</span>,
      },
      { key: 'reported', label: t('reported'), render: ({ reported }) => reported },
      { key: 'term', label: t('term'), render: ({ term }) => term },
      { key: 'codeOf', label: t('codeOf'), render: ({ code }) => code },
    ];
    if (why) columns.push({ key: 'why', label: t('why'), render: why });
    if (state !== 'choosing') columns.push({ key: 'outcome', label: t('outcome'), render: outcomeOf });
    return columns;
  }, [t, state, outcomes, why]);
}
