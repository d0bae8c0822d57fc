/** All versions of the case, all signatures under them, what they were imported from, and what two versions say differently. */
import { Button, Group, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import type { PageSession } from '../../../engine/index.ts';
import {
  DataTable,
  Dialog,
  EmptyState,
  FlagBadges,
  LoadingArea,
  StatusBadge,
} from '../../../components/index.ts';
import { useRouteContext, useTimeZone } from '../../../app-context/routeContext.ts';
import { formatTime } from '../../../i18n/formatTime.ts';
import { meaningWords } from '../../../signature/index.ts';
import { pagePath, useCaseRoute } from '../caseRoute.ts';
import { CompareSides } from '../history/CompareSides.tsx';
import { ImportsOfCase } from './ImportsOfCase.tsx';
import { reasonWords } from './reasonWords.ts';
import classes from './status.module.css';
import { signaturesQuery, versionsQuery, type Signature, type Version } from './versions.queries.ts';
import { versionText } from './versionText.ts';

const WIDTH_PX = 1100;
/** Enough of a hash to distinguish it by eye; the title has all of it. */
const SHOWN_OF_HASH = 12;

export interface VersionsDialogProps {
  caseKey: number;
  catalogue: Catalogue;
  /** of the open page, whose unsaved edits can be compared */
  session: PageSession | null;
  /** begins with the comparison */
  comparing?: boolean;
  onClose: () => void;
}

export function VersionsDialog(props: VersionsDialogProps) {
  const { caseKey, catalogue, session, onClose } = props;
  const { t } = useTranslation('status');
  const [comparing, setComparing] = useState(props.comparing ?? false);
  const versions = useQuery(versionsQuery(caseKey));
  const signatures = useQuery(signaturesQuery(caseKey));
  const list = versions.data?.listInfo ?? [];
  return (
    <Dialog onClose={onClose} size={WIDTH_PX} title={t(comparing ? 'compare.title' : 'versions.title')}>
      {comparing && versions.isSuccess ? (
        <CompareSides
          {...{ caseKey, catalogue, session }}
          versions={list}
          onBack={() => setComparing(false)}
          onLeave={onClose}
        />
      ) : (
        <Stack>
          {versions.isPending && <LoadingArea />}
          <VersionTable versions={list} caseKey={caseKey} onOpen={onClose} />
          {list.length > 0 && (
            <Group justify="flex-end">
              <Button variant="default" onClick={() => setComparing(true)}>
                {t('compare.open')}
              </Button>
            </Group>
          )}
          <Title order={3}>{t('signatures.title')}</Title>
          {signatures.data && <SignatureTable signatures={signatures.data.listInfo} />}
          <ImportsOfCase caseKey={caseKey} />
        </Stack>
      )}
    </Dialog>
  );
}

interface VersionTableProps {
  versions: readonly Version[];
  caseKey: number;
  onOpen: () => void;
}

function VersionTable({ versions, caseKey, onOpen }: VersionTableProps) {
  const { t } = useTranslation('status');
  const timeZone = useTimeZone();
  const { page, to } = useCaseRoute();
  return (
    <DataTable
      label={t('versions.list')}
      rows={versions}
      rowKey={(version) => String(version.caseKey)}
      columns={[
        {
          key: 'no',
          label: t('versions.no'),
          render: (version) => (
            <Link
              to={to(pagePath(version.caseKey, page ?? ''))}
              className={classes.link}
              onClick={onOpen}
              aria-current={version.caseKey === caseKey || undefined}
            >
              {versionText(t, version.versionNo)}
            </Link>
          ),
        },
        {
          key: 'made',
          label: t('versions.made'),
          render: ({ createdAt }) => formatTime(createdAt, timeZone),
        },
        {
          key: 'by',
          label: t('versions.by'),
          render: ({ createdBy, createdByName }) => `${createdByName} (${createdBy})`,
        },
        {
          key: 'reason',
          label: t('versions.reason'),
          render: ({ reason }) => reason && reasonWords(t, reason),
        },
        {
          key: 'status',
          label: t('versions.status'),
          render: ({ status }) => (
            <Group gap={4}>
              <FlagBadges status={status} />
            </Group>
          ),
        },
      ]}
    />
  );
}

function SignatureTable({ signatures }: { signatures: readonly Signature[] }) {
  const { t } = useTranslation('status');
  const { language } = useRouteContext();
  const timeZone = useTimeZone();
  if (signatures.length === 0) return <EmptyState title={t('signatures.none')} />;
  return (
    <DataTable
      label={t('signatures.title')}
      rows={signatures}
      rowKey={({ at, statusId }) => `${at} ${statusId}`}
      columns={[
        { key: 'at', label: t('signatures.at'), render: ({ at }) => formatTime(at, timeZone) },
        {
          key: 'who',
          label: t('signatures.who'),
          render: ({ userName, userId }) => `${userName} (${userId})`,
        },
        {
          key: 'meaning',
          label: t('signature.meaning'),
          render: ({ meaning }) => meaningWords(meaning, language),
        },
        {
          key: 'act',
          label: t('signatures.act'),
          render: ({ statusId, reason }) => `${t(`to.${statusId}.Y`)}: ${reasonWords(t, reason)}`,
        },
        {
          key: 'what',
          label: t('signatures.what'),
          render: ({ versionNo, signedHash }) => (
            <>
              {versionText(t, versionNo)} <code title={signedHash}>{signedHash.slice(0, SHOWN_OF_HASH)}</code>
            </>
          ),
        },
        {
          key: 'state',
          label: t('signatures.state'),
          render: ({ intact, changesSince }) => (
            <Group gap={4}>
              <StatusBadge tone={intact ? 'success' : 'error'}>
                {t(intact ? 'signatures.intact' : 'signatures.broken')}
              </StatusBadge>
              {changesSince > 0 && (
                <StatusBadge tone="warning">
                  {t('signatures.changesSince', { count: changesSince })}
                </StatusBadge>
              )}
            </Group>
          ),
        },
      ]}
    />
  );
}
