/** For whom the user works: a sponsor and one of its senders. Both are required. */
import { Button, Group, Modal, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
// past the door of the components: the login draws this dialog too
import { SubmitForm } from '../components/SubmitForm.tsx';
import { sendersQuery, sponsorsQuery } from '../session/sponsors.queries.ts';
import type { Session } from '../session/sessionStore.ts';
import { NO_SENDER } from './place.ts';

/** Specification section 2, login dialog. */
const WIDTH_PX = 568;

export interface SponsorDialogProps {
  session: Pick<Session, 'userKey' | 'sponsorKey'>;
  /** what is chosen when it opens */
  chosen: { sponsorKey: number; sessionSenderKey: string };
  onChoose: (sponsorKey: number, sessionSenderKey: string) => void;
  onClose: () => void;
  /** shown to users with access to the system administration only */
  onSystem?: () => void;
}

export function SponsorDialog({ session, chosen, onChoose, onClose, onSystem }: SponsorDialogProps) {
  const { t } = useTranslation('frame');
  const [sponsorKey, setSponsorKey] = useState(chosen.sponsorKey);
  // choosing a sponsor clears the sender; the first of the new list is the default
  const [sender, setSender] = useState<string | null>(chosen.sessionSenderKey);
  const sponsors = useQuery(sponsorsQuery(session.userKey));
  const senders = useQuery(sendersQuery(sponsorKey, session.userKey));
  const options = senders.data?.senderList ?? [];
  const known = options.some(({ SENDER_KEY }) => String(SENDER_KEY) === sender);
  const senderKey = known && sender ? sender : String(options[0]?.SENDER_KEY ?? NO_SENDER);
  const ready = sponsors.isSuccess && senders.isSuccess;
  return (
    <Modal
      opened
      onClose={onClose}
      size={WIDTH_PX}
      title={t('sponsor.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
      centered
    >
      <SubmitForm
        onSubmit={() => {
          if (ready) onChoose(sponsorKey, senderKey);
        }}
      >
        <Stack>
          <NativeSelect
            label={t('sponsor.sponsor')}
            required
            data-autofocus
            value={String(sponsorKey)}
            data={(sponsors.data?.sponsorList ?? []).map((row) => ({
              value: String(row.sponsorKey),
              label: row.sponsorName,
            }))}
            onChange={({ currentTarget: { value } }) => {
              setSponsorKey(Number(value));
              setSender(null);
            }}
          />
          <NativeSelect
            label={t('sponsor.sender')}
            required
            value={senderKey}
            disabled={!senders.isSuccess}
            data={options.map((row) => ({ value: String(row.SENDER_KEY), label: row.SND_ORGAN }))}
            onChange={({ currentTarget: { value } }) => setSender(value)}
          />
          <Group justify="flex-end">
            {onSystem && (
              <Button variant="default" mr="auto" onClick={onSystem}>
                {t('sponsor.system')}
              </Button>
            )}
            <Button variant="default" onClick={onClose}>
              {t('common:close')}
            </Button>
            <Button type="submit" disabled={!ready}>
              {t('common:ok')}
            </Button>
          </Group>
        </Stack>
      </SubmitForm>
    </Modal>
  );
}
