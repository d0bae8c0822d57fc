import { expect, it } from 'vitest';
import { menusOf } from './menu.ts';

const returned = (...menuIds: string[]) => menuIds.map((menuId) => ({ menuId }));
const shown = (menuIds: string[], appendix: string, idfVersion: string | null = null) =>
  menusOf({ menuList: returned(...menuIds), idfVersion }, appendix).map(({ path }) => path);

it('shows only returned menus that the product knows, in its own order', () => {
  expect(shown(['MU-DT', 'MU-XX', 'MU-HOME'], 'KR')).toEqual(['home', 'data']);
});

it.each([
  ['KR', null, ['coding/product/list']],
  ['JP', null, []],
  ['JP', '2026-1', ['coding/idf/product/list']],
  ['EU', '2026-1', []],
] as const)('offers coding for %s with IDF %s at %o', (appendix, idfVersion, paths) => {
  expect(shown(['MU-CD'], appendix, idfVersion)).toEqual(paths);
});
