/** For whom the user works: a sponsor and one of its senders, see machines/sender-choice. */
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMachine } from '@xstate/react';
import { useEffect, useEffectEvent, useMemo, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { fromPromise } from 'xstate';
import { missingIn, senderChoiceMachine } from '../../../machines/sender-choice/senderChoice.machine.ts';
// past the door of the components: the login draws this dialog too
import { Dialog } from '../../components/Dialog.tsx';
import { SubmitForm } from '../../components/SubmitForm.tsx';
import { isSubmitEnter } from '../../keys/index.ts';
import { sendersQuery, sponsorsQuery } from '../../session/sponsors.queries.ts';
import type { Session } from '../../session/sessionStore.ts';
import { NO_SENDER } from '../../app-context/routeContext.ts';

/** Specification section 2, login dialog. */
const WIDTH_PX = 568;

export interface SponsorDialogProps {
  session: Pick<Session, 'userKey'>;
  /** what is chosen when it opens; null: nothing */
  chosen: { sponsorKey: number; sessionSenderKey: string } | null;
  onChoose: (sponsorKey: number, sessionSenderKey: string) => void;
  onClose: () => void;
  /** to the system administration; offered to those only who may go there */
  onSystem?: () => void;
}

/** Browsers do nothing, or open the list, at Enter in a select; the space bar and the arrows open it, too. */
function confirmByEnter(event: KeyboardEvent<HTMLSelectElement>): void {
  if (!isSubmitEnter(event)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

export function SponsorDialog({ session, chosen, onChoose, onClose, onSystem }: SponsorDialogProps) {
  const { t } = useTranslation('frame');
  const form = useRef<HTMLDivElement>(null);
  const queries = useQueryClient();
  const { userKey } = session;
  const machine = useMemo(
    () =>
      senderChoiceMachine.provide({
        actors: {
          listSenders: fromPromise<readonly string[], { sponsor: string }>(async ({ input }) => {
            const { senderList } = await queries.fetchQuery(sendersQuery(Number(input.sponsor), userKey));
            return senderList.map(({ SENDER_KEY }) => String(SENDER_KEY));
          }),
        },
        actions: {
          showMissing: () => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
        },
      }),
    [queries, userKey],
  );
  const [state, send] = useMachine(machine, {
    input: chosen
      ? { sponsor: String(chosen.sponsorKey), sender: chosen.sessionSenderKey }
      : { sponsor: '', sender: '' },
  });
  const { sponsor, sender } = state.context;
  const missing = missingIn(state.context);
  const sponsors = useQuery(sponsorsQuery(userKey));
  const senders = useQuery({ ...sendersQuery(Number(sponsor), userKey), enabled: false });
  const choose = useEffectEvent(() => onChoose(Number(sponsor), sender || NO_SENDER));
  const isDone = state.status === 'done';
  useEffect(() => {
    if (isDone) choose();
  }, [isDone]);
  const isListed = state.matches('choosing');
  const options = isListed ? (senders.data?.senderList ?? []) : [];
  return (
    <Dialog onClose={onClose} busy={isDone} size={WIDTH_PX} title={t('sponsor.title')}>
      <SubmitForm noValidate onSubmit={() => send({ type: 'choice.submitted' })}>
        <Stack ref={form}>
          <NativeSelect
            label={t('sponsor.sponsor')}
            required
            data-autofocus
            onKeyDown={confirmByEnter}
            value={sponsor}
            error={missing.sponsor && t('sponsor.sponsorMissing')}
            data={[
              { value: '', label: t('sponsor.choose') },
              ...(sponsors.data?.sponsorList ?? []).map((row) => ({
                value: String(row.sponsorKey),
                label: row.sponsorName,
              })),
              ...(sponsors.data?.supported ?? []).map((row) => ({
                value: String(row.sponsorKey),
                label: t('sponsor.supported', { name: row.sponsorName }),
              })),
            ]}
            onChange={({ currentTarget: { value } }) => send({ type: 'sponsor.chosen', sponsor: value })}
          />
          <NativeSelect
            label={t('sponsor.sender')}
            required
            onKeyDown={confirmByEnter}
            value={sender}
            disabled={!isListed || options.length === 0}
            description={isListed && options.length === 0 ? t('sponsor.noSender') : undefined}
            error={missing.sender && t('sponsor.senderMissing')}
            data={[
              { value: '', label: t('sponsor.choose') },
              ...options.map((row) => ({ value: String(row.SENDER_KEY), label: row.SND_ORGAN })),
            ]}
            onChange={({ currentTarget: { value } }) => send({ type: 'sender.chosen', sender: value })}
          />
          {state.matches('failed') && (
            <Group role="alert">
              <Text size="sm">{t('sponsor.notListed')}</Text>
              <Button variant="default" onClick={() => send({ type: 'senders.retried' })}>
                {t('sponsor.retry')}
              </Button>
            </Group>
          )}
          <Group justify="flex-end">
            {onSystem && sponsors.data?.systemAdmin && (
              <Button variant="default" mr="auto" disabled={isDone} onClick={onSystem}>
                {t('sponsor.system')}
              </Button>
            )}
            <Button variant="default" disabled={isDone} onClick={onClose}>
              {t('common:close')}
            </Button>
            <Button type="submit" loading={state.matches('listing') || isDone}>
              {t('common:ok')}
            </Button>
          </Group>
        </Stack>
      </SubmitForm>
    </Dialog>
  );
}
