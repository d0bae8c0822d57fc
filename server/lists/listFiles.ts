/** The lists that can be made a file, by menu: for the calls that stream them, and for the jobs that make them. */
import type { Call, ParamsOf, QueryOf } from '../../shared/contract/call.ts';
import { requireAccess } from '../http/requireAccess.ts';
import { addressChecked } from '../http/validation.ts';
import { menuNotFound } from '../problems.ts';
import type { ListCaller, OpenedList } from './listSource.ts';
import type { ReportPacker } from './reportPack.ts';

/** The checked request for a file. `World`: what the areas are given. */
export interface FileContext<C extends Call, World> extends Omit<ListCaller, 'of'> {
  deps: World;
  params: ParamsOf<C>;
  query: QueryOf<C>;
}

interface ListFile<World> {
  call: Call;
  open: (context: FileContext<Call, World>) => Promise<OpenedList> | OpenedList;
}

/** The request for a file before it is checked. */
interface FileRequest<World> extends Omit<ListCaller, 'of'> {
  deps: World;
  params: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
}

export interface ListFiles<World> {
  /** how cases are made a file of their reports */
  packReports: ReportPacker<World> | null;
  /** An area's list that can be made a file: its call, and where its rows come from. */
  add: <C extends Call>(
    menuIds: readonly string[],
    call: C,
    open: (context: FileContext<C, World>) => Promise<OpenedList> | OpenedList,
  ) => void;
  /**
   * The list of a menu as the user sees it. Throws 404 MENU_NOT_FOUND, 403 NO_PRIVILEGE, 400 INVALID_REQUEST, and what
   * finding the rows throws.
   */
  open: (menuId: string, request: FileRequest<World>) => Promise<OpenedList>;
}

export interface ListFilesWorld<World> {
  listFiles: ListFiles<World>;
}

/** No lists yet. */
export function listFiles<World>(): ListFiles<World> {
  const files = new Map<string, ListFile<World>>();
  return {
    packReports: null,
    add: (menuIds, call, open) => {
      // the context is checked against the schemas of just this call
      for (const menuId of menuIds) files.set(menuId, { call, open: open as ListFile<World>['open'] });
    },
    open: async (menuId, request) => {
      const file = files.get(menuId);
      if (!file) throw menuNotFound(menuId);
      const { call, open } = file;
      const { user, params, query } = request;
      requireAccess(user, call.access);
      return open({
        ...request,
        params: addressChecked('params', call.params, params),
        query: addressChecked('querystring', call.query, query),
      });
    },
  };
}
