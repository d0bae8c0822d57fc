/** Which menus a user sees, and where they lead here. */
import { MENUS, type Menu } from '../../shared/access/menus.ts';
import type { Session } from '../session/sessionStore.ts';

/** Coding is for Korea, and for Japan once an IDF table is loaded (specification section 2). */
function codingPath(appendix: string, idfVersion: string | null): string | null {
  if (appendix === 'KR') return 'coding/product/list';
  return appendix === 'JP' && idfVersion ? 'coding/idf/product/list' : null;
}

/** The menus the server returned for the user that the product knows, in the product's order. */
export function menusOf(
  { menuList, idfVersion }: Pick<Session, 'menuList' | 'idfVersion'>,
  appendix: string,
): Menu[] {
  const returned = new Set(menuList.map(({ menuId }) => menuId));
  return MENUS.filter(({ menuId }) => returned.has(menuId)).flatMap((menu) => {
    if (menu.depth1 !== 'Coding') return [menu];
    const path = codingPath(appendix, idfVersion);
    return path ? [{ ...menu, path }] : [];
  });
}
