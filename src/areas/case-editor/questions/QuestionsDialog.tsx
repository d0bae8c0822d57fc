/** The questions at one field, with a form for another one; or those of the whole case. */
import { Anchor, Checkbox, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { addressKey, type ItemAddress } from '../../../../shared/case/itemAddress.ts';
import { usePathTo, useRouteContext } from '../../../app-context/routeContext.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { Dialog, EmptyState, LoadingArea } from '../../../components/index.ts';
import { failureText } from '../../../feedback/showFailure.ts';
import { AskForm } from './AskForm.tsx';
import { QuestionEntry } from './QuestionEntry.tsx';
import { questionsQuery } from './questions.queries.ts';
import classes from './questions.module.css';

export interface QuestionsDialogProps {
  caseKey: number;
  catalogue: Catalogue;
  /** null: of the whole case */
  address: ItemAddress | null;
  onClose: () => void;
}

export function QuestionsDialog({ caseKey, catalogue, address, onClose }: QuestionsDialogProps) {
  const { t } = useTranslation('questions');
  const { language } = useRouteContext();
  const to = usePathTo();
  const read = useQuery({ ...questionsQuery(caseKey), refetchOnMount: 'always' });
  const [closedShown, showClosed] = useState(false);
  const item = address && catalogue.items[address.itemId];
  const all = (read.data?.listInfo ?? []).filter(
    (one) => address === null || addressKey(one) === addressKey(address),
  );
  const closed = all.filter(({ state }) => state === 'closed').length;
  const shown = all.filter(({ state }) => closedShown || state !== 'closed');
  return (
    <Dialog
      size="lg"
      title={item ? t('ofField', { label: wordsIn(item.label, language) }) : t('title')}
      onClose={onClose}
    >
      <Stack gap="sm">
        {read.isPending && <LoadingArea />}
        {read.isError && <EmptyState title={failureText(read.error)} />}
        {read.data && shown.length === 0 && <p className={classes.none}>{t('noneOpen')}</p>}
        {shown.map((question) => (
          <QuestionEntry
            key={question.questionKey}
            caseKey={caseKey}
            catalogue={catalogue}
            question={question}
            {...(address === null && { onOpen: onClose })}
          />
        ))}
        {closed > 0 && (
          <Checkbox
            size="xs"
            label={t('showClosed', { count: closed })}
            checked={closedShown}
            onChange={({ currentTarget }) => showClosed(currentTarget.checked)}
          />
        )}
        {address ? (
          <section>
            <Title order={3} size="h5" mb={4}>
              {t('ask.title')}
            </Title>
            <AskForm caseKey={caseKey} catalogue={catalogue} address={address} />
          </section>
        ) : (
          <Anchor component={Link} size="sm" to={to('case/question/list')} onClick={onClose}>
            {t('toList')}
          </Anchor>
        )}
      </Stack>
    </Dialog>
  );
}
