/** Why a found case has its score: field by field, both values side by side. */
import { Drawer, Table, Text } from '@mantine/core';
import { IconPlusMinus, IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DuplicatedCase } from '../../../shared/contract/index.ts';
import { StatusBadge, type Tone } from '../../components/index.ts';
import { useOpenDialog } from '../../components/openDialogs.ts';
import type { Duplicates } from './duplicates.queries.ts';
import classes from './duplicates.module.css';

type Evidence = DuplicatedCase['evidence'][number];

export const BAND_TONES: Readonly<Record<DuplicatedCase['band'], Tone>> = {
  certain: 'error',
  likely: 'error',
  possible: 'warning',
  hidden: 'neutral',
};

const MATCHES: Readonly<Record<Evidence['match'], { Sign: typeof IconCheck; tone: Tone }>> = {
  agree: { Sign: IconCheck, tone: 'success' },
  close: { Sign: IconPlusMinus, tone: 'info' },
  disagree: { Sign: IconX, tone: 'error' },
  missing: { Sign: IconMinus, tone: 'neutral' },
};

export interface EvidenceDrawerProps {
  /** null: hidden */
  row: DuplicatedCase | null;
  bands: Duplicates['bands'];
  onClose: () => void;
}

export function EvidenceDrawer({ row, bands, onClose }: EvidenceDrawerProps) {
  const { t } = useTranslation('duplicates');
  return (
    <Drawer
      opened={row !== null}
      onClose={onClose}
      position="right"
      size="lg"
      title={t('why.title', { caseNo: row?.caseNo ?? '' })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {row && (
        <>
          <ClosesWithBack onClose={onClose} />
          <Text>
            <StatusBadge tone={BAND_TONES[row.band]}>{t(`bands.${row.band}`)}</StatusBadge>{' '}
            {t('why.score', { score: row.score })}
          </Text>
          <Text size="sm" my="xs">
            {row.band === 'certain' ? t('why.certain') : t('why.bands', bands)}
          </Text>
          {row.toldApart && (
            <Text size="sm" my="xs">
              {t('why.told', { by: row.toldApart.by, reason: row.toldApart.reason })}
            </Text>
          )}
          <div className={classes.evidence}>
            <Table aria-label={t('why.title', { caseNo: row.caseNo })}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th scope="col">{t('why.field')}</Table.Th>
                  <Table.Th scope="col">{t('why.ours')}</Table.Th>
                  <Table.Th scope="col">{t('why.theirs')}</Table.Th>
                  <Table.Th scope="col">{t('why.match')}</Table.Th>
                  <Table.Th scope="col" className={classes.points}>
                    {t('why.points')}
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {row.evidence.map((evidence) => (
                  <EvidenceLine key={evidence.field} evidence={evidence} />
                ))}
              </Table.Tbody>
            </Table>
          </div>
        </>
      )}
    </Drawer>
  );
}

function ClosesWithBack({ onClose }: Pick<EvidenceDrawerProps, 'onClose'>) {
  useOpenDialog(onClose);
  return null;
}

function EvidenceLine({ evidence }: { evidence: Evidence }) {
  const { t } = useTranslation('duplicates');
  const { field, label, match, why, by, ours, theirs, points } = evidence;
  const { Sign, tone } = MATCHES[match];
  const values = (texts: readonly string[]) => (texts.length > 0 ? texts.join('; ') : t('why.nothing'));
  return (
    <Table.Tr data-field={field} data-match={match}>
      <Table.Th scope="row">{label}</Table.Th>
      <Table.Td>{values(ours)}</Table.Td>
      <Table.Td>{values(theirs)}</Table.Td>
      <Table.Td>
        <span className={classes.match} data-tone={tone}>
          <Sign size={14} aria-hidden />
          {t(`match.${match}`)}
        </span>
        {why !== null && why !== 'same' && why !== 'other' && (
          <Text size="xs">{t(`reasons.${why}`, { by, context: field })}</Text>
        )}
      </Table.Td>
      <Table.Td className={classes.points}>{points > 0 ? `+${points}` : points}</Table.Td>
    </Table.Tr>
  );
}
