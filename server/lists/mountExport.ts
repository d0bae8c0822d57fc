/** Mounts the file of a list: streamed by its own call, or made in the background by its menu. */
import type { FastifyInstance } from 'fastify';
import type { Call } from '../../shared/contract/call.ts';
import { mount, type CallContext } from '../http/mount.ts';
import { exportList } from './exportList.ts';
import type { FileContext } from './listFiles.ts';
import type { OpenedList } from './listSource.ts';
import type { ExportQuery } from './openExport.ts';

/** A call of the contract that `defineListExport` made. */
type ExportCall = Call & { carries: 'file' };

/** `open` finds the rows, for both. */
export function mountExport<C extends ExportCall>(
  app: FastifyInstance,
  menuIds: readonly string[],
  call: C,
  open: (context: FileContext<C, CallContext<C>['deps']>) => Promise<OpenedList> | OpenedList,
): void {
  app.deps.listFiles.add(menuIds, call, open);
  const stream = async (context: CallContext<C>) => {
    const { source, caller } = await open(context as FileContext<C, CallContext<C>['deps']>);
    return exportList(context.deps, caller, source, context.query as ExportQuery);
  };
  mount<ExportCall>(app, call, stream as never);
}
