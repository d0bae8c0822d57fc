/** The tabs of a case at a moment, with how much of each page that moment changed. */
import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CataloguePage } from '../../../../schemas/compile/catalogue.types.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import tabs from '../../../components/tabs.module.css';
import classes from '../components/PageTabs.module.css';

export interface PastTabsProps {
  shown: readonly CataloguePage[];
  current: string;
  changes: ReadonlyMap<string, ReadonlySet<string>>;
  toPage: (page: string) => string;
}

export function PastTabs({ shown, current, changes, toPage }: PastTabsProps) {
  const { t } = useTranslation(['history', 'editor']);
  const { language } = useRouteContext();
  return (
    <nav aria-label={t('editor:pages')} className={tabs.tabs}>
      <ol>
        {shown
          .filter(({ kind }) => kind === 'form' || kind === 'rows')
          .map(({ page, label }) => {
            const count = changes.get(page)?.size ?? 0;
            return (
              <li key={page}>
                <Link
                  to={toPage(page)}
                  className={tabs.tab}
                  aria-current={page === current ? 'page' : undefined}
                >
                  {wordsIn(label, language)}
                  {count > 0 && (
                    <span className={classes.findings} data-severity="warning">
                      <span aria-hidden>{count}</span>
                      <VisuallyHidden>{t('changes', { count })}</VisuallyHidden>
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
