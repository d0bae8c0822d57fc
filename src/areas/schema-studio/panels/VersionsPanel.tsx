/** The published versions: who, when, why, what differs between any two, and the way back. */
import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  rollBackSchemas,
  type DataOf,
  type listSchemaVersions,
  type readSchemaVersion,
} from '../../../../shared/contract/index.ts';
import { useTimeZone } from '../../../app-context/routeContext.ts';
import { call } from '../../../api/index.ts';
import {
  DataTable,
  EmptyState,
  LoadingArea,
  ReasonDialog,
  showSuccess,
  StatusBadge,
  Timestamp,
  useDialog,
  type Column,
} from '../../../components/index.ts';
import { reasonProps } from '../../../feedback/reasonProps.ts';
import { useSession } from '../../../session/sessionStore.ts';
import { schemaVersionQuery, schemaVersionsQuery } from '../studio.queries.ts';
import { TextDiff } from './TextDiff.tsx';
import styles from './panels.module.css';

type Version = DataOf<typeof listSchemaVersions>['listInfo'][number];

type Held = DataOf<typeof readSchemaVersion>;

export interface VersionsPanelProps {
  /** the version in use; 0: as delivered */
  versionNo: number;
  mayEdit: boolean;
}

export function VersionsPanel({ versionNo, mayEdit }: VersionsPanelProps) {
  const { t } = useTranslation('studio');
  const { sponsorKey } = useSession();
  const timeZone = useTimeZone();
  const queries = useQueryClient();
  const versions = useQuery(schemaVersionsQuery(sponsorKey));
  const rollBack = useMutation({
    mutationFn: ({ to, reason }: { to: number; reason: string }) =>
      call(rollBackSchemas, { params: { versionNo: to }, body: { reason, basedOn: versionNo } }),
    meta: { ownFailure: true },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['schemas'] }),
  });
  const dialog = useDialog<number, string>({
    carryOut: (to, reason) => rollBack.mutateAsync({ to, reason }),
    afterwards: (to) => showSuccess(t('versions.rolledBack', { version: to || t('versions.delivered') })),
  });
  if (versions.isPending) return <LoadingArea />;
  const rows = versions.data?.listInfo ?? [];
  const columns: Column<Version>[] = [
    {
      key: 'no',
      label: t('versions.number'),
      render: (version) => (
        <>
          {version.versionNo}{' '}
          {version.active && <StatusBadge tone="success">{t('versions.active')}</StatusBadge>}
        </>
      ),
    },
    { key: 'at', label: t('versions.at'), render: ({ at }) => <Timestamp iso={at} timeZone={timeZone} /> },
    { key: 'who', label: t('versions.who'), render: ({ userName }) => userName },
    {
      key: 'why',
      label: t('versions.reason'),
      render: ({ reason, rolledBackTo }) => (
        <>
          {rolledBackTo !== null && (
            <StatusBadge tone="info">
              {t('versions.backTo', { version: rolledBackTo || t('versions.delivered') })}
            </StatusBadge>
          )}{' '}
          {reason}
        </>
      ),
    },
    {
      key: 'changed',
      label: t('versions.changed'),
      render: ({ changed }) => <span className={styles.dim}>{changed.join(', ')}</span>,
    },
    {
      key: 'actions',
      label: t('versions.actions'),
      render: ({ versionNo: to, active }) =>
        mayEdit &&
        !active && (
          <Button size="xs" variant="default" onClick={() => dialog.show(to)}>
            {t('versions.rollBack')}
          </Button>
        ),
    },
  ];
  return (
    <div className={styles.scroll}>
      {rows.length === 0 ? (
        <EmptyState title={t('versions.none')} />
      ) : (
        <>
          <DataTable
            label={t('versions.title')}
            rows={rows}
            rowKey={(version) => String(version.versionNo)}
            columns={columns}
          />
          {mayEdit && versionNo > 0 && (
            <Button size="xs" variant="default" mt="xs" onClick={() => dialog.show(0)}>
              {t('versions.rollBackAll')}
            </Button>
          )}
          {/* starts with fresh state after a new version was published */}
          <CompareVersions key={rows[0]?.versionNo} versions={rows} />
        </>
      )}
      <ReasonDialog
        {...reasonProps(dialog)}
        opened={dialog.subject !== null}
        title={
          dialog.subject === 0
            ? t('versions.rollBackAll')
            : t('versions.rollBackTo', { version: dialog.subject ?? 0 })
        }
        note={t('versions.rollBackNote')}
        confirmLabel={t('versions.rollBack')}
      />
    </div>
  );
}

/** The difference between any two versions; 0 is the product as delivered. */
function CompareVersions({ versions }: { versions: readonly Version[] }) {
  const { t } = useTranslation('studio');
  const { sponsorKey } = useSession();
  const numbers = [...versions.map(({ versionNo }) => versionNo), 0];
  const [later, setLater] = useState(numbers[0] ?? 0);
  const [earlier, setEarlier] = useState(numbers[1] ?? 0);
  const [before, after] = useQueries({
    queries: [schemaVersionQuery(sponsorKey, earlier), schemaVersionQuery(sponsorKey, later)],
  });
  const options = numbers.map((number) => ({
    value: String(number),
    label: number === 0 ? t('versions.delivered') : t('versions.name', { version: number }),
  }));
  const oldTexts = textsOf(before.data, after.data);
  const newTexts = textsOf(after.data, before.data);
  const differing = [...oldTexts.keys()].filter((file) => oldTexts.get(file) !== newTexts.get(file));
  return (
    <section aria-label={t('versions.compare')}>
      <h3>{t('versions.compare')}</h3>
      <div className={styles.pair}>
        <NativeSelect
          size="xs"
          aria-label={t('versions.earlier')}
          value={String(earlier)}
          data={options}
          onChange={(event) => setEarlier(Number(event.currentTarget.value))}
        />
        <span aria-hidden>→</span>
        <NativeSelect
          size="xs"
          aria-label={t('versions.later')}
          value={String(later)}
          data={options}
          onChange={(event) => setLater(Number(event.currentTarget.value))}
        />
      </div>
      {before.isSuccess && after.isSuccess && differing.length === 0 && (
        <p className={styles.dim}>{t('versions.same')}</p>
      )}
      {differing.map((file) => (
        <TextDiff
          key={file}
          file={file}
          before={oldTexts.get(file) ?? null}
          after={newTexts.get(file) ?? null}
        />
      ))}
    </section>
  );
}

/** The texts of a version, for all files that it or the other one changed. */
function textsOf(version: Held | undefined, other: Held | undefined): Map<string, string | null> {
  return new Map([
    ...(other?.changes ?? []).map(({ file, product }): [string, string | null] => [file, product]),
    ...(version?.changes ?? []).map(({ file, text }): [string, string | null] => [file, text]),
  ]);
}
