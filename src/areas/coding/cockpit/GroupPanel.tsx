/** One text of the queue: suggested codes, where it is reported, what others chose. */
import { Group, TextInput } from '@mantine/core';
import {
  IconEqual,
  IconMessageQuestion,
  IconPlayerSkipForward,
  IconSearch,
  IconTag,
} from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  codeAgain,
  codeTexts,
  MAX_REMARK,
  proposeSynonym,
  SECOND_CODER,
  type CodingGroup,
  type CodingStep,
  type DataOf,
  type readCodingGroup,
} from '../../../../shared/contract/index.ts';
import { call } from '../../../api/index.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { lookUpTerm } from '../../../catalogue/lookUp.ts';
import { GuardedButton, KeyHint, LoadingArea, StatusBadge } from '../../../components/index.ts';
import { FailedArea } from '../../../feedback/FailedArea.tsx';
import { Notice } from '../../../feedback/Notice.tsx';
import { showFailure } from '../../../feedback/showFailure.ts';
import { useMay } from '../../../session/sessionStore.ts';
import { AskReporterDialog } from './AskReporterDialog.tsx';
import classes from './cockpit.module.css';
import { groupQuery } from './cockpit.queries.ts';
import { PlacesTable } from './PlacesTable.tsx';
import { SuggestionList, type SuggestionKeys } from './SuggestionList.tsx';

export interface GroupPanelProps {
  scope: string;
  step: CodingStep;
  group: CodingGroup;
  /** read ahead of time; null: this is the last one */
  next: CodingGroup | null;
  onMove: (by: 1 | -1) => void;
  /** what a save came to, in words */
  onOutcome: (words: string) => void;
  /** every chosen term is coded */
  onDone: () => void;
}

export function GroupPanel({ scope, step, group, next, ...after }: GroupPanelProps) {
  const queries = useQueryClient();
  const read = useQuery(groupQuery({ scope, step }, group));
  useEffect(() => {
    if (next) void queries.prefetchQuery(groupQuery({ scope, step }, next));
  }, [queries, scope, step, next]);
  return (
    <section className={classes.panel} aria-labelledby="cockpit-text">
      <h2 id="cockpit-text" className={classes.text}>
        {group.text}
      </h2>
      <p className={classes.groupAbout}>{group.label}</p>
      {read.isPending && <LoadingArea />}
      {read.isError && <FailedArea kind="panel" error={read.error} onRetry={() => void read.refetch()} />}
      {read.data && (
        // another text begins with its own choices
        <Coding
          key={`${group.dictionary} ${group.textKey}`}
          {...{ step, group, ...after }}
          data={read.data}
        />
      )}
    </section>
  );
}

/** A term that is coded with, or proposed. */
type Picked = Pick<DataOf<typeof readCodingGroup>['suggestions'][number], 'code' | 'term'>;

interface CodingProps extends Pick<GroupPanelProps, 'step' | 'group' | 'onMove' | 'onOutcome' | 'onDone'> {
  data: DataOf<typeof readCodingGroup>;
}

function Coding({ step, group, data, onMove, onOutcome, onDone }: CodingProps) {
  const { t } = useTranslation('coding');
  const { language } = useRouteContext();
  const queries = useQueryClient();
  const isSecond = step === 'second';
  const mayCode = useMay(isSecond ? SECOND_CODER : 'EDIT.CASE');
  const editable = data.terms.filter(({ refusal }) => refusal === null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(editable.filter(isToBeCoded).map(({ rowKey }) => rowKey)),
  );
  /** index of the suggestion that Enter takes; null: none yet */
  const [active, setActive] = useState<number | null>(data.suggestions[0]?.safe ? 0 : null);
  const [asking, setAsking] = useState(false);
  const [remark, setRemark] = useState('');
  const looking = useRef(false);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.focus({ preventScroll: true }), []);
  const terms = editable.filter(({ rowKey }) => chosen.has(rowKey));

  const save = useMutation({
    mutationFn: ({ code }: Picked): Promise<Pick<DataOf<typeof codeTexts>, 'listInfo'>> => {
      const { dictionary, textKey } = group;
      const params = { dictionary };
      if (isSecond) {
        const rowKeys = terms.map(({ rowKey }) => rowKey);
        return call(codeAgain, { params, body: { textKey, code, remark, rowKeys } });
      }
      const coded = terms.map(({ rowKey, code: before }) => ({ rowKey, before }));
      return call(codeTexts, { params, body: { textKey, code, terms: coded } });
    },
    onSuccess: ({ listInfo }, { code, term }) => {
      const refused = listInfo.flatMap(({ refusal }) => refusal ?? []);
      const words = t(isSecond ? 'cockpit.savedSecond' : 'cockpit.saved', {
        count: listInfo.length - refused.length,
        text: group.text,
        term,
        code,
      });
      onOutcome([words, ...refused.map(({ errMsg }) => errMsg)].join(' '));
      if (refused.length === 0) onDone();
      else void queries.invalidateQueries({ queryKey: ['coding', 'queue'] });
    },
    onError: (error) => showFailure(error, 'SUBMIT_FAIL'),
  });
  const propose = useMutation({
    mutationFn: ({ code }: Picked) =>
      call(proposeSynonym, {
        params: { dictionary: group.dictionary },
        body: { textKey: group.textKey, code },
      }),
    onSuccess: (_, picked) =>
      onOutcome(t('cockpit.proposed', { text: group.text, term: picked.term, code: picked.code })),
    onError: (error) => showFailure(error, 'SUBMIT_FAIL'),
  });
  const isBusy = () => save.isPending || propose.isPending || looking.current;

  const why = !mayCode
    ? t('cockpit.mayNot')
    : terms.length === 0
      ? t(editable.length === 0 ? 'cockpit.notEditable' : 'choose')
      : null;
  const code = (picked: Picked | undefined) => {
    if (picked && why === null && !isBusy()) save.mutate(picked);
  };
  /** Null: nothing was chosen. */
  const lookUp = async (): Promise<Picked | null> => {
    const [first] = data.terms;
    if (isBusy() || why !== null || !first) return null;
    looking.current = true;
    const request = {
      itemId: first.itemId,
      dictionary: group.dictionary,
      version: data.version,
      keyword: data.text,
      fields: {},
      text: null,
      codeLength: null,
    };
    const found = await lookUpTerm(queries, request, { language, caseKey: first.caseKey });
    looking.current = false;
    list.current?.focus();
    return found?.how === 'term' ? { code: found.term.code, term: found.term.term } : null;
  };
  /** The selected suggestion, otherwise a term that is looked up. */
  const proposeOne = async () => {
    if (isBusy() || why !== null || isSecond) return;
    const picked = data.suggestions[active ?? -1] ?? (await lookUp());
    if (picked) propose.mutate(picked);
  };
  const keys: SuggestionKeys = {
    take: () => code(data.suggestions[active ?? -1]),
    lookUp: () => void lookUp().then((picked) => code(picked ?? undefined)),
    propose: () => void proposeOne(),
    move: onMove,
    ask: () => {
      if (why === null) setAsking(true);
    },
  };
  return (
    <>
      {data.sample && <Notice tone="warning">{t('matches.sample')}</Notice>}
      <SuggestionList ref={list} {...{ active, keys }} suggestions={data.suggestions} onActive={setActive} />
      <Group role="toolbar" aria-label={t('actions')} gap={6} className={classes.actions}>
        <GuardedButton
          leftSection={<IconTag size={15} aria-hidden />}
          rightSection={<KeyHint keys="Enter" />}
          loading={save.isPending}
          why={why ?? (active === null ? t('cockpit.choose') : null)}
          onClick={keys.take}
        >
          {t('cockpit.code', { count: terms.length })}
        </GuardedButton>
        <GuardedButton
          variant="default"
          leftSection={<IconSearch size={15} aria-hidden />}
          rightSection={<KeyHint keys="L" />}
          why={why}
          onClick={keys.lookUp}
        >
          {t('cockpit.lookUp')}
        </GuardedButton>
        <GuardedButton
          variant="default"
          leftSection={<IconPlayerSkipForward size={15} aria-hidden />}
          rightSection={<KeyHint keys="N" />}
          why={null}
          onClick={() => onMove(1)}
        >
          {t('cockpit.next')}
        </GuardedButton>
        {!isSecond && (
          <GuardedButton
            variant="default"
            leftSection={<IconEqual size={15} aria-hidden />}
            rightSection={<KeyHint keys="S" />}
            loading={propose.isPending}
            why={why}
            onClick={keys.propose}
          >
            {t('cockpit.propose')}
          </GuardedButton>
        )}
        <GuardedButton
          variant="default"
          leftSection={<IconMessageQuestion size={15} aria-hidden />}
          rightSection={<KeyHint keys="Q" />}
          why={why}
          onClick={keys.ask}
        >
          {t('cockpit.ask')}
        </GuardedButton>
      </Group>
      {isSecond && (
        <TextInput
          label={t('cockpit.remark')}
          value={remark}
          maxLength={MAX_REMARK}
          onChange={({ currentTarget }) => setRemark(currentTarget.value)}
        />
      )}
      {data.chosen.length > 0 && (
        <>
          <h3 className={classes.part}>{t('cockpit.chosen')}</h3>
          <ul className={classes.chosen}>
            {data.chosen.map((one) => (
              <li key={one.code}>
                <strong>{one.term ?? t('cockpit.noTerm')}</strong> <code>{one.code}</code>{' '}
                <StatusBadge tone="neutral">{t('cockpit.times', { count: one.times })}</StatusBadge>{' '}
                {one.by.join(', ')}
              </li>
            ))}
          </ul>
        </>
      )}
      <h3 className={classes.part}>{t('cockpit.places', { count: data.terms.length })}</h3>
      <PlacesTable terms={data.terms} {...{ chosen }} isBlind={isSecond} onChoose={setChosen} />
      {asking && (
        <AskReporterDialog
          text={data.text}
          terms={terms}
          onSent={(count) => onOutcome(t('cockpit.asked', { count, text: data.text }))}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Where some have no code, these are coded; otherwise all, since their codes are doubtful. */
const isToBeCoded = (
  { code }: { code: string | null },
  _index: number,
  all: readonly { code: string | null }[],
): boolean => code === null || all.every((one) => one.code !== null);
