/** The codes that two coders gave a term; the adjudicator chooses one of them, or another one, with the reason. */
import { Group, Radio, Stack, Textarea } from '@mantine/core';
import { IconGavel, IconSearch } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  decideDifference,
  type CodeOfCoder,
  type CodingDifference,
  type DataOf,
  type readDifference,
} from '../../../../shared/contract/index.ts';
import { reasonText } from '../../../ai-coding/index.ts';
import { call } from '../../../api/index.ts';
import { usePathTo, useRouteContext } from '../../../app-context/routeContext.ts';
import { lookUpTerm } from '../../../catalogue/lookUp.ts';
import { GuardedButton, LoadingArea } from '../../../components/index.ts';
import { FailedArea } from '../../../feedback/FailedArea.tsx';
import { Notice } from '../../../feedback/Notice.tsx';
import { showFailure } from '../../../feedback/showFailure.ts';
import { useMay } from '../../../session/sessionStore.ts';
import classes from './cockpit.module.css';
import { differenceQuery } from './cockpit.queries.ts';
import { Context } from './PlacesTable.tsx';

/** Characters of a reason for change. */
const MAX_REASON = 500;

export interface DifferencePanelProps {
  scope: string;
  difference: CodingDifference;
  onDecided: (words: string) => void;
}

export function DifferencePanel({ scope, difference, onDecided }: DifferencePanelProps) {
  const read = useQuery(differenceQuery(scope, difference.secondKey));
  return (
    <section className={classes.panel} aria-labelledby="difference-text">
      <h2 id="difference-text" className={classes.text}>
        {difference.text}
      </h2>
      <p className={classes.groupAbout}>{difference.label}</p>
      {read.isPending && <LoadingArea />}
      {read.isError && <FailedArea kind="panel" error={read.error} onRetry={() => void read.refetch()} />}
      {read.data && <Decision data={read.data} secondKey={difference.secondKey} onDecided={onDecided} />}
    </section>
  );
}

interface DecisionProps {
  data: DataOf<typeof readDifference>;
  secondKey: number;
  onDecided: (words: string) => void;
}

function Decision({ data, secondKey, onDecided }: DecisionProps) {
  const { t } = useTranslation('coding');
  const { language } = useRouteContext();
  const to = usePathTo();
  const queries = useQueryClient();
  const mayEdit = useMay('EDIT.CASE');
  const [code, setCode] = useState('');
  const [other, setOther] = useState<{ code: string; term: string } | null>(null);
  const [reason, setReason] = useState('');
  const decide = useMutation({
    mutationFn: () =>
      call(decideDifference, { params: { secondKey }, body: { code, reason: reason.trim() } }),
    onSuccess: () => onDecided(t('decide.done', { text: data.text, code })),
    onError: (error) => showFailure(error, 'SUBMIT_FAIL'),
  });
  const lookUp = async () => {
    const request = {
      itemId: data.itemId,
      dictionary: data.dictionary,
      version: data.version,
      keyword: data.text,
      fields: {},
      text: null,
      codeLength: null,
    };
    const found = await lookUpTerm(queries, request, { language, caseKey: data.caseKey });
    if (found?.how !== 'term') return;
    if (data.codes.every((one) => one.code !== found.term.code)) setOther(found.term);
    setCode(found.term.code);
  };
  const mayNot = mayEdit ? (data.refusal?.errMsg ?? null) : t('cockpit.mayNot');
  const incomplete = code === '' ? t('decide.choose') : reason.trim() === '' ? t('decide.write') : null;
  return (
    <Stack gap="sm">
      {data.sample && <Notice tone="warning">{t('matches.sample')}</Notice>}
      <p className={classes.where}>
        <Link to={to(data.link)}>{data.caseNo}</Link> · {data.place}
        <br />
        <Context of={data.context} />
      </p>
      <Radio.Group label={t('decide.code')} value={code} onChange={setCode}>
        <Stack gap="sm" mt={4}>
          {data.codes.map((one, index) => (
            <Radio
              key={one.code}
              value={one.code}
              label={`${one.entry?.term ?? t('cockpit.noTerm')} (${one.code})`}
              description={<AboutCode of={one} isFirst={index === 0} />}
            />
          ))}
          {other && <Radio value={other.code} label={`${other.term} (${other.code})`} />}
        </Stack>
      </Radio.Group>
      <Textarea
        label={t('decide.reason')}
        required
        value={reason}
        maxLength={MAX_REASON}
        autosize
        minRows={2}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <Group gap={6}>
        <GuardedButton
          leftSection={<IconGavel size={15} aria-hidden />}
          loading={decide.isPending}
          why={mayNot ?? incomplete}
          onClick={() => decide.mutate()}
        >
          {t('decide.confirm')}
        </GuardedButton>
        <GuardedButton
          variant="default"
          leftSection={<IconSearch size={15} aria-hidden />}
          why={mayNot}
          onClick={() => void lookUp()}
        >
          {t('decide.other')}
        </GuardedButton>
      </Group>
    </Stack>
  );
}

/** Who gave a code and why, and where it is in the dictionary. */
function AboutCode({ of: { by, entry, reason, remark }, isFirst }: { of: CodeOfCoder; isFirst: boolean }) {
  const { t } = useTranslation('coding');
  const { t: tReason } = useTranslation('aiCoding');
  const { language } = useRouteContext();
  const lines = [
    t(isFirst ? 'decide.first' : 'decide.second', { name: by }),
    entry?.parents
      .toReversed()
      .map(({ term }) => term)
      .join(' › '),
    reason ? reasonText(reason, language, tReason) : t('decide.notSuggested'),
    remark === null ? null : `“${remark}”`,
  ];
  return lines.filter(Boolean).map((line) => (
    <span key={line} className={classes.by}>
      {line}
    </span>
  ));
}
