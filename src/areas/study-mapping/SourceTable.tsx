/** The sources of a company: how they stand, and what is changed of them, each with its reason. */
import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  exportSourceAudit,
  listSourceAudit,
  makeSourceToken,
  type DataOf,
  type readCompanySources,
  type StudySourceOfCompany,
} from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { useTimeZone } from '../../app-context/routeContext.ts';
import {
  Dialog,
  EmptyState,
  ReasonDialog,
  StatusBadge,
  Timestamp,
  useDialog,
} from '../../components/index.ts';
import { ShownToken } from './ShownToken.tsx';
import { reasonProps } from '../../feedback/reasonProps.ts';
import { List } from '../../lists/index.ts';
import { SourceDialog } from './SourceDialog.tsx';
import classes from './studyMapping.module.css';

type Answer = DataOf<typeof readCompanySources>;

interface SourceTableProps {
  route: { sponsorKey: number; companyKey: number };
  answer: Answer;
  onChanged: () => Promise<void>;
}

const AUDIT = 'AD-MU-CO-SS-AT';
const COLUMNS = ['name', 'sponsor', 'kind', 'schedule', 'state', 'readAt', 'links', 'actions'] as const;

export function SourceTable({ route, answer, onChanged }: SourceTableProps) {
  const { t } = useTranslation(['studyMapping', 'syncStudies']);
  const queries = useQueryClient();
  const [edited, setEdited] = useState<StudySourceOfCompany | 'new' | null>(null);
  const [history, setHistory] = useState<StudySourceOfCompany | null>(null);
  const [shown, setShown] = useState<{ token: string; path: string; name: string } | null>(null);
  const readAgain = async () => {
    await Promise.all([
      onChanged(),
      ...['AD-MU-CO-ST', AUDIT].map((menuId) => queries.invalidateQueries({ queryKey: ['list', menuId] })),
    ]);
  };
  const token = useDialog<StudySourceOfCompany, string>({
    carryOut: async ({ sourceKey, sponsorKey: ofSponsor, name }, reason) => {
      const params = { ...route, ofSponsor, sourceKey };
      setShown({ ...(await call(makeSourceToken, { params, body: { reason } })), name });
    },
    afterwards: () => void readAgain(),
  });
  return (
    <section aria-labelledby="sources">
      <Group justify="space-between">
        <h2 id="sources" className={classes.heading}>
          {t('sources')}
        </h2>
        <Button
          variant="default"
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={() => setEdited('new')}
        >
          {t('addSource')}…
        </Button>
      </Group>
      {shown && <ShownToken {...shown} />}
      {answer.sources.length === 0 ? (
        <EmptyState title={t('noSources')} />
      ) : (
        <Table.ScrollContainer minWidth={900}>
          <Table aria-labelledby="sources">
            <Table.Thead>
              <Table.Tr>
                {COLUMNS.map((column) => (
                  <Table.Th key={column}>{t(`columns.${column}`)}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {answer.sources.map((source) => (
                <SourceRow
                  key={source.sourceKey}
                  source={source}
                  sponsor={answer.sponsors.find((one) => one.sponsorKey === source.sponsorKey)?.name ?? ''}
                  onEdit={() => setEdited(source)}
                  onToken={() => token.show(source)}
                  onHistory={() => setHistory(source)}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {edited && (
        <SourceDialog
          {...{ route, answer }}
          source={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={async () => {
            setEdited(null);
            await readAgain();
          }}
        />
      )}
      {token.subject && (
        <ReasonDialog
          {...reasonProps(token)}
          title={t('makeToken')}
          note={<Text>{t(token.subject.hasToken ? 'tokenAgain' : 'tokenNote')}</Text>}
        />
      )}
      {history && (
        <Dialog onClose={() => setHistory(null)} size="xl" title={t('historyOf', { name: history.name })}>
          <List
            menuId={AUDIT}
            call={listSourceAudit}
            exportCall={exportSourceAudit}
            params={{ ...route, ofSponsor: history.sponsorKey, sourceKey: history.sourceKey }}
            of={history.sourceKey}
            label={t('historyOf', { name: history.name })}
            empty={t('noHistory')}
          />
        </Dialog>
      )}
    </section>
  );
}

interface SourceRowProps {
  source: StudySourceOfCompany;
  sponsor: string;
  onEdit: () => void;
  onToken: () => void;
  onHistory: () => void;
}

function SourceRow({ source, sponsor, onEdit, onToken, onHistory }: SourceRowProps) {
  const { t } = useTranslation(['studyMapping', 'syncStudies']);
  const timeZone = useTimeZone();
  const { name, kind, everyHours, readAt, links, hasToken } = source;
  const button = (words: string, onClick: () => void) => (
    <Button size="compact-sm" variant="default" aria-label={`${words}: ${name}`} onClick={onClick}>
      {words}
    </Button>
  );
  return (
    <Table.Tr>
      <Table.Td>{name}</Table.Td>
      <Table.Td>{sponsor}</Table.Td>
      <Table.Td>{t(`kinds.${kind}`)}</Table.Td>
      <Table.Td>{everyHours === null ? '–' : t('syncStudies:every', { count: everyHours })}</Table.Td>
      <Table.Td>
        <SourceStatus source={source} />
      </Table.Td>
      <Table.Td>{readAt === null ? '–' : <Timestamp iso={readAt} timeZone={timeZone} />}</Table.Td>
      <Table.Td>{links}</Table.Td>
      <Table.Td>
        <Group gap={6}>
          {button(t('change'), onEdit)}
          {kind === 'push' && button(t(hasToken ? 'newToken' : 'makeToken'), onToken)}
          {button(t('history'), onHistory)}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function SourceStatus({ source: { disabled, fault, failures, readAt } }: Pick<SourceRowProps, 'source'>) {
  const { t } = useTranslation(['studyMapping', 'syncStudies']);
  if (disabled) return <StatusBadge tone="warning">{t('syncStudies:off')}</StatusBadge>;
  if (fault)
    return (
      <Stack gap={2}>
        <span>
          <StatusBadge tone="error">{t('syncStudies:states.failed')}</StatusBadge>
        </span>
        <Text size="sm">{t(`syncStudies:faults.${fault}`)}</Text>
        {failures > 1 && <Text size="sm">{t('syncStudies:failures', { count: failures })}</Text>}
      </Stack>
    );
  if (readAt === null) return <StatusBadge tone="neutral">{t('syncStudies:never')}</StatusBadge>;
  return <StatusBadge tone="success">{t('syncStudies:states.done')}</StatusBadge>;
}
