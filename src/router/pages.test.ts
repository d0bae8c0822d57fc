// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { PUBLIC, ROUTES } from '../../shared/access/routes.ts';
import { loaderOf } from './pages.ts';

it('has a page for every route that does not lead to another one', () => {
  const missing = [...ROUTES, ...PUBLIC].filter(
    ({ name, redirectTo }) =>
      name !== 'BadPermission' && redirectTo === undefined && loaderOf(name) === undefined,
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
});
