/** What identifies the case clinically: patient, drug, reaction, seriousness, deadline. It follows unsaved edits. */
import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import type { FactContent } from '../../../../shared/case-header/headerFacts.ts';
import { dayAt } from '../../../../shared/dates/zonedDay.ts';
import { usePathTo, useRouteContext, useTimeZone } from '../../../app-context/routeContext.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { useDaysLeft, type Tone } from '../../../components/index.ts';
import { formatDate } from '../../../i18n/formatTime.ts';
import type { CasePages } from '../case.queries.ts';
import { messageTone, useMessageStateText } from '../../../submission-view/MessageState.tsx';
import { percent } from '../completeness/percent.ts';
import { useEditorDialogs } from '../dialogs/useEditorDialogs.tsx';
import type { LiveCase } from '../findings/liveCase.ts';
import { useHeaderFacts, type HeaderState } from './useHeaderFacts.ts';
import { StatusSentence } from './StatusSentence.tsx';
import classes from './CaseFacts.module.css';

export interface CaseFactsProps {
  caseKey: number;
  catalogue: Catalogue;
  status: CasePages['status'];
  live: LiveCase | null;
}

interface FactText {
  /** empty: not known */
  text: string;
  tone?: Tone;
  /** the dialog that says more */
  opens?: 'completeness';
  /** the page that says more, below the prefix of the area */
  path?: string;
}

export function CaseFacts({ caseKey, catalogue, status, live }: CaseFactsProps) {
  const { t } = useTranslation('editor');
  const { language } = useRouteContext();
  const state = useHeaderFacts(caseKey, catalogue, live);
  const describe = useFactText(caseKey, catalogue, state);
  const to = usePathTo();
  const dialogs = useEditorDialogs();
  const workflow = (
    <div className={classes.fact} data-fact="status">
      <dt className={classes.hidden}>{t('facts.status')}</dt>
      <dd>
        <StatusSentence status={status} />
      </dd>
    </div>
  );
  if (state.facts === null)
    return (
      <dl className={classes.facts} aria-label={t('facts.title')} aria-busy>
        {workflow}
      </dl>
    );
  return (
    <dl className={classes.facts} aria-label={t('facts.title')}>
      {workflow}
      {state.facts.map(({ fact, label, content }) => {
        const { text, tone, opens, path } = describe(content);
        return (
          <div key={fact} className={classes.fact} data-fact={fact}>
            <dt className={content.kind === 'computed' ? undefined : classes.clinical}>
              {wordsIn(label, language)}
            </dt>
            <dd data-tone={tone} title={text}>
              {opens ? (
                <button type="button" className={classes.more} onClick={() => dialogs.show(opens, true)}>
                  {text}
                </button>
              ) : path ? (
                <Link to={to(path)} className={classes.more}>
                  {text}
                </Link>
              ) : text ? (
                text
              ) : (
                <>
                  <span aria-hidden>–</span>
                  <VisuallyHidden>{t('facts.unknown')}</VisuallyHidden>
                </>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function useFactText(
  caseKey: number,
  catalogue: Catalogue,
  state: HeaderState,
): (content: FactContent) => FactText {
  const { t } = useTranslation(['editor', 'engine']);
  const { language } = useRouteContext();
  const computed = useComputedText(caseKey, state);
  return (content) => {
    switch (content.kind) {
      case 'value':
        return { text: state.textOf(content.candidates) };
      case 'blinded':
      case 'hidden':
        return { text: t(`engine:${content.kind}.word`), tone: 'neutral' };
      case 'criterion': {
        const item = catalogue.items[content.itemId];
        return { text: item ? wordsIn(item.label, language) : content.itemId, tone: 'error' };
      }
      case 'noCriterion':
        return { text: t('facts.notSerious') };
      case 'notAssessed':
        return { text: t('facts.notAssessed'), tone: 'warning' };
      case 'computed':
        return computed(content.shows);
    }
  };
}

type Computed = Extract<FactContent, { kind: 'computed' }>['shows'];

/** The page of the case that lists everything that was sent. */
const SUBMISSIONS_PAGE = 'RE';

function useComputedText(
  caseKey: number,
  { header, dayZero, nextDue, completeness }: HeaderState,
): (shows: Computed) => FactText {
  const { t } = useTranslation('editor');
  const { language } = useRouteContext();
  const left = useDaysLeft();
  const timeZone = useTimeZone();
  const stateText = useMessageStateText();
  return (shows) => {
    if (!header) return { text: '' };
    switch (shows) {
      case 'dayZero':
        return { text: dayZero ? formatDate(dayZero) : '' };
      case 'due': {
        if (!nextDue) return { text: t('facts.noneDue') };
        const { receivers, due, daysLeft } = nextDue;
        const tone = daysLeft < 0 ? 'error' : daysLeft === 0 ? 'warning' : undefined;
        const words = { receivers: receivers.join(', '), date: formatDate(due), left: left(daysLeft) };
        return { text: t('facts.due', words), ...(tone && { tone }) };
      }
      case 'submissions': {
        const { submissions } = header;
        const dayOf = (iso: string) => formatDate(dayAt(Date.parse(iso), timeZone));
        const tones = submissions.map(({ state }) => messageTone(state));
        const tone = (['error', 'warning'] as const).find((one) => tones.includes(one));
        if (submissions.length === 0) return { text: t('facts.noneSent') };
        const texts = submissions.map(({ receiver, sentAt, state }) =>
          t('facts.sent', { receiver, date: dayOf(sentAt), state: stateText(state) }),
        );
        const path = `case/${caseKey}/detail/${SUBMISSIONS_PAGE}`;
        return { text: texts.join('; '), ...(tone && { tone }), path };
      }
      case 'completeness':
        return completeness === null
          ? { text: '' }
          : { text: percent(completeness, language), opens: 'completeness' };
      case 'owner': {
        const { userName = null, roleName = null } = header.owner ?? {};
        return { text: userName ?? roleName ?? t('facts.unassigned') };
      }
    }
  };
}
