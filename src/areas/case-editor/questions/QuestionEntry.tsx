/** One question: where it is, its steps, and what the user may do with it. */
import { Anchor, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { changeQuestion, type CaseQuestion } from '../../../../shared/contract/index.ts';
import type { QuestionEvent } from '../../../../shared/questions/questions.ts';
import { call } from '../../../api/index.ts';
import { DaysLeft, StatusBadge, Timestamp, type Tone } from '../../../components/index.ts';
import { usePathTo } from '../../../app-context/routeContext.ts';
import { useMay, useSession } from '../../../session/sessionStore.ts';
import { useCaseRoute } from '../caseRoute.ts';
import { useQuestionChange } from './useQuestionChange.ts';
import { WordsForm } from './WordsForm.tsx';
import classes from './questions.module.css';

const TONES: Record<CaseQuestion['state'], Tone> = { open: 'warning', answered: 'info', closed: 'neutral' };

export interface QuestionEntryProps {
  caseKey: number;
  catalogue: Catalogue;
  question: CaseQuestion;
  /** the entry leads to its field, and calls this then; left out: it is shown at its field */
  onOpen?: () => void;
}

export function QuestionEntry({ caseKey, catalogue, question, onOpen }: QuestionEntryProps) {
  const { t } = useTranslation('questions');
  const { pathOf, to } = useCaseRoute();
  const { timeZone } = useSession();
  const [event, setEvent] = useState<QuestionEvent | null>(null);
  const { questionKey, batchKey, changedAt, place, state, addressee, steps, events } = question;
  const toArea = usePathTo();
  const mayReadBatch = useMay('READ.SUBMISSION', 'EDIT.SUBMISSION');
  const path = onOpen && pathOf(catalogue, question);
  const change = useQuestionChange(
    caseKey,
    (text: string) =>
      event === null
        ? Promise.resolve()
        : call(changeQuestion, { params: { caseKey, questionKey }, body: { event, text, changedAt } }),
    () => setEvent(null),
  );
  return (
    <article className={classes.question} data-state={state} aria-label={place}>
      <Group gap="xs">
        {path ? (
          <Anchor component={Link} size="sm" fw={600} to={to(path)} onClick={onOpen}>
            {place}
          </Anchor>
        ) : (
          <strong>{place}</strong>
        )}
        <StatusBadge tone={TONES[state]}>{t(`state.${state}`)}</StatusBadge>
        <span className={classes.dim}>{t('addressee', { name: addressee?.userName ?? t('reporter') })}</span>
        {question.daysLeft !== null && <DaysLeft days={question.daysLeft} />}
      </Group>
      {question.mail && (
        <span className={classes.dim}>{t(`mail.${question.mail.state}`, { to: question.mail.to })}</span>
      )}
      {batchKey !== null && mayReadBatch && (
        <Anchor
          component={Link}
          size="sm"
          to={toArea(`submission/history/${batchKey}/batch-detail`)}
          {...(onOpen && { onClick: onOpen })}
        >
          {t('ofBatch', { batch: batchKey })}
        </Anchor>
      )}
      <ol className={classes.steps}>
        {steps.map(({ type, text, at, userName }) => (
          <li key={at}>
            <span className={classes.dim}>
              {t(`step.${type}`, { name: userName })} <Timestamp iso={at} timeZone={timeZone} />
            </span>
            {text === null ? (
              <span className={classes.dim}>{t('withheld')}</span>
            ) : (
              <span className={classes.words}>{text}</span>
            )}
          </li>
        ))}
      </ol>
      {event === null ? (
        <Group gap="xs">
          {events.map((one) => (
            <Button key={one} size="compact-sm" variant="default" onClick={() => setEvent(one)}>
              {t(`event.${one}`)}
            </Button>
          ))}
        </Group>
      ) : (
        <WordsForm
          label={t(`words.${event}`)}
          submitLabel={t(`event.${event}`)}
          change={change}
          onSubmit={(text) => change.mutate(text)}
          onCancel={() => setEvent(null)}
        />
      )}
    </article>
  );
}
