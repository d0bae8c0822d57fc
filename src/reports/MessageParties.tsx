/** Receiver of a report, and the sender of a message for a contract research organisation. Forms need no receiver. */
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSession } from '../session/sessionStore.ts';
import { senderCodesQuery } from './parties.queries.ts';
import { withReceiver, XML, type ReportChoice, type ReportReceiver } from './reportChoice.ts';

/** A contract research organisation names the sender that a message is for. */
export const useNeedsSender = (): boolean => useSession().clientType === 'CRO';

export interface MessagePartiesProps {
  /** that can be chosen */
  receivers: readonly ReportReceiver[];
  choice: ReportChoice;
  onChange: (choice: ReportChoice) => void;
  isSubmitted: boolean;
}

export function MessageParties({ receivers, choice, onChange, isSubmitted }: MessagePartiesProps) {
  const { t } = useTranslation(['mail', 'reports']);
  const isMessage = choice.reportId === XML;
  const needsSender = useNeedsSender() && isMessage;
  const senders = useQuery({ ...senderCodesQuery, enabled: needsSender });
  return (
    <>
      {needsSender && (
        <Select
          label={t('sender')}
          data={(senders.data?.codeList ?? []).map(({ codeValue, codeLabel }) => ({
            value: codeValue,
            label: codeLabel,
          }))}
          value={choice.senderKey}
          onChange={(senderKey) => onChange({ ...choice, senderKey })}
          error={isSubmitted && choice.senderKey === null && t('chooseSender')}
          searchable
          withAsterisk
        />
      )}
      <Select
        label={t('receiver')}
        data={receivers.map(({ name }) => name)}
        value={choice.receiver}
        onChange={(receiver) => onChange(withReceiver(choice, receiver, receivers))}
        {...(!isMessage && { description: t('reports:masks') })}
        clearable={!isMessage}
        error={isMessage && isSubmitted && choice.receiver === null && t('chooseReceiver')}
        searchable
        withAsterisk={isMessage}
      />
    </>
  );
}
