/** The findings of one case of a batch, by check; each leads to where it is corrected. */
import { Button, Checkbox, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { CHECK_IDS } from '../../../shared/submission/checkIds.ts';
import { removeSubmissionCase } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { usePathTo, useRouteContext } from '../../app-context/routeContext.ts';
import { wordsIn } from '../../catalogue/words.ts';
import { StatusBadge, type Tone } from '../../components/index.ts';
import { ShowMessage } from './MessageDialog.tsx';
import { PredictedAnswer } from './PredictedAnswer.tsx';
import type { Batch, BatchMessage, CheckFinding } from './submissions.queries.ts';
import classes from './submissions.module.css';
import { useBatchCommand } from './useBatchCommand.ts';

const TONES: Readonly<Record<CheckFinding['severity'], Tone>> = {
  error: 'error',
  warning: 'warning',
  info: 'info',
};

/** What a warning is known by when the batch is checked again: the same one keeps its tick, as it keeps its reason. */
export const warningId = ({ seq, checkId, ruleId, item, message }: CheckFinding): string =>
  JSON.stringify([seq, checkId, ruleId, item?.itemId, item?.row, message]);

/** How warnings are accepted. */
export interface Ticking {
  /** by `warningId` */
  ticked: ReadonlySet<string>;
  tick: (some: readonly CheckFinding[], on: boolean) => void;
  /** reasons can be given now */
  isOpen: boolean;
}

interface CaseFindingsProps extends Ticking {
  batch: Batch;
  message: BatchMessage;
  findings: readonly CheckFinding[];
}

export function CaseFindings({ batch, message, findings, ...ticking }: CaseFindingsProps) {
  const { t } = useTranslation('submissions');
  const to = usePathTo();
  const { batchKey, messages, takes } = batch;
  const { caseKey, caseNo, versionNo, kind } = message;
  const remove = useBatchCommand(() => call(removeSubmissionCase, { params: { batchKey, caseKey } }));
  return (
    <section className={classes.case} aria-label={caseNo}>
      <div className={classes.head}>
        <Title order={2} size="h4">
          <Link to={to(`case/${caseKey}/detail`)} className={classes.link}>
            {caseNo}
          </Link>
        </Title>
        <span>{t('version', { version: versionNo })}</span>
        <StatusBadge tone="info">{t(`kinds.${kind}`)}</StatusBadge>
        {message.predicted && (
          <span>
            {t('predicted.title')}: <PredictedAnswer message={message} />
          </span>
        )}
        <ShowMessage batch={batch} message={message} />
        {takes.includes('case.removed') && messages.length > 1 && (
          <Button
            className={classes.end}
            size="compact-sm"
            variant="subtle"
            loading={remove.isPending}
            aria-label={t('check.removeOf', { caseNo })}
            onClick={() => remove.mutate()}
          >
            {t('check.remove')}
          </Button>
        )}
      </div>
      {findings.length === 0 ? (
        <p className={classes.line}>{t('check.clean')}</p>
      ) : (
        <Findings findings={findings} {...ticking} />
      )}
    </section>
  );
}

interface FindingsProps extends Ticking {
  findings: readonly CheckFinding[];
}

export function Findings({ findings, ...ticking }: FindingsProps) {
  const { t } = useTranslation('submissions');
  return CHECK_IDS.map((checkId) => {
    const found = findings.filter((one) => one.checkId === checkId);
    if (found.length === 0) return null;
    return (
      <div key={checkId}>
        <Title order={3} size="h6" mt="xs">
          {t(`checks.${checkId}`)}
        </Title>
        <ul className={classes.findings}>
          {found.map((finding) => (
            <Finding key={finding.findingKey} finding={finding} {...ticking} />
          ))}
        </ul>
      </div>
    );
  });
}

function Finding({ finding, ticked, tick, isOpen }: Ticking & { finding: CheckFinding }) {
  const { t } = useTranslation('submissions');
  const { language } = useRouteContext();
  const to = usePathTo();
  const { severity, item, reason, reasonName } = finding;
  const text = wordsIn(finding.message, language);
  return (
    <li>
      {isOpen && severity === 'warning' && reason === null && (
        <Checkbox
          aria-label={t('check.tick', { text })}
          checked={ticked.has(warningId(finding))}
          onChange={(event) => tick([finding], event.currentTarget.checked)}
        />
      )}
      <StatusBadge tone={TONES[severity]}>{t(`severities.${severity}`)}</StatusBadge>
      {item?.path && (
        <Link to={to(item.path)} className={classes.link}>
          {item.itemId} {item.label} {item.row && `(${item.row})`}
        </Link>
      )}
      <span>{text}</span>
      {reason !== null && (
        <span className={classes.dim}>{t('check.reason', { reason, name: reasonName ?? '' })}</span>
      )}
    </li>
  );
}
