/** The pages that are built, by the name of their route. A route without one says that it is not available yet. */
import type { ComponentType } from 'react';
import type { PublicRouteName, RouteName } from '../../shared/access/routes.ts';
import { caseEditorPages } from '../areas/case-editor/routes.ts';
import { caseImportPages } from '../areas/case-import/routes.ts';
import { casePages } from '../areas/cases/routes.ts';
import { codingPages } from '../areas/coding/routes.ts';
import { demonstrationPages } from '../areas/demonstrations/routes.ts';
import { duplicatePages } from '../areas/duplicates/routes.ts';
import { emailLogPages } from '../areas/email-logs/routes.ts';
import { homePages } from '../areas/home/routes.ts';
import { loginPages } from '../areas/login/routes.ts';
import { noticePages } from '../areas/notices/routes.ts';
import { settingsPages } from '../areas/settings/routes.ts';
import { signOnPages } from '../areas/sign-on/routes.ts';
import { studioPages } from '../areas/schema-studio/routes.ts';
import { warningPages } from '../areas/warnings/routes.ts';
import type { AreaPages } from '../app-context/routeData.ts';
import { loadGroup } from './loadGroup.ts';

const AREAS: readonly AreaPages[] = [
  loginPages,
  demonstrationPages,
  homePages,
  casePages,
  caseEditorPages,
  codingPages,
  duplicatePages,
  warningPages,
  emailLogPages,
  caseImportPages,
  noticePages,
  settingsPages,
  signOnPages,
  studioPages,
];

type Name = RouteName | PublicRouteName;
const loaders = new Map(
  AREAS.flatMap(({ group, pages }) =>
    Object.entries(pages).map(([name, load]) => [name as Name, () => loadGroup(group, load)] as const),
  ),
);

/** How to load the page of a route; undefined where it is not built. */
export const loaderOf = (name: Name): (() => Promise<ComponentType>) | undefined => loaders.get(name);
