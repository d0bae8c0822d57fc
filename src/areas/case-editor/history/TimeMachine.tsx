/** A case as it was: its pages at a moment, and the way through all its moments. Nothing can be changed here. */
import { Button, Loader, Text, Title } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { Catalogue, CataloguePage } from '../../../../schemas/compile/catalogue.types.ts';
import { EmptyState } from '../../../components/index.ts';
import { ReportButton } from '../report/ReportButton.tsx';
import { useTimeZone } from '../../../app-context/routeContext.ts';
import { failureText } from '../../../feedback/showFailure.ts';
import { formatTime } from '../../../i18n/formatTime.ts';
import { useCaseRoute } from '../caseRoute.ts';
import { reasonWords } from '../status/reasonWords.ts';
import classes from './history.module.css';
import { momentsQuery, type Moment } from './history.queries.ts';
import { atMoment, momentOfSave } from './momentAddress.ts';
import { PastPage } from './PastPage.tsx';
import { PastReport } from './PastReport.tsx';
import { TimeSlider } from './TimeSlider.tsx';

export interface TimeMachineProps {
  caseKey: number;
  caseNo: string;
  /** as the address asks for it */
  saveNo: number;
  shown: readonly CataloguePage[];
  page: CataloguePage;
  rowNo: number | null;
  catalogue: Catalogue;
}

/** How long the slider must rest before its moment is loaded. */
const REST_MS = 120;

export function TimeMachine({ caseKey, caseNo, saveNo, shown, page, rowNo, catalogue }: TimeMachineProps) {
  const { t } = useTranslation('history');
  const { toPage } = useCaseRoute();
  const moments = useQuery(momentsQuery(caseKey));
  const list = moments.data?.listInfo;
  const [, setSearch] = useSearchParams();
  const [isReportShown, setReportShown] = useState(false);
  const addressed = list ? momentOfSave(list, saveNo) : 0;
  // The slider moves ahead of the address, which follows when the slider rests.
  const [dragged, setDragged] = useState<{ at: number; from: number } | null>(null);
  const at = dragged?.from === addressed ? dragged.at : addressed;
  useEffect(() => {
    const next = list?.[at]?.saveNo;
    if (at === addressed || next === undefined) return;
    const timer = setTimeout(
      () =>
        setSearch(
          (search) => {
            search.set('at', String(next));
            return search;
          },
          { replace: true },
        ),
      REST_MS,
    );
    return () => clearTimeout(timer);
  }, [at, addressed, list, setSearch]);
  const move = useCallback((next: number) => setDragged({ at: next, from: addressed }), [addressed]);
  if (moments.isLoadingError) return <EmptyState title={failureText(moments.error)} />;
  if (!list) return <Loader m="xl" aria-label={t('frame:loading')} />;
  const [moment, current] = [list[at], list[addressed]];
  if (!moment || !current) return <EmptyState title={t('none')} />;
  return (
    <div className={classes.machine}>
      <Banner
        caseNo={caseNo}
        moment={moment}
        exact={moments.data?.exact ?? true}
        now={toPage(page.page, rowNo === 0 ? null : rowNo)}
        reportShown={isReportShown}
        onToggleReport={() => setReportShown(!isReportShown)}
      />
      <TimeSlider moments={list} at={at} onMove={move} />
      <div className={classes.body}>
        <div className={classes.past}>
          <PastPage
            caseKey={caseKey}
            moment={current}
            shown={shown}
            page={page}
            rowNo={rowNo}
            catalogue={catalogue}
            toPage={(next, row = null) => atMoment(toPage(next, row), current.saveNo)}
          />
        </div>
        {isReportShown && (
          <PastReport
            caseKey={caseKey}
            moment={current}
            catalogue={catalogue}
            onClose={() => setReportShown(false)}
          />
        )}
      </div>
    </div>
  );
}

interface BannerProps {
  caseNo: string;
  moment: Moment;
  exact: boolean;
  /** where the same page is as it is now */
  now: string;
  reportShown: boolean;
  onToggleReport: () => void;
}

function Banner({ caseNo, moment, exact, now, reportShown, onToggleReport }: BannerProps) {
  const { t } = useTranslation('history');
  const { t: ofStatus } = useTranslation('status');
  const timeZone = useTimeZone();
  const { at, versionNo, userName, userId, reason, source, entries, kind } = moment;
  return (
    <header className={classes.banner}>
      <IconHistory size={20} aria-hidden />
      <div className={classes.told}>
        <Title order={1} size="h4">
          {t('asOf', { caseNo, versionNo, time: formatTime(at, timeZone) })}
        </Title>
        <div role="status">
          <Text size="sm">
            {t(`kinds.${kind}`)} · {t('by', { name: userName, userId })} ·{' '}
            {t('reason', { reason: reasonWords(ofStatus, reason) })} · {t(`editor:audit.sources.${source}`)} ·{' '}
            {t('changes', { count: entries })}
          </Text>
          {!exact && <Text size="sm">{t('notExact')}</Text>}
        </div>
      </div>
      <ReportButton shown={reportShown} onToggle={onToggleReport} />
      <Button component={Link} to={now}>
        {t('backToNow')}
      </Button>
    </header>
  );
}
