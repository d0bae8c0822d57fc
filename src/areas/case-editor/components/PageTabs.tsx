/** The pages of a case as tabs; each is a place of its own in the address. */
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CataloguePage } from '../../../../schemas/compile/catalogue.types.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { usePlace } from '../../../frame/place.ts';
import type { CasePages } from '../case.queries.ts';
import { useCasePlace } from '../casePlace.ts';
import classes from './PageTabs.module.css';

export interface PageTabsProps {
  shown: readonly CataloguePage[];
  counts: CasePages['pages'];
  current: string;
}

export function PageTabs({ shown, counts, current }: PageTabsProps) {
  const { t } = useTranslation('editor');
  const { language } = usePlace();
  const { toPage } = useCasePlace();
  return (
    <nav aria-label={t('pages')} className={classes.tabs}>
      <ol>
        {shown.map(({ page, label, kind }) => {
          const rows = counts.find((count) => count.page === page)?.rows ?? 0;
          const words = wordsIn(label, language);
          return (
            <li key={page}>
              <Link
                to={toPage(page)}
                className={classes.tab}
                aria-current={page === current ? 'page' : undefined}
              >
                {words}
                {kind === 'rows' && rows > 0 && <span className={classes.count}>{rows}</span>}
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
