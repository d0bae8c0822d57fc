/** Why a report is due on its day: the rule, day 0, the days, and what of the case was read for it. */
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Static } from 'typebox';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import type { ReadInput } from '../../../shared/contract/index.ts';
import { codesInWords } from '../../../shared/expressions/explain.ts';
import { catalogueQuery } from '../../catalogue/catalogue.queries.ts';
import { useLabels } from '../../catalogue/useLabels.ts';
import {
  DaysLeft,
  ReadDialog,
  LoadingArea,
  WhyCondition,
  WhyExpression,
  type WhyInput,
  WhyInputs,
  type WhyNames,
  WhyPart,
  WhyTree,
} from '../../components/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { formatDate } from '../../i18n/formatTime.ts';
import { obligationsQuery, type DueReport, type Obligations } from './home.queries.ts';
import classes from './HomePage.module.css';

interface DueWhyProps {
  report: Pick<DueReport, 'caseKey' | 'caseNo' | 'receiver'>;
  onClose: () => void;
}

export function DueWhy({ report: { caseKey, caseNo, receiver }, onClose }: DueWhyProps) {
  const { t } = useTranslation(['home', 'explain']);
  const context = useRouteContext();
  const due = useQuery(obligationsQuery(context, caseKey));
  const catalogue = useQuery(catalogueQuery(context.appendix));
  const found = due.data?.listInfo.find((one) => one.receiver === receiver);
  return (
    <ReadDialog onClose={onClose} size="lg" title={t('why.title', { caseNo, receiver })}>
      {(due.isPending || catalogue.isPending) && <LoadingArea />}
      <FailureNotice error={due.error ?? catalogue.error} />
      {due.data && !found && <p>{t('why.gone')}</p>}
      {due.data && found && catalogue.data && (
        <Explained due={found} groups={due.data.groups} catalogue={catalogue.data} />
      )}
    </ReadDialog>
  );
}

type ReceiverReport = Obligations['listInfo'][number];

interface ExplainedProps extends Pick<ConditionProps, 'groups' | 'catalogue'> {
  due: ReceiverReport;
}

function Explained({ due, groups, catalogue }: ExplainedProps) {
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
            {due.closes && <small>{t('why.closes', { receiver })}</small>}
          </dd>
        </div>
      </dl>
      <WhyPart title={t('why.rule', { rule, ruleId })} source={source} top={3}>
        {concerned && (
          <Condition title={t('why.concerned', { receiver })} read={concerned} {...{ groups, catalogue }} />
        )}
        {applies && <Condition title={t('why.applies')} read={applies} {...{ groups, catalogue }} />}
        {!concerned && !applies && <p>{t('why.always')}</p>}
      </WhyPart>
    </>
  );
}

type Translate = ReturnType<typeof useTranslation<['home', 'explain']>>['t'];

function dayZeroText(t: Translate, { dayZeroFrom, dayZeroAssumed, closes }: ReceiverReport): string {
  if (!dayZeroFrom) return t(closes ? 'why.closedOn' : 'why.made');
  const { itemId, label, written } = dayZeroFrom;
  return t(dayZeroAssumed ? 'why.fromPartial' : 'why.from', { itemId, label, written });
}

interface ConditionProps {
  title: string;
  read: NonNullable<ReceiverReport['applies']>;
  groups: Obligations['groups'];
  /** as the region on the screen sees it */
  catalogue: Catalogue;
}

function Condition({ title, read: { why, inputs }, groups, catalogue }: ConditionProps) {
  const { t } = useTranslation(['home', 'explain']);
  const { language } = useRouteContext();
  const codes = useMemo(() => codesInWords(why), [why]);
  const label = useLabels(catalogue, codes, language);
  const groupOf = (group: string) => groups[group] ?? group;
  const names: WhyNames = {
    groupOf,
    rowOf: (group, path) => t('why.row', { group: groupOf(group), number: path.join('.') }),
    itemOf: (itemId) => inputs.find((input) => input.itemId === itemId)?.label ?? itemId,
    codeOf: (itemId, code) => label(itemId, code) ?? code,
    textOf(itemId, path) {
      const read = inputs.find(
        (input) => input.itemId === itemId && input.rows.every((row, at) => row === path[at]),
      );
      return read?.blinded ? null : (read?.text ?? '');
    },
  };
  return (
    <WhyCondition title={title} top={4}>
      <WhyTree why={why} names={names} />
      <WhyInputs caption={t('explain:read')} inputs={inputs.map((input) => inputOf(t, input))} />
      <WhyExpression why={why} />
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
