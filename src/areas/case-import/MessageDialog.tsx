/** One message: every compared field beside the stored case or an earlier message, findings, unmapped elements, converted values. */
import { Table, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Comparison } from '../../../shared/contract/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { useCatalogue } from '../../catalogue/catalogue.queries.ts';
import { Dialog, LoadingArea, StatusBadge } from '../../components/index.ts';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { DifferenceTables } from '../../page-editor/differences/DifferenceTables.tsx';
import { MessageDetails } from '../../import-view/MessageDetails.tsx';
import { messageQuery } from './importRuns.queries.ts';
import { useImportScope } from './useImportScope.ts';

/** wide enough for both sides beside each other */
const WIDTH_PX = 900;

interface MessageDialogProps {
  runKey: string;
  seq: number;
  onClose: () => void;
}

export function MessageDialog({ runKey, seq, onClose }: MessageDialogProps) {
  const { t } = useTranslation('import');
  const { data, error } = useQuery(messageQuery(useImportScope(), runKey, seq));
  const title = t('detail.title', { name: data?.message.caseNumber ?? seq });
  const targetSeq = data?.message.targetSeq ?? null;
  const other =
    data?.message.target?.caseNo ??
    (targetSeq === null ? t('detail.theirs') : t('detail.theirMessage', { seq: targetSeq }));
  return (
    <Dialog onClose={onClose} size={WIDTH_PX} title={title}>
      <FailureNotice error={error} />
      {!data && !error && <LoadingArea />}
      {data && (
        <>
          <Table aria-label={title}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('detail.field')}</Table.Th>
                <Table.Th scope="col">{t('detail.ours')}</Table.Th>
                <Table.Th scope="col">{other}</Table.Th>
                <Table.Th scope="col">{t('detail.match')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.message.facts
                .filter(({ ours, theirs }) => ours.length + theirs.length > 0)
                .map(({ field, label, ours, theirs, match }) => (
                  <Table.Tr key={field}>
                    <Table.Th scope="row">{label}</Table.Th>
                    <Table.Td>{ours.join('; ') || '–'}</Table.Td>
                    <Table.Td>{theirs.join('; ') || '–'}</Table.Td>
                    <Table.Td>
                      {match !== 'missing' && (
                        <StatusBadge
                          tone={match === 'disagree' ? 'error' : match === 'agree' ? 'success' : 'info'}
                        >
                          {t(`matches.${match}`)}
                        </StatusBadge>
                      )}
                    </Table.Td>
                  </Table.Tr>
                ))}
            </Table.Tbody>
          </Table>
          {data.difference && <Differences comparison={data.difference} isStored={targetSeq === null} />}
          <MessageDetails {...data} />
        </>
      )}
    </Dialog>
  );
}

interface DifferencesProps {
  comparison: Comparison;
  /** else of an earlier message */
  isStored: boolean;
}

/** From what has the time of the message: the stored version, as if that had been made of the message, or an earlier message. */
function Differences({ comparison, isStored }: DifferencesProps) {
  const { t } = useTranslation('import');
  const { appendix } = useRouteContext();
  const catalogue = useCatalogue(appendix);
  if (comparison.listInfo.length === 0) return null;
  const title = isStored ? t('detail.differences') : t('detail.differencesFromMessage');
  return (
    <section aria-label={title}>
      <Title order={3} mt="md">
        {title}
      </Title>
      <DifferenceTables
        comparison={comparison}
        catalogue={catalogue}
        names={[isStored ? t('detail.theirs') : t('detail.earlierMessage'), t('detail.ours')]}
      />
    </section>
  );
}
