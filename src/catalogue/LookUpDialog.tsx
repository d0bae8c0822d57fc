/** Searches a dictionary and lets the user pick a term. */
import { Badge, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Words } from '../../schemas/compile/sources.types.ts';
import { ANY_VERSION, searchDictionary } from '../../shared/contract/index.ts';
import { call } from '../api/index.ts';
import { wordsIn } from './words.ts';
import { DataTable, EmptyState, SubmitForm } from '../components/index.ts';
import type { EngineServices, Term } from '../engine/index.ts';
import type { Language } from '../i18n/index.ts';
import { FailureNotice } from '../frame/FailureNotice.tsx';
import { Notice } from '../frame/Notice.tsx';

export type LookUpRequest = Parameters<EngineServices['lookUp']>[0];

/** Specification sections 5 and 9. */
const MIN_KEYWORD_LENGTH = 2;
const WIDTH_PX = 1080;

export interface LookUpDialogProps {
  request: LookUpRequest;
  /** of the item to be coded */
  label: Words | null;
  language: Language;
  onDone: (term: Term | null) => void;
}

export function LookUpDialog({ request, label, language, onDone }: LookUpDialogProps) {
  const { t } = useTranslation('editor');
  const { dictionary, version } = request;
  const [typed, setTyped] = useState(request.keyword);
  const [keyword, setKeyword] = useState(request.keyword.trim());
  const long = keyword.length >= MIN_KEYWORD_LENGTH;
  const terms = useQuery({
    queryKey: ['dictionary', dictionary, version, keyword, language],
    queryFn: ({ signal }) =>
      call(searchDictionary, {
        params: { dictionary, version: version ?? ANY_VERSION },
        query: { keyword, language },
        signal,
      }),
    enabled: long,
    meta: { ownFailure: true },
  });
  const found = terms.data;
  const rows = (long ? (found?.listInfo ?? []) : []).map(({ code, term, parents }) => ({
    code,
    term,
    parents: parents.map((parent) => parent.term),
  }));
  const title = t('lookUp.title', {
    dictionary: t(`dictionaries.${dictionary}`, { defaultValue: dictionary }),
    version: found?.version ?? version ?? '',
  });
  return (
    <Modal
      opened
      onClose={() => onDone(null)}
      size={WIDTH_PX}
      title={title}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack>
        <SubmitForm role="search" onSubmit={() => setKeyword(typed.trim())}>
          <Group align="end" gap="xs">
            <TextInput
              data-autofocus
              flex={1}
              label={label ? wordsIn(label, language) : t('lookUp.keyword')}
              value={typed}
              maxLength={200}
              onChange={({ currentTarget: { value } }) => setTyped(value)}
            />
            <Button
              type="submit"
              leftSection={<IconSearch size={15} aria-hidden />}
              loading={terms.isFetching}
            >
              {t('common:search')}
            </Button>
          </Group>
        </SubmitForm>
        {found?.sample && <Notice tone="warning">{t('lookUp.sample')}</Notice>}
        <FailureNotice error={terms.error} />
        {!long && <Text c="dimmed">{t('lookUp.tooShort', { count: MIN_KEYWORD_LENGTH })}</Text>}
        {long && terms.isSuccess && rows.length === 0 && <EmptyState title={t('lookUp.none')} />}
        {rows.length > 0 && (
          <DataTable
            label={title}
            rows={rows}
            rowKey={({ code }) => code}
            onOpen={(row) => onDone({ ...row, version: found?.version ?? null, sample: found?.sample })}
            columns={[
              { key: 'term', label: t('lookUp.term'), render: ({ term }) => term },
              {
                key: 'code',
                label: t('lookUp.code'),
                render: ({ code }) => <Badge variant="default">{code}</Badge>,
              },
              { key: 'parents', label: t('lookUp.parents'), render: ({ parents }) => parents.join(' › ') },
            ]}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onDone(null)}>
            {t('common:close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
