/** Tokens with which programs of the company make exports for the user. A new one is shown once. */
import { Button, Group, Stack, Table, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  createApiToken,
  endApiToken,
  listApiTokens,
  MAX_PROGRAM_CALLS,
  MAX_STREAMED_CASES,
  MAX_TOKEN_DAYS,
  MAX_TOKEN_NAME,
  type ApiToken,
} from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { useTimeZone } from '../../app-context/routeContext.ts';
import {
  CopyableCode,
  Dialog,
  GuardedButton,
  isWithin,
  Timestamp,
  WholeNumberField,
} from '../../components/index.ts';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { Notice } from '../../feedback/Notice.tsx';
import { DATA } from './data.queries.ts';
import { useDataScope } from './useDataScope.ts';

const DEFAULT_DAYS = 90;
const DAYS = { min: 1, max: MAX_TOKEN_DAYS };

export function ApiTokensDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('data');
  const scope = useDataScope();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [days, setDays] = useState<number | null>(DEFAULT_DAYS);
  const tokens = useQuery({
    queryKey: [...DATA, scope, 'tokens'],
    queryFn: ({ signal }) => call(listApiTokens, { signal }),
    meta: { ownFailure: true },
  });
  const after = () => queries.invalidateQueries({ queryKey: [...DATA, scope, 'tokens'] });
  const make = useMutation({
    mutationFn: () => call(createApiToken, { body: { name, days: days ?? DEFAULT_DAYS } }),
    onSuccess: () => setName(''),
    onSettled: after,
    meta: { ownFailure: true },
  });
  const whyNot = () => {
    if (name.trim() === '') return t('tokens.needsName');
    return isWithin(days, { ...DAYS, required: true }) ? null : t('tokens.daysHelp', { max: MAX_TOKEN_DAYS });
  };
  const end = useMutation({
    mutationFn: (tokenKey: string) => call(endApiToken, { params: { tokenKey } }),
    onSettled: after,
  });
  return (
    <Dialog busy={make.isPending || end.isPending} onClose={onClose} size="xl" title={t('tokens.title')}>
      <Stack>
        <Text size="sm">
          {t('tokens.text', { calls: MAX_PROGRAM_CALLS, cases: MAX_STREAMED_CASES })}{' '}
          <a href="/openapi.json" target="_blank" rel="noreferrer">
            {t('tokens.document')}
          </a>
        </Text>
        <FailureNotice error={tokens.error} />
        {tokens.data && tokens.data.tokens.length > 0 && (
          <TokenTable tokens={tokens.data.tokens} onEnd={(tokenKey) => end.mutate(tokenKey)} />
        )}
        <Group align="flex-end">
          <TextInput
            label={t('tokens.name')}
            data-autofocus
            maxLength={MAX_TOKEN_NAME}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <WholeNumberField
            label={t('tokens.days')}
            description={t('tokens.daysHelp', { max: MAX_TOKEN_DAYS })}
            {...DAYS}
            value={days}
            onChange={setDays}
          />
          <GuardedButton why={whyNot()} loading={make.isPending} onClick={() => make.mutate()}>
            {t('tokens.make')}
          </GuardedButton>
        </Group>
        <FailureNotice error={make.error} />
        {make.data && <NewToken token={make.data.token} />}
        <Group justify="flex-end">
          <Button variant="default" disabled={make.isPending || end.isPending} onClick={onClose}>
            {t('common:close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function NewToken({ token }: { token: string }) {
  const { t } = useTranslation('data');
  return (
    <Notice tone="success" title={t('tokens.once')}>
      <CopyableCode text={token} label={t('tokens.token')} />
    </Notice>
  );
}

interface TokenTableProps {
  tokens: readonly ApiToken[];
  onEnd: (tokenKey: string) => void;
}

function TokenTable({ tokens, onEnd }: TokenTableProps) {
  const { t } = useTranslation('data');
  const timeZone = useTimeZone();
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table aria-label={t('tokens.list')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('tokens.name')}</Table.Th>
            <Table.Th>{t('tokens.expires')}</Table.Th>
            <Table.Th>{t('tokens.lastUsed')}</Table.Th>
            <Table.Th>
              <VisuallyHidden>{t('tokens.end')}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tokens.map(({ tokenKey, name, expiresAt, lastUsedAt }) => (
            <Table.Tr key={tokenKey}>
              <Table.Td>{name}</Table.Td>
              <Table.Td>
                <Timestamp iso={expiresAt} timeZone={timeZone} />
              </Table.Td>
              <Table.Td>
                {lastUsedAt ? <Timestamp iso={lastUsedAt} timeZone={timeZone} /> : t('tokens.never')}
              </Table.Td>
              <Table.Td ta="end">
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t('tokens.endOf', { name })}
                  onClick={() => onEnd(tokenKey)}
                >
                  {t('tokens.end')}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
