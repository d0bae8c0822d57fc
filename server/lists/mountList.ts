/** Mounts a list: its call, its file, and its columns and filters under its menu. */
import type { FastifyInstance } from 'fastify';
import type { Call } from '../../shared/contract/call.ts';
import type { defineListExport, ListCall } from '../../shared/contract/lists.ts';
import { mount } from '../http/mount.ts';
import { requireAccess } from '../http/requireAccess.ts';
import { menuNotFound } from '../problems.ts';
import { answerList } from './answerList.ts';
import type { ListCaller, ListSource } from './listSource.ts';
import { mountExport } from './mountExport.ts';

interface MountedList {
  source: ListSource;
  access: Call['access'];
}

declare module 'fastify' {
  interface FastifyInstance {
    /** by menu id */
    lists: Map<string, MountedList>;
  }
}

/**
 * Mounts an area's list; users who may call it may choose columns, filters and views. `of` names the path parameter
 * of the subject of the list, if it has one.
 */
export function mountList(
  app: FastifyInstance,
  call: ListCall,
  exportCall: ReturnType<typeof defineListExport>,
  source: ListSource,
  of?: string,
): void {
  app.lists.set(source.menuId, { source, access: call.access });
  const callerOf = <C extends Omit<ListCaller, 'of'> & { params: unknown }>(context: C): ListCaller =>
    of === undefined ? context : { ...context, of: (context.params as Record<string, number>)[of] };
  mount(app, call, (context) => answerList(context.deps, callerOf(context), source, context.query));
  mountExport(app, [source.menuId], exportCall, (context) => ({ source, caller: callerOf(context) }));
}

/** The source of a menu's list. Throws 404 MENU_NOT_FOUND, and 403 NO_PRIVILEGE for a user who may not read the list. */
export function sourceOf(
  { lists }: Pick<FastifyInstance, 'lists'>,
  menuId: string,
  { user }: Pick<ListCaller, 'user'>,
): ListSource {
  const list = lists.get(menuId);
  if (!list) throw menuNotFound(menuId);
  const { source, access } = list;
  requireAccess(user, access);
  return source;
}
