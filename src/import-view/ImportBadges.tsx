/** Proposals and outcomes of imported messages in a word. */
import { useTranslation } from 'react-i18next';
import type { ImportedCase, ImportMessage } from '../../shared/contract/index.ts';
import { StatusBadge, type Tone } from '../components/index.ts';

const PROPOSALS: Readonly<Record<ImportMessage['proposal'], Tone>> = {
  new: 'success',
  followUp: 'info',
  nullification: 'info',
  duplicate: 'warning',
  otherPatient: 'warning',
  otherContent: 'warning',
  refused: 'error',
};

const OUTCOMES: Readonly<Record<NonNullable<ImportedCase['decision']>, Tone>> = {
  new: 'success',
  followUp: 'info',
  refused: 'error',
  skipped: 'neutral',
};

export function ProposalBadge({ proposal }: Pick<ImportMessage, 'proposal'>) {
  const { t } = useTranslation('import');
  return <StatusBadge tone={PROPOSALS[proposal]}>{t(`proposals.${proposal}`)}</StatusBadge>;
}

/** `outcome` null: the import has not come to the message. */
export function OutcomeBadge({ outcome }: { outcome: ImportedCase['decision'] }) {
  const { t } = useTranslation('import');
  return (
    <StatusBadge tone={outcome === null ? 'neutral' : OUTCOMES[outcome]}>
      {t(`outcomes.${outcome ?? 'waiting'}`)}
    </StatusBadge>
  );
}
