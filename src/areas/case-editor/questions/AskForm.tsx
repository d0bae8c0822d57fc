/** Asks a colleague, or the reporter, about a field. */
import { Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { rowPathOf, type ItemAddress } from '../../../../shared/case/itemAddress.ts';
import { askQuestion, MAX_QUESTION_DAYS } from '../../../../shared/contract/index.ts';
import { call } from '../../../api/index.ts';
import { isWithin, showSuccess, WholeNumberField } from '../../../components/index.ts';
import { Notice } from '../../../feedback/Notice.tsx';
import { peopleQuery } from './questions.queries.ts';
import { useQuestionChange } from './useQuestionChange.ts';
import { WordsForm } from './WordsForm.tsx';

/** In the list of people, in place of a user key. */
const REPORTER = 'reporter';
const DAYS = { min: 0, max: MAX_QUESTION_DAYS };

interface AskFormProps {
  caseKey: number;
  catalogue: Catalogue;
  address: ItemAddress;
}

export function AskForm({ caseKey, catalogue, address }: AskFormProps) {
  const { t } = useTranslation('questions');
  const { data } = useQuery(peopleQuery(caseKey, address.itemId));
  const [addressee, setAddressee] = useState('');
  const [dueDays, setDueDays] = useState<number | null>(null);
  const [submitted, setSubmitted] = useState(false);
  const [count, setCount] = useState(0);
  const change = useQuestionChange(
    caseKey,
    (text: string, keyOf) => {
      const question = {
        ...address,
        text,
        addressee: addressee === REPORTER ? null : Number(addressee),
        dueDays,
      };
      return call(askQuestion, {
        params: { caseKey },
        body: { creationKey: keyOf(question), ...question },
      });
    },
    () => {
      showSuccess(t('ask.done'));
      setSubmitted(false);
      setCount(count + 1);
    },
  );
  const groups = catalogue.items[address.itemId]?.groups ?? [];
  if (rowPathOf(address, groups.length).includes(0))
    return <Notice tone="warning">{t('ask.rowUnsaved')}</Notice>;
  return (
    <WordsForm
      // the next question begins empty
      key={count}
      label={t('ask.text')}
      submitLabel={t('ask.submit')}
      change={change}
      isReady={() => {
        setSubmitted(true);
        return addressee !== '' && isWithin(dueDays, DAYS);
      }}
      onSubmit={(text) => change.mutate(text)}
    >
      <Group gap="sm" align="flex-start" grow>
        <NativeSelect
          label={t('ask.of')}
          required
          value={addressee}
          error={submitted && addressee === '' ? t('ask.ofMissing') : null}
          data={[
            { value: '', label: t('ask.choose') },
            { value: REPORTER, label: t('reporter') },
            ...(data?.users ?? []).map(({ userKey, userName }) => ({
              value: String(userKey),
              label: userName,
            })),
          ]}
          onChange={({ currentTarget }) => setAddressee(currentTarget.value)}
        />
        <WholeNumberField label={t('ask.days')} {...DAYS} value={dueDays} onChange={setDueDays} />
      </Group>
    </WordsForm>
  );
}
