/** The second factor of the user: set up, replaced, removed. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  beginFactor,
  confirmFactor,
  readFactor,
  removeFactor,
  type BodyOf,
  type DataOf,
} from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { useTimeZone } from '../../app-context/routeContext.ts';
import { Dialog, LoadingArea, showSuccess, SubmitForm, useHeldDialog } from '../../components/index.ts';
import { FactorField } from '../../components/FactorField.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { formatTime } from '../../i18n/formatTime.ts';
import { useSession } from '../../session/sessionStore.ts';
import { NewFactor } from './NewFactor.tsx';

type Factor = DataOf<typeof readFactor>;

export function FactorDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  const params = { userKey: useSession().userKey };
  const factor = useQuery({
    queryKey: ['second-factor', params.userKey],
    queryFn: ({ signal }) => call(readFactor, { params, signal }),
    gcTime: 0,
    meta: { ownFailure: true },
  });
  const [pending, setPending] = useState<DataOf<typeof beginFactor> | null>(null);
  return (
    <Dialog onClose={onClose} title={t('factor.title')}>
      <FailureNotice error={factor.error} />
      {pending ? (
        <NewFactor
          {...pending}
          // a wrong code is no fault of the product
          confirm={async (code) =>
            (await call(confirmFactor, { params, body: { code }, ignore: 'ALL' })).recoveryCodes
          }
          onDone={() => {
            showSuccess(t('factor.done'));
            onClose();
          }}
        />
      ) : factor.data ? (
        <FactorState
          factor={factor.data}
          begin={async (body) => setPending(await call(beginFactor, { params, body }))}
          remove={async (code) => {
            await call(removeFactor, { params, body: { code }, ignore: 'ALL' });
            showSuccess(t('factor.removed'));
            onClose();
          }}
        />
      ) : (
        <LoadingArea />
      )}
    </Dialog>
  );
}

interface FactorStateProps {
  factor: Factor;
  begin: (proof: BodyOf<typeof beginFactor>) => Promise<void>;
  remove: (code: string) => Promise<void>;
}

function FactorState({ factor: { since, recoveryCodes, demanded }, begin, remove }: FactorStateProps) {
  const { t } = useTranslation('account');
  const timeZone = useTimeZone();
  const beginning = useMutation({ mutationFn: begin, meta: { ownFailure: true } });
  useHeldDialog(beginning.isPending);
  const submit = (element: HTMLFormElement) => {
    const form = new FormData(element);
    const code = String(form.get('code') ?? '');
    beginning.mutate({ password: String(form.get('password')), ...(code !== '' && { code }) });
  };
  return (
    <Stack>
      <Text size="sm">
        {since === null
          ? t('factor.none')
          : t('factor.since', { at: formatTime(since, timeZone), count: recoveryCodes })}
      </Text>
      {demanded && <Text size="sm">{t('factor.demanded')}</Text>}
      <SubmitForm onSubmit={submit}>
        <Stack>
          <FailureNotice error={beginning.error} />
          <PasswordField
            name="password"
            data-autofocus
            label={t('factor.password')}
            maxLength={200}
            autoComplete="current-password"
          />
          <FactorField failure={beginning.error} />
          <Group justify="flex-end">
            <Button type="submit" loading={beginning.isPending}>
              {t(since === null ? 'factor.begin' : 'factor.replace')}
            </Button>
          </Group>
        </Stack>
      </SubmitForm>
      {since !== null && !demanded && <Removal remove={remove} />}
    </Stack>
  );
}

function Removal({ remove }: { remove: (code: string) => Promise<void> }) {
  const { t } = useTranslation('account');
  const removal = useMutation({ mutationFn: remove, meta: { ownFailure: true } });
  useHeldDialog(removal.isPending);
  return (
    <SubmitForm onSubmit={(form) => removal.mutate(String(new FormData(form).get('code')))}>
      <Stack>
        <FailureNotice error={removal.error} />
        <TextInput
          name="code"
          label={t('factor.code')}
          required
          maxLength={20}
          autoComplete="one-time-code"
          spellCheck={false}
        />
        <Group justify="flex-end">
          <Button type="submit" variant="default" loading={removal.isPending}>
            {t('factor.remove')}
          </Button>
        </Group>
      </Stack>
    </SubmitForm>
  );
}
