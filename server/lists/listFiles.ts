/** The lists that can be made a file, by menu: for the calls that stream them, and for the jobs that make them. */
import { holdsAny } from '../../shared/access/privileges.ts';
import type { Call, ParamsOf, QueryOf } from '../../shared/contract/call.ts';
import type { Deps } from '../deps.ts';
import { addressChecked } from '../http/validation.ts';
import { menuNotFound, noPrivilege } from '../problems.ts';
import type { ListCaller, ListSource } from './listSource.ts';

/** What the file is asked for with. */
export interface FileContext<C extends Call> extends Omit<ListCaller, 'of'> {
  deps: Deps;
  params: ParamsOf<C>;
  query: QueryOf<C>;
}

export interface OpenedList {
  source: ListSource;
  caller: ListCaller;
}

interface ListFile {
  call: Call;
  open: (context: FileContext<Call>) => Promise<OpenedList> | OpenedList;
}

/** What was asked, before it is checked. */
export interface FileRequest extends Omit<ListCaller, 'of'> {
  deps: Deps;
  params: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
}

export interface ListFiles {
  /** An area's list that can be made a file: its call, and where its rows come from. */
  add: <C extends Call>(
    menuIds: readonly string[],
    call: C,
    open: (context: FileContext<C>) => Promise<OpenedList> | OpenedList,
  ) => void;
  /**
   * The list of a menu as the user sees it. Throws 404 MENU_NOT_FOUND, 403 NO_PRIVILEGE, 400 INVALID_REQUEST, and what
   * finding the rows throws.
   */
  open: (menuId: string, request: FileRequest) => Promise<OpenedList>;
}

/** No lists yet. */
export function listFiles(): ListFiles {
  const files = new Map<string, ListFile>();
  return {
    add: (menuIds, call, open) => {
      // the context is checked against the schemas of just this call
      for (const menuId of menuIds) files.set(menuId, { call, open: open as ListFile['open'] });
    },
    open: async (menuId, request) => {
      const file = files.get(menuId);
      if (!file) throw menuNotFound(menuId);
      const { call, open } = file;
      const { user, params, query } = request;
      if (call.access === 'systemAdmin' && !user.systemAdmin) throw noPrivilege();
      const required = typeof call.access === 'string' ? [] : call.access;
      if (!holdsAny(user.privileges, required, user.systemAdmin)) throw noPrivilege();
      return open({
        ...request,
        params: addressChecked('params', call.params, params),
        query: addressChecked('querystring', call.query, query),
      });
    },
  };
}
