/** An authenticator that is being set up: its key as a picture and as text, and the first code; then recovery codes. */
import { Button, Checkbox, Code, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { encode } from 'uqr';
import { CopyTextButton, SubmitForm } from '../../components/index.ts';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';

const MARGIN = 4;
const PICTURE_PX = 200;

export interface NewFactorProps {
  secret: string;
  uri: string;
  /** Takes the authenticator in use; answers recovery codes. */
  confirm: (code: string) => Promise<readonly string[]>;
  /** the user has stored the recovery codes */
  onDone: () => void;
}

export function NewFactor({ secret, uri, confirm, onDone }: NewFactorProps) {
  const { t } = useTranslation('components');
  const confirming = useMutation({ mutationFn: confirm, meta: { ownFailure: true } });
  if (confirming.data) return <RecoveryCodes codes={confirming.data} onDone={onDone} />;
  return (
    <SubmitForm onSubmit={(form) => confirming.mutate(String(new FormData(form).get('code')))}>
      <Stack>
        <Title order={2} size="h4">
          {t('factor.setUp.title')}
        </Title>
        <Text size="sm">{t('factor.setUp.text')}</Text>
        <Picture uri={uri} label={t('factor.setUp.picture')} />
        <Text size="sm">
          {t('factor.setUp.key')}: <Code>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</Code>
        </Text>
        <FailureNotice error={confirming.error} />
        <TextInput
          name="code"
          label={t('factor.setUp.code')}
          required
          autoFocus
          maxLength={20}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
        <Button type="submit" loading={confirming.isPending}>
          {t('factor.setUp.confirm')}
        </Button>
      </Stack>
    </SubmitForm>
  );
}

/** A QR code, black on white in either colour scheme: cameras expect it. */
function Picture({ uri, label }: { uri: string; label: string }) {
  const { data, size } = encode(uri, { border: MARGIN });
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg role="img" aria-label={label} width={PICTURE_PX} height={PICTURE_PX} viewBox={`0 0 ${size} ${size}`}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation(['components', 'common']);
  const [isStored, setStored] = useState(false);
  return (
    <Stack>
      <Title order={2} size="h4">
        {t('factor.codes.title')}
      </Title>
      <Text size="sm">{t('factor.codes.text')}</Text>
      <Code block>{codes.join('\n')}</Code>
      <Group>
        <CopyTextButton text={codes.join('\n')} />
      </Group>
      <Checkbox
        label={t('factor.codes.stored')}
        checked={isStored}
        onChange={({ currentTarget }) => setStored(currentTarget.checked)}
      />
      <Button disabled={!isStored} onClick={onDone}>
        {t('factor.codes.go')}
      </Button>
    </Stack>
  );
}
