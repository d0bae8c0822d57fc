/** Opens the case of a number: its own, the sender's or the worldwide one. */
import { Button, Group, TextInput } from '@mantine/core';
import { IconFolderOpen } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { findCaseByNumber } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { SubmitForm } from '../../components/index.ts';
import { failureText } from '../../feedback/showFailure.ts';
import { usePathTo, useRouteContext } from '../../app-context/routeContext.ts';

export function OpenCase() {
  const { t } = useTranslation('home');
  const { sponsorKey } = useRouteContext();
  const to = usePathTo();
  const navigate = useNavigate();
  const [number, setNumber] = useState('');
  const open = useMutation({
    mutationFn: (caseNumber: string) =>
      call(findCaseByNumber, { params: { sponsorKey }, query: { number: caseNumber } }),
    onSuccess: ({ caseKey }) => void navigate(to(`case/${caseKey}/detail`)),
    meta: { ownFailure: true },
  });
  const ask = () => {
    if (number.trim() && !open.isPending) open.mutate(number.trim());
  };
  return (
    <SubmitForm role="search" aria-label={t('open.title')} onSubmit={ask}>
      <Group gap="xs" align="flex-start">
        <TextInput
          aria-label={t('open.number')}
          placeholder={t('open.number')}
          value={number}
          maxLength={200}
          error={open.error ? failureText(open.error) : undefined}
          onChange={(event) => {
            setNumber(event.currentTarget.value);
            open.reset();
          }}
        />
        <Button
          type="submit"
          variant="default"
          loading={open.isPending}
          leftSection={<IconFolderOpen size={16} aria-hidden />}
        >
          {t('open.open')}
        </Button>
      </Group>
    </SubmitForm>
  );
}
