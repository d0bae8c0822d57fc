/** The pages of a menu beside each other, above the one that is shown. The table of routes names them. */
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { decideRoute } from '../../../shared/access/decideRoute.ts';
import { ROUTES, shortPath, type Route } from '../../../shared/access/routes.ts';
import { useSession } from '../../session/sessionStore.ts';
import classes from '../../components/tabs.module.css';
import { usePathTo, useRouteContext } from '../../app-context/routeContext.ts';
import { visitorOf } from '../../app-context/routeData.ts';

export interface AreaTabsProps {
  /** the route that is shown */
  route: Route;
}

/** Nothing above a page that is no tab, or that the user sees alone. */
export function AreaTabs({ route }: AreaTabsProps) {
  const { t } = useTranslation(['frame', 'pages']);
  const { appendix } = useRouteContext();
  const visitor = visitorOf(useSession());
  const to = usePathTo();
  const tabs = ROUTES.filter(
    (one) =>
      route.tab &&
      one.tab &&
      one.menuId === route.menuId &&
      decideRoute(one, visitor, appendix).kind === 'allow',
  );
  if (tabs.length < 2) return null;
  return (
    <nav aria-label={t('tabs', { menu: t(`menu.items.${route.depth1}`) })} className={classes.tabs}>
      <ul>
        {tabs.map((tab) => (
          <li key={tab.name}>
            <Link
              to={to(shortPath(tab))}
              className={classes.tab}
              aria-current={tab.name === route.name ? 'page' : undefined}
            >
              {t(`pages:titles.${tab.title}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
