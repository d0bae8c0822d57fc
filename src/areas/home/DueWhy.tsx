/** Why a report is due on its day: the rule, day 0, the days, and what of the case was read for it. */
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Static } from 'typebox';
import { useTranslation } from 'react-i18next';
import type { ReadInput } from '../../../shared/contract/index.ts';
import {
  ReadDialog,
  LoadingArea,
  WhyCondition,
  type WhyInput,
  WhyInputs,
  WhyPart,
  WhyTree,
} from '../../components/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { formatDate } from '../../i18n/formatTime.ts';
import { DaysLeft } from './DaysLeft.tsx';
import { obligationsQuery, type DueReport, type Obligations } from './home.queries.ts';
import classes from './HomePage.module.css';

interface DueWhyProps {
  report: Pick<DueReport, 'caseKey' | 'caseNo' | 'receiver'>;
  onClose: () => void;
}

export function DueWhy({ report: { caseKey, caseNo, receiver }, onClose }: DueWhyProps) {
  const { t } = useTranslation(['home', 'explain']);
  const due = useQuery(obligationsQuery(useRouteContext(), caseKey));
  const found = due.data?.listInfo.find((one) => one.receiver === receiver);
  return (
    <ReadDialog onClose={onClose} size="lg" title={t('why.title', { caseNo, receiver })}>
      {due.isPending && <LoadingArea />}
      <FailureNotice error={due.error} />
      {due.data && !found && <p>{t('why.gone')}</p>}
      {due.data && found && <Explained due={found} groups={due.data.groups} />}
    </ReadDialog>
  );
}

type ReceiverReport = Obligations['listInfo'][number];

function Explained({ due, groups }: { due: ReceiverReport; groups: Obligations['groups'] }) {
  const { t } = useTranslation(['home', 'explain']);
  const { rule, ruleId, receiver, source, example, day0, days, dueDate, daysLeft, concerned, applies } = due;
  return (
    <>
      {example && <Alert color="blue">{t('why.example')}</Alert>}
      <dl className={classes.sum}>
        <div>
          <dt>{t('why.day0')}</dt>
          <dd>
            {formatDate(day0)}
            <small>{dayZeroText(t, due)}</small>
          </dd>
        </div>
        <div>
          <dt>{t('why.days')}</dt>
          <dd>
            {t('why.plus', { count: days })}
            <small>{t('why.rule', { rule, ruleId })}</small>
          </dd>
        </div>
        <div>
          <dt>{t('why.due')}</dt>
          <dd>
            {formatDate(dueDate)} <DaysLeft days={daysLeft} />
            {due.stillOwed && <small>{t('why.stillOwed')}</small>}
          </dd>
        </div>
      </dl>
      <WhyPart title={t('why.rule', { rule, ruleId })} source={source} top={3}>
        {concerned && <Condition title={t('why.concerned', { receiver })} read={concerned} groups={groups} />}
        {applies && <Condition title={t('why.applies')} read={applies} groups={groups} />}
        {!concerned && !applies && <p>{t('why.always')}</p>}
      </WhyPart>
    </>
  );
}

type Translate = ReturnType<typeof useTranslation<['home', 'explain']>>['t'];

function dayZeroText(t: Translate, { dayZeroFrom, dayZeroAssumed }: ReceiverReport): string {
  if (!dayZeroFrom) return t('why.made');
  const { itemId, label, written } = dayZeroFrom;
  return t(dayZeroAssumed ? 'why.fromPartial' : 'why.from', { itemId, label, written });
}

interface ConditionProps {
  title: string;
  read: NonNullable<ReceiverReport['applies']>;
  groups: Obligations['groups'];
}

function Condition({ title, read: { why, inputs }, groups }: ConditionProps) {
  const { t } = useTranslation(['home', 'explain']);
  const rowOf = (group: string, path: readonly number[]) =>
    t('why.row', { group: groups[group] ?? group, number: path.join('.') });
  return (
    <WhyCondition title={title} top={4}>
      <WhyTree why={why} rowOf={rowOf} />
      <WhyInputs caption={t('explain:read')} inputs={inputs.map((input) => inputOf(t, input))} />
    </WhyCondition>
  );
}

const inputOf = (
  t: Translate,
  { itemId, label, rows, text, blinded }: Static<typeof ReadInput>,
): WhyInput => ({
  key: `${itemId} ${rows.join('.')}`,
  itemId,
  label,
  blinded,
  place: rows.length > 0 ? t('why.rowNumber', { number: rows.join('.') }) : '',
  text: text ?? '',
});
