/** A letter to the reporter that asks for what is missing: drafted from the template, edited, sent; answers are followed up at the fields. */
import {
  Autocomplete,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ItemAddress } from '../../../../shared/case/itemAddress.ts';
import { MAX_LETTER_LENGTH, MAX_QUESTION_DAYS, writeToReporter } from '../../../../shared/contract/index.ts';
import { call } from '../../../api/index.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import {
  EmptyState,
  LoadingArea,
  showSuccess,
  SubmitForm,
  WholeNumberField,
} from '../../../components/index.ts';
import { FailureNotice } from '../../../feedback/FailureNotice.tsx';
import { failureText } from '../../../feedback/showFailure.ts';
import { isLanguage, LANGUAGE_NAMES, LANGUAGES, type Language } from '../../../i18n/index.ts';
import { useSession } from '../../../session/sessionStore.ts';
import { useQuestionChange } from '../questions/useQuestionChange.ts';
import { mailFormQuery, type MailForm } from '../report/mail.queries.ts';
import { draftLetter, type LetterCriterion, type LetterTemplate } from './draftLetter.ts';

const USUAL_DAYS = 14;

export interface ReporterLetterProps {
  caseKey: number;
  caseNo: string;
  template: LetterTemplate;
  /** what is missing and can be asked, with where the answer is entered */
  criteria: readonly (LetterCriterion & { address: ItemAddress })[];
  onClose: () => void;
}

export function ReporterLetter(props: ReporterLetterProps) {
  const { t } = useTranslation('completeness');
  const form = useQuery(mailFormQuery(props.caseKey));
  if (form.isPending) return <LoadingArea />;
  if (form.isError) return <EmptyState title={failureText(form.error)} />;
  if (!form.data.available) return <EmptyState title={t('mail:unavailable')} />;
  return <LetterForm {...props} form={form.data} />;
}

function LetterForm({
  caseKey,
  caseNo,
  template,
  criteria,
  form,
  onClose,
}: ReporterLetterProps & { form: MailForm }) {
  const { t } = useTranslation('completeness');
  const { language: own } = useRouteContext();
  const { userName } = useSession();
  const [language, setLanguage] = useState<Language>(own);
  const [left, setLeft] = useState<readonly string[]>([]);
  const chosen = criteria.filter(({ criterion }) => !left.includes(criterion));
  const draft = draftLetter(template, chosen, { caseNo, userName, language });
  /** what the user typed stays when the language or the questions change the draft */
  const [edited, setEdited] = useState<Partial<typeof draft>>({});
  const [to, setTo] = useState('');
  const [dueDays, setDueDays] = useState<number | null>(USUAL_DAYS);
  const letter = { ...draft, ...edited };
  const isEdited = letter.subject !== draft.subject || letter.text !== draft.text;
  const send = useQuestionChange(
    caseKey,
    (_: void, keyOf) => {
      const body = {
        to: to.trim(),
        ...letter,
        dueDays,
        questions: chosen.map(({ address, question }) => ({
          ...address,
          text: wordsIn(question, language),
        })),
      };
      return call(writeToReporter, { params: { caseKey }, body: { creationKey: keyOf(body), ...body } });
    },
    () => {
      showSuccess(t('letter.sent', { count: chosen.length }));
      onClose();
    },
  );
  return (
    <SubmitForm onSubmit={() => send.mutate()}>
      <Stack gap="sm">
        <Group grow align="flex-start">
          <Autocomplete
            label={t('letter.to')}
            description={t('letter.toHelp')}
            required
            value={to}
            data={[...new Set(form.userList.map(({ address }) => address))]}
            onChange={setTo}
          />
          <NativeSelect
            label={t('letter.language')}
            description={t('letter.languageHelp')}
            value={language}
            data={LANGUAGES.map((one) => ({ value: one, label: LANGUAGE_NAMES[one] }))}
            onChange={({ currentTarget: { value } }) => {
              if (isLanguage(value)) setLanguage(value);
            }}
          />
          <WholeNumberField
            label={t('letter.days')}
            description={t('letter.daysHelp')}
            min={0}
            max={MAX_QUESTION_DAYS}
            value={dueDays}
            onChange={setDueDays}
          />
        </Group>
        <Checkbox.Group
          label={t('letter.questions')}
          value={chosen.map(({ criterion }) => criterion)}
          onChange={(now) =>
            setLeft(criteria.map(({ criterion }) => criterion).filter((one) => !now.includes(one)))
          }
        >
          {criteria.map(({ criterion, question }) => (
            <Checkbox
              key={criterion}
              mt={8}
              size="xs"
              value={criterion}
              label={wordsIn(question, language)}
            />
          ))}
        </Checkbox.Group>
        <TextInput
          label={t('letter.subject')}
          required
          maxLength={200}
          value={letter.subject}
          onChange={({ currentTarget: { value } }) => setEdited({ ...edited, subject: value })}
        />
        <Textarea
          label={t('letter.text')}
          required
          autosize
          minRows={6}
          maxRows={16}
          maxLength={MAX_LETTER_LENGTH}
          value={letter.text}
          onChange={({ currentTarget: { value } }) => setEdited({ ...edited, text: value })}
        />
        <Group role="status" justify="space-between">
          {isEdited && (
            <>
              <Text size="sm" c="dimmed">
                {t('letter.edited')}
              </Text>
              <Button variant="subtle" size="compact-sm" onClick={() => setEdited({})}>
                {t('letter.draftAgain')}
              </Button>
            </>
          )}
        </Group>
        <FailureNotice error={send.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" disabled={chosen.length === 0} loading={send.isPending}>
            {t('letter.send')}
          </Button>
        </Group>
      </Stack>
    </SubmitForm>
  );
}
