/** One text of the queue: suggested codes, where it is reported, what others chose. */
import { Group, TextInput } from '@mantine/core';
import {
  IconEqual,
  IconMessageQuestion,
  IconPlayerSkipForward,
  IconSearch,
  IconTag,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  MAX_REMARK,
  SECOND_CODER,
  type CodingGroup,
  type CodingStep,
  type DataOf,
  type GroupTerm,
  type readCodingGroup,
} from '../../../../shared/contract/index.ts';
import { LoadingArea, StatusBadge } from '../../../components/index.ts';
import { FailedArea } from '../../../feedback/FailedArea.tsx';
import { Notice } from '../../../feedback/Notice.tsx';
import { keyText, SUBMIT_KEY } from '../../../keys/index.ts';
import { useMay } from '../../../session/sessionStore.ts';
import { useFindCode } from '../useFindCode.ts';
import { ActionButtons } from './ActionButtons.tsx';
import { AskReporterDialog } from './AskReporterDialog.tsx';
import classes from './cockpit.module.css';
import { groupQuery } from './cockpit.queries.ts';
import { PlacesTable } from './PlacesTable.tsx';
import { SuggestionList, type SuggestionKeys } from './SuggestionList.tsx';
import { useCodeGroup, type Picked } from './useCodeGroup.ts';

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

interface CodingProps extends Pick<GroupPanelProps, 'step' | 'group' | 'onMove' | 'onOutcome' | 'onDone'> {
  data: DataOf<typeof readCodingGroup>;
}

function Coding({ step, group, data, onMove, onOutcome, onDone }: CodingProps) {
  const { t } = useTranslation('coding');
  const findCode = useFindCode();
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
  const { save, propose } = useCodeGroup({ step, group, terms, remark, onOutcome, onDone });

  const why = !mayCode
    ? t('cockpit.mayNot')
    : terms.length === 0
      ? t(editable.length === 0 ? 'cockpit.notEditable' : 'choose')
      : null;
  const isBusy = () => why !== null || save.isPending || propose.isPending || looking.current;
  const code = (picked: Picked | null | undefined) => {
    if (picked && !isBusy()) save.mutate(picked);
  };
  /** Null: nothing was chosen. */
  const lookUp = async (): Promise<Picked | null> => {
    const [first] = data.terms;
    if (isBusy() || !first) return null;
    looking.current = true;
    const { itemId, caseKey } = first;
    const { dictionary } = group;
    const found = await findCode(
      { itemId, dictionary, version: data.version, keyword: data.text },
      { caseKey },
    );
    looking.current = false;
    list.current?.focus();
    return found;
  };
  /** The selected suggestion, otherwise a term that is looked up. */
  const proposeOne = async () => {
    if (isBusy() || isSecond) return;
    const picked = data.suggestions[active ?? -1] ?? (await lookUp());
    if (picked) propose.mutate(picked);
  };
  const keys: SuggestionKeys = {
    take: () => code(data.suggestions[active ?? -1]),
    lookUp: () => void lookUp().then(code),
    propose: () => void proposeOne(),
    move: onMove,
    ask: () => {
      if (why === null) setAsking(true);
    },
  };
  const actions = [
    {
      label: t('cockpit.code', { count: terms.length }),
      Icon: IconTag,
      keys: SUBMIT_KEY,
      why: why ?? (active === null ? t('cockpit.choose') : null),
      isPending: save.isPending,
      run: keys.take,
    },
    { label: t('cockpit.lookUp'), Icon: IconSearch, keys: keyText('codingLookUp'), why, run: keys.lookUp },
    {
      label: t('cockpit.next'),
      Icon: IconPlayerSkipForward,
      keys: keyText('codingNext'),
      why: null,
      run: () => onMove(1),
    },
    ...(isSecond
      ? []
      : [
          {
            label: t('cockpit.propose'),
            Icon: IconEqual,
            keys: keyText('codingPropose'),
            why,
            isPending: propose.isPending,
            run: keys.propose,
          },
        ]),
    { label: t('cockpit.ask'), Icon: IconMessageQuestion, keys: keyText('codingAsk'), why, run: keys.ask },
  ];
  return (
    <>
      {data.sample && <Notice tone="warning">{t('matches.sample')}</Notice>}
      <SuggestionList ref={list} {...{ active, keys }} suggestions={data.suggestions} onActive={setActive} />
      <Group role="toolbar" aria-label={t('actions')} gap={6} className={classes.actions}>
        <ActionButtons actions={actions} />
      </Group>
      {isSecond && (
        <TextInput
          label={t('cockpit.remark')}
          value={remark}
          maxLength={MAX_REMARK}
          onChange={({ currentTarget }) => setRemark(currentTarget.value)}
        />
      )}
      <ChosenCodes codes={data.chosen} />
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

/** What others coded this text with, how often, and who. */
function ChosenCodes({ codes }: { codes: CodingProps['data']['chosen'] }) {
  const { t } = useTranslation('coding');
  if (codes.length === 0) return null;
  return (
    <>
      <h3 className={classes.part}>{t('cockpit.chosen')}</h3>
      <ul className={classes.chosen}>
        {codes.map(({ code, term, times, by }) => (
          <li key={code}>
            <strong>{term ?? t('cockpit.noTerm')}</strong> <code>{code}</code>{' '}
            <StatusBadge tone="neutral">{t('cockpit.times', { count: times })}</StatusBadge> {by.join(', ')}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Those without a code, or with one that is older than their text; otherwise all, since their codes are doubtful. */
const isToBeCoded = (term: GroupTerm, _index: number, all: readonly GroupTerm[]): boolean => {
  const isOpen = ({ code, textChanged }: GroupTerm): boolean => code === null || textChanged;
  return isOpen(term) || !all.some(isOpen);
};
