/** What identifies the case clinically: patient, drug, reaction, seriousness, deadline. It follows unsaved edits. */
import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import type { FactContent, ShownFact } from '../../../../shared/case-header/headerFacts.ts';
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

/** Characters of a value that is never cut. */
const MAX_WHOLE = 20;

/** Two lists: what the case is about, and what is to be done with it. In a wide window each has one line. */
export function CaseFacts({ caseKey, catalogue, status, live }: CaseFactsProps) {
  const { t } = useTranslation('editor');
  const state = useHeaderFacts(caseKey, catalogue, live);
  const describe = useFactText(caseKey, catalogue, state);
  const isComputed = ({ content }: ShownFact) => content.kind === 'computed';
  const draw = (fact: ShownFact) => <Fact key={fact.fact} fact={fact} shown={describe(fact.content)} />;
  return (
    <div
      className={classes.facts}
      role="group"
      aria-label={t('facts.title')}
      aria-busy={state.facts === null}
    >
      {state.facts && (
        <dl className={classes.line}>{state.facts.filter((fact) => !isComputed(fact)).map(draw)}</dl>
      )}
      <dl className={classes.line}>
        <div className={classes.fact} data-fact="status">
          <dt className={classes.hidden}>{t('facts.status')}</dt>
          <dd>
            <StatusSentence status={status} />
          </dd>
        </div>
        {state.facts?.filter(isComputed).map(draw)}
      </dl>
    </div>
  );
}

function Fact({ fact: { fact, label, content }, shown }: { fact: ShownFact; shown: FactText }) {
  const { language } = useRouteContext();
  const name = wordsIn(label, language);
  const { text, tone } = shown;
  return (
    <div
      className={classes.fact}
      data-fact={fact}
      data-long={text.length > MAX_WHOLE || undefined}
      title={`${name}: ${text}`}
    >
      <dt className={content.kind !== 'computed' && text ? classes.clinical : undefined}>{name}</dt>
      <dd data-tone={tone}>
        <FactValue {...shown} />
      </dd>
    </div>
  );
}

function FactValue({ text, opens, path }: FactText) {
  const { t } = useTranslation('editor');
  const to = usePathTo();
  const dialogs = useEditorDialogs();
  if (opens)
    return (
      <button type="button" className={classes.more} onClick={() => dialogs.show(opens, true)}>
        {text}
      </button>
    );
  if (path)
    return (
      <Link to={to(path)} className={classes.more}>
        {text}
      </Link>
    );
  if (text) return text;
  return (
    <>
      <span aria-hidden>–</span>
      <VisuallyHidden>{t('facts.unknown')}</VisuallyHidden>
    </>
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
