/** How a receiver answered a message: in words, with a tone. */
import { useTranslation } from 'react-i18next';
import { StatusBadge, type Tone } from '../components/index.ts';

const TONES: Readonly<Record<string, Tone>> = {
  accepted: 'success',
  acceptedWithWarning: 'warning',
  rejected: 'error',
  needsDecision: 'warning',
  conflict: 'error',
  sent: 'info',
  delayed: 'warning',
  'manual.accepted': 'success',
  'manual.rejected': 'error',
};

export const messageTone = (state: string): Tone => TONES[state] ?? 'neutral';

/** Delayed and what users set are words of the batch. */
export function useMessageStateText(): (state: string) => string {
  const { t } = useTranslation('submissions');
  return (state) =>
    state === 'delayed' || state.startsWith('manual.') ? t(`states.${state}`) : t(`messageStates.${state}`);
}

export function MessageState({ state }: { state: string }) {
  const textOf = useMessageStateText();
  return <StatusBadge tone={messageTone(state)}>{textOf(state)}</StatusBadge>;
}
