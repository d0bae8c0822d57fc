/** Asks for the number of the case that a template is tried on. */
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findCaseByNumber } from '../../../../shared/contract/index.ts';
import { call } from '../../../api/index.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { failureText } from '../../../feedback/showFailure.ts';
import { isSubmitEnter } from '../../../keys/index.ts';

export function PreviewCase({ onCase }: { onCase: (caseKey: number | null) => void }) {
  const { t } = useTranslation('narrative');
  const { sponsorKey } = useRouteContext();
  const [typed, setTyped] = useState('');
  const [number, setNumber] = useState('');
  const { data, error } = useQuery({
    queryKey: ['caseOfNumber', sponsorKey, number],
    queryFn: ({ signal }) => call(findCaseByNumber, { params: { sponsorKey }, query: { number }, signal }),
    enabled: number !== '',
    retry: false,
    meta: { ownFailure: true },
  });
  const caseKey = number === '' ? null : (data?.caseKey ?? null);
  useEffect(() => onCase(caseKey), [onCase, caseKey]);
  const take = () => setNumber(typed.trim());
  return (
    <TextInput
      label={t('template.caseNumber')}
      placeholder={t('template.caseHint')}
      autoComplete="off"
      maxLength={200}
      value={typed}
      error={number !== '' && error ? failureText(error) : undefined}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (isSubmitEnter(event)) take();
      }}
    />
  );
}
