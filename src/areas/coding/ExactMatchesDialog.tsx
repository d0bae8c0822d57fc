/** Terms the dictionary has exactly so: shown first, accepted where they are ticked, each told what became of it. */
import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CodingMenu } from '../../../shared/contract/index.ts';
import { DataTable, GuardedButton, LoadingArea, StatusBadge, type Column } from '../../components/index.ts';
import { FailedArea } from '../../frame/FailedArea.tsx';
import { Notice } from '../../frame/Notice.tsx';
import { matchesQuery, type ExactMatch } from './coding.queries.ts';
import classes from './coding.module.css';
import { useAccept, type Accepting } from './useAccept.ts';

const WIDTH_PX = 900;
const NO_MATCHES: readonly ExactMatch[] = [];

export interface ExactMatchesDialogProps {
  menuId: CodingMenu;
  /** what narrows the list */
  query: Readonly<Record<string, unknown>>;
  /** null: of all that the list holds */
  rowKeys: readonly string[] | null;
  /** something was saved: reads the list anew */
  onDone: () => Promise<void>;
  onClose: () => void;
}

export function ExactMatchesDialog({ menuId, query, rowKeys, onDone, onClose }: ExactMatchesDialogProps) {
  const { t } = useTranslation(['coding', 'common']);
  // the choice in the list may change under the dialog: what was asked stays
  const [asked] = useState({ menuId, query, rowKeys });
  const preview = useQuery(matchesQuery(asked));
  const accepting = useAccept();
  const saving = accepting.state === 'saving';
  const columns = useMatchColumns(accepting);
  const matches = preview.data?.listInfo ?? NO_MATCHES;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = matches.filter(({ rowKey }) => !left.has(rowKey));
  const keys = new Set(chosen.map(({ rowKey }) => rowKey));
  const accept = async () => {
    if (!preview.data) return;
    await accepting.accept(chosen, preview.data);
    await onDone();
  };
  return (
    <Modal
      opened
      size={WIDTH_PX}
      title={t('matches.title')}
      onClose={onClose}
      closeOnClickOutside={!saving}
      closeOnEscape={!saving}
      withCloseButton={!saving}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="sm">
        {preview.isPending && <LoadingArea label={t('matches.looking')} />}
        {preview.isError && (
          <FailedArea kind="panel" error={preview.error} onRetry={() => void preview.refetch()} />
        )}
        {preview.data && (
          <>
            <Text role="status" fw={600}>
              {accepting.state === 'choosing'
                ? t('matches.found', { count: matches.length, terms: preview.data.terms })
                : t('matches.saved', saved(accepting))}
            </Text>
            {preview.data.version === null && <Notice tone="warning">{t('matches.notLoaded')}</Notice>}
            {preview.data.sample && <Notice tone="warning">{t('matches.sample')}</Notice>}
            {saving && (
              <Progress
                aria-label={t('matches.title')}
                value={(100 * accepting.outcomes.size) / Math.max(1, chosen.length)}
              />
            )}
            {matches.length > 0 && (
              <div className={classes.rows}>
                <DataTable
                  label={t('matches.title')}
                  rows={accepting.state === 'choosing' ? matches : chosen}
                  rowKey={({ rowKey }) => rowKey}
                  columns={columns}
                  {...(accepting.state === 'choosing' && {
                    selected: keys,
                    onSelect: (ticked: ReadonlySet<string>) =>
                      setLeft(new Set(matches.flatMap(({ rowKey }) => (ticked.has(rowKey) ? [] : [rowKey])))),
                  })}
                />
              </div>
            )}
          </>
        )}
        <Group justify="flex-end" gap="xs">
          {!saving && (
            <Button variant="default" onClick={onClose} data-autofocus>
              {t(accepting.state === 'done' ? 'common:close' : 'common:cancel')}
            </Button>
          )}
          {accepting.state !== 'done' && matches.length > 0 && (
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
    </Modal>
  );
}

const saved = ({ outcomes }: Accepting) => ({
  count: [...outcomes.values()].filter((refusal) => refusal === null).length,
  refused: [...outcomes.values()].filter((refusal) => refusal !== null).length,
});

function useMatchColumns({ state, outcomes }: Accepting): Column<ExactMatch>[] {
  const { t } = useTranslation('coding');
  return useMemo(() => {
    const outcomeOf = ({ rowKey }: ExactMatch) => {
      const refusal = outcomes.get(rowKey);
      if (refusal === undefined) return <StatusBadge tone="neutral">{t('matches.waiting')}</StatusBadge>;
      return refusal ?? <StatusBadge tone="success">{t('matches.done')}</StatusBadge>;
    };
    return [
      { key: 'case', label: t('case'), render: ({ caseNo }) => caseNo },
      { key: 'reported', label: t('reported'), render: ({ reported }) => reported },
      { key: 'term', label: t('term'), render: ({ term }) => term },
      { key: 'codeOf', label: t('codeOf'), render: ({ code }) => code },
      ...(state === 'choosing'
        ? []
        : [{ key: 'outcome', label: t('outcome'), render: outcomeOf } satisfies Column<ExactMatch>]),
    ];
  }, [t, state, outcomes]);
}
