/** The codes that two coders gave a term; the adjudicator chooses one of them, or another one, with the reason. */
import { Group, Radio, Stack, Textarea } from '@mantine/core';
import { IconGavel, IconSearch } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
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
import { LoadingArea } from '../../../components/index.ts';
import { FailedArea } from '../../../feedback/FailedArea.tsx';
import { Notice } from '../../../feedback/Notice.tsx';
import { isComposing, keyText, pressedKey } from '../../../keys/index.ts';
import { useMay } from '../../../session/sessionStore.ts';
import { useFindCode } from '../useFindCode.ts';
import { ActionButtons } from './ActionButtons.tsx';
import classes from './cockpit.module.css';
import { differenceQuery } from './cockpit.queries.ts';
import { Context } from './PlacesTable.tsx';
import { placeOfDigit } from './SuggestionList.tsx';

/** Characters of a reason for change. */
const MAX_REASON = 500;

/** A code with its term, and why it is the right one. */
export interface Decided {
  code: string;
  term: string;
  reason: string;
}

export interface DifferencePanelProps {
  scope: string;
  difference: CodingDifference;
  /** what was decided for the same text just now: it only has to be confirmed */
  proposed: Decided | null;
  onMove: (by: 1 | -1) => void;
  onDecided: (words: string, decided: Decided) => void;
}

export function DifferencePanel({ scope, difference, ...decision }: DifferencePanelProps) {
  const read = useQuery(differenceQuery(scope, difference.secondKey));
  return (
    <section className={classes.panel} aria-labelledby="difference-text">
      <h2 id="difference-text" className={classes.text}>
        {difference.text}
      </h2>
      <p className={classes.groupAbout}>{difference.label}</p>
      {read.isPending && <LoadingArea />}
      {read.isError && <FailedArea kind="panel" error={read.error} onRetry={() => void read.refetch()} />}
      {read.data && <Decision data={read.data} secondKey={difference.secondKey} {...decision} />}
    </section>
  );
}

interface DecisionProps extends Pick<DifferencePanelProps, 'proposed' | 'onMove' | 'onDecided'> {
  data: DataOf<typeof readDifference>;
  secondKey: number;
}

function Decision({ data, secondKey, proposed, onMove, onDecided }: DecisionProps) {
  const { t } = useTranslation('coding');
  const to = usePathTo();
  const findCode = useFindCode();
  const mayEdit = useMay('EDIT.CASE');
  const isGiven = (wanted: string) => data.codes.some((one) => one.code === wanted);
  const [code, setCode] = useState(proposed?.code ?? '');
  const [other, setOther] = useState(proposed && !isGiven(proposed.code) ? proposed : null);
  const [reason, setReason] = useState(proposed?.reason ?? '');
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const radios = [...(panel.current?.querySelectorAll<HTMLInputElement>('input[type=radio]') ?? [])];
    (radios.find(({ checked }) => checked) ?? radios[0])?.focus({ preventScroll: true });
  }, []);
  const decide = useMutation({
    mutationFn: () =>
      call(decideDifference, { params: { secondKey }, body: { code, reason: reason.trim() } }),
    onSuccess: () => {
      const term = options.find((one) => one.code === code)?.term ?? '';
      onDecided(t('decide.done', { text: data.text, term, code }), { code, term, reason });
    },
  });
  const lookUp = async () => {
    const { itemId, dictionary, version, text: keyword, caseKey } = data;
    const found = await findCode({ itemId, dictionary, version, keyword }, { caseKey });
    if (!found) return;
    if (!isGiven(found.code)) setOther({ ...found, reason });
    setCode(found.code);
  };
  const mayNot = mayEdit ? (data.refusal?.errMsg ?? null) : t('cockpit.mayNot');
  const options = [
    ...data.codes.map((one) => ({ code: one.code, term: one.entry?.term ?? t('cockpit.noTerm') })),
    ...(other ? [other] : []),
  ];
  const incomplete = code === '' ? t('decide.choose') : reason.trim() === '' ? t('decide.write') : null;
  const confirm = () => {
    if (mayNot === null && incomplete === null && !decide.isPending) decide.mutate();
  };
  /** Null: no key of the panel. Letters and digits are texts where the reason is written. */
  const actionOf = (event: KeyboardEvent): (() => void) | null => {
    const key = pressedKey(event);
    if (key === 'codingDecide') return confirm;
    if (event.target instanceof HTMLTextAreaElement) return null;
    const place = placeOfDigit(event);
    if (place !== null) return () => setCode(options[place]?.code ?? code);
    if (key === 'codingLookUp') return () => void (mayNot === null && lookUp());
    if (key === 'codingNext') return () => onMove(1);
    return key === 'codingPrevious' ? () => onMove(-1) : null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.repeat || isComposing(event)) return;
    const act = actionOf(event);
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <Stack gap="sm" ref={panel} onKeyDown={onKeyDown}>
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
        <ActionButtons
          actions={[
            {
              label: t('decide.confirm'),
              Icon: IconGavel,
              keys: keyText('codingDecide'),
              why: mayNot ?? incomplete,
              isPending: decide.isPending,
              run: confirm,
            },
            {
              label: t('decide.other'),
              Icon: IconSearch,
              keys: keyText('codingLookUp'),
              why: mayNot,
              run: () => void lookUp(),
            },
          ]}
        />
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
