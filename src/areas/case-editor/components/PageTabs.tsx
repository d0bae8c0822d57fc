/** The pages of a case as tabs; each is a place of its own in the address. */
import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { CataloguePage } from '../../../../schemas/compile/catalogue.types.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import tabs from '../../../components/tabs.module.css';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { useKeys } from '../../../keys/index.ts';
import type { CasePages } from '../case.queries.ts';
import { useCaseRoute, enterPage } from '../caseRoute.ts';
import { useChecked } from '../findings/useLiveCase.ts';
import { pagesOf, type CaseFindings } from '../findings/useCaseFindings.ts';
import type { EditedPage } from '../unsaved/caseEdits.ts';
import { TabQuestions } from '../questions/TabQuestions.tsx';
import { TabPeople } from '../presence/PeopleHere.tsx';
import { UnsavedMark } from './UnsavedMark.tsx';
import classes from './PageTabs.module.css';

export interface PageTabsProps {
  shown: readonly CataloguePage[];
  counts: CasePages['pages'];
  current: string;
  /** counted at the tabs while they are shown */
  findings: CaseFindings;
  /** marked as unsaved */
  dirtyPages: readonly EditedPage[];
}

export function PageTabs({ shown, counts, current, findings, dirtyPages }: PageTabsProps) {
  const { t } = useTranslation(['editor', 'findings']);
  const { language } = useRouteContext();
  const { toPage } = useCaseRoute();
  const navigate = useNavigate();
  const turn = (by: 1 | -1) => () => {
    const next = shown[shown.findIndex(({ page }) => page === current) + by];
    if (next) void navigate(toPage(next.page), enterPage);
  };
  useKeys({ previousPage: turn(-1), nextPage: turn(1) });
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // in a narrow window the tabs are one line that scrolls
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  const checked = useChecked(findings.live);
  const { open, receivers, severity } = findings;
  const byPage = open && checked ? pagesOf(checked, { receivers, severity }) : [];
  return (
    <nav aria-label={t('pages')} className={tabs.tabs}>
      <ol ref={list}>
        {shown.map(({ page, label, kind }) => {
          const rows = counts.find((count) => count.page === page)?.rows ?? 0;
          const found = byPage.find((group) => group.page.page === page)?.findings ?? [];
          const words = wordsIn(label, language);
          return (
            <li key={page}>
              <Link
                to={toPage(page)}
                className={tabs.tab}
                aria-current={page === current ? 'page' : undefined}
              >
                {words}
                {dirtyPages.some(({ pageAddress }) => pageAddress.page === page) && <UnsavedMark />}
                {kind === 'rows' && rows > 0 && <span className={classes.count}>{rows}</span>}
                <TabPeople page={page} />
                <TabQuestions page={page} />
                {found.length > 0 && (
                  <span className={classes.findings} data-severity={found[0]?.severity}>
                    <span aria-hidden>{found.length}</span>
                    <VisuallyHidden>{t('findings:count', { count: found.length })}</VisuallyHidden>
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
