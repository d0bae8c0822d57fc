/** Decides about messages, with a reason: another patient or another number is never merged without one. */
import { Button, Checkbox, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { decideImportMessages, type BodyOf, type ImportMessage } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { ReasonDialog } from '../../components/index.ts';
import { attemptProps } from '../../feedback/reasonProps.ts';
import { IMPORTS, messageQuery } from './importRuns.queries.ts';
import { useImportScope } from './useImportScope.ts';
import classes from './ImportPage.module.css';

type Choice = BodyOf<typeof decideImportMessages>['decision'];

const CHOICES: readonly Choice[] = ['new', 'followUp', 'skip', 'proposal'];

interface DecisionDialogProps {
  runKey: string;
  messages: readonly ImportMessage[];
  onClose: () => void;
}

export function DecisionDialog({ runKey, messages, onClose }: DecisionDialogProps) {
  const { t } = useTranslation('import');
  const queries = useQueryClient();
  const [first] = messages;
  const only = messages.length === 1 ? first : undefined;
  const [choice, setChoice] = useState<Choice>(only?.decision ?? 'followUp');
  const [caseNo, setCaseNo] = useState(only?.target?.caseNo ?? '');
  const [stays, setStays] = useState<string[]>(
    () => only?.facts.filter((fact) => fact.stays).map(({ field }) => field) ?? [],
  );
  const [isSubmitted, setSubmitted] = useState(false);
  // an earlier message of the import has no number yet
  const needsCase =
    choice === 'followUp' && messages.some(({ target, targetSeq }) => !target && targetSeq === null);
  const isMissing = needsCase && caseNo.trim() === '';
  const work = useMutation({
    mutationFn: (reason: string) =>
      call(decideImportMessages, {
        params: { runKey },
        body: {
          seqs: messages.map(({ seq }) => seq),
          decision: choice,
          reason,
          ...(choice === 'followUp' && caseNo.trim() !== '' && { caseNo: caseNo.trim() }),
          ...(choice === 'followUp' && stays.length > 0 && { stays }),
        },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: IMPORTS });
      onClose();
    },
    meta: { ownFailure: true },
  });
  return (
    <ReasonDialog
      {...attemptProps(work, onClose)}
      size="lg"
      title={
        only
          ? t('decision.titleOf', { name: only.caseNumber ?? only.seq })
          : t('decision.title', { count: messages.length })
      }
      note={
        <Stack gap="xs">
          {only?.problem && <Text className={classes.why}>{only.problem}</Text>}
          <Radio.Group
            label={t('columns.decision')}
            value={choice}
            onChange={(value) => setChoice(value as Choice)}
          >
            <Stack gap={6} mt={4}>
              {CHOICES.map((value) => (
                <Radio
                  key={value}
                  value={value}
                  label={t(`choices.${value}`)}
                  data-autofocus={value === choice || undefined}
                />
              ))}
            </Stack>
          </Radio.Group>
          {choice === 'followUp' && (
            <>
              <TextInput
                label={t('decision.caseNo')}
                description={t('decision.caseNoHint')}
                value={caseNo}
                required={needsCase}
                error={isSubmitted && isMissing ? t('decision.caseNoMissing') : null}
                onChange={({ currentTarget: { value } }) => setCaseNo(value)}
              />
              {only && <Staying facts={only.facts} stays={stays} onChange={setStays} />}
              {only && <Candidates runKey={runKey} seq={only.seq} onChoose={setCaseNo} />}
            </>
          )}
        </Stack>
      }
      isReady={() => {
        setSubmitted(true);
        return !isMissing;
      }}
    />
  );
}

interface StayingProps extends Pick<ImportMessage, 'facts'> {
  /** of fields */
  stays: string[];
  onChange: (stays: string[]) => void;
}

/** Values that differ, field by field: that of the message is taken, unless that of the case is to stay. */
function Staying({ facts, stays, onChange }: StayingProps) {
  const { t } = useTranslation('import');
  const open = facts.filter(
    ({ canStay, match, theirs }) => canStay && match !== 'agree' && theirs.length > 0,
  );
  if (open.length === 0) return null;
  return (
    <Checkbox.Group
      label={t('decision.stays')}
      description={t('decision.staysHint')}
      value={stays}
      onChange={onChange}
    >
      <Stack gap={6} mt={4}>
        {open.map(({ field, label, ours, theirs }) => (
          <Checkbox
            key={field}
            value={field}
            label={t('decision.stay', {
              label,
              theirs: theirs.join('; '),
              ours: ours.length > 0 ? ours.join('; ') : '–',
            })}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

/** Cases that the duplicate check has found, to be taken by a press. */
function Candidates({
  runKey,
  seq,
  onChoose,
}: {
  runKey: string;
  seq: number;
  onChoose: (caseNo: string) => void;
}) {
  const { t } = useTranslation('import');
  const { data } = useQuery(messageQuery(useImportScope(), runKey, seq));
  if (!data || data.candidates.length === 0) return null;
  return (
    <Group gap="xs" role="group" aria-label={t('decision.candidates')}>
      <span>{t('decision.candidates')}</span>
      {data.candidates.map(({ caseKey, caseNo, score }) => (
        <Button key={caseKey} size="compact-sm" variant="default" onClick={() => onChoose(caseNo)}>
          {t('decision.candidate', { caseNo, score })}
        </Button>
      ))}
    </Group>
  );
}
