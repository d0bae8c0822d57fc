/** Work on whole cases in a worker thread, which reads and stores them over a connection of its own. */
import { randomUUID } from 'node:crypto';
import type { SourceText } from '../../schemas/compile/sources.types.ts';
import type { Call } from '../../shared/contract/call.ts';
import { auditKeysFrom, type AuditWorld } from '../audit/auditKeys.ts';
import { caseProjections } from '../caseProjections.ts';
import { catalogueVersions, type CatalogueVersions } from '../catalogue/atVersion.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import { compiler } from '../catalogue/threadCatalogue.ts';
import { answerSerializer } from '../http/envelope.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { UuidWorld } from '../ports/uuid.ts';
import type { ProjectionsWorld } from '../projections/projection.ts';
import { openDatabase, type DatabaseWorld } from '../storage/database.ts';
import { threadFunction, type ThreadFunction } from '../threads/threadTask.ts';
import { inNamedContext, type WorkNames } from '../workContext.ts';
import { failureOf, type ThreadFailure } from './threadFailure.ts';
import { ofSettings } from './threadSettings.ts';

/** One for the task, and one for what it reads beside its transaction. */
const MAX_CONNECTIONS = 2;

/** What work on a case may use, in a thread as elsewhere. */
export type CaseWorld = AuditWorld &
  CatalogueWorld &
  ClockWorld &
  DatabaseWorld &
  ProjectionsWorld &
  UuidWorld & { catalogues: CatalogueVersions };

/** The same in a thread, with the settings of the server that it works for. */
export type ThreadCaseWorld = CaseWorld & { settings: unknown };

/** Describes the world of the caller to the thread. */
export interface CallerWorld {
  /** of the sponsor's catalogue */
  sources: readonly SourceText[];
  /** the clock of the server ahead of that of the machine, in milliseconds; tests set it */
  clockAheadMs: number;
  context: WorkNames;
}

export interface CaseInput<Args extends readonly unknown[]> {
  world: CallerWorld;
  args: Args;
}

export type CaseOutput<Output> = { output: Output } | { failure: ThreadFailure };

export type CaseFunction<Args extends readonly unknown[], Output> = ThreadFunction<
  CaseInput<Args>,
  CaseOutput<Output>
>;

/** Wraps a function over cases for a thread. */
export const caseFunction = <Args extends readonly unknown[], Output>(
  run: (world: ThreadCaseWorld, ...args: Args) => Promise<Output>,
): CaseFunction<Args, Output> =>
  threadFunction(({ world, args }, settings) =>
    inNamedContext(world.context, async () => {
      try {
        return { output: await run(caseWorld(world, settings), ...args) };
      } catch (error) {
        return { failure: failureOf(error) };
      }
    }),
  );

/** The same for the answer to a call. It leaves the thread as bytes: a large object takes long to copy and to serialise. */
export const caseCall = <Args extends readonly unknown[]>(
  call: Call,
  run: (world: CaseWorld, ...args: Args) => Promise<unknown>,
): CaseFunction<Args, Uint8Array> => {
  const serialize = answerSerializer(call);
  return caseFunction(async (world, ...args: Args) => Buffer.from(serialize(await run(world, ...args))));
};

const worldOf = ofSettings(
  ({ databaseUrl, auditKeys }) => {
    const db = openDatabase(databaseUrl, { maxConnections: MAX_CONNECTIONS });
    return {
      db,
      catalogues: catalogueVersions({ db }, compiler),
      auditKeys: auditKeysFrom(auditKeys.map(({ id, key }) => ({ id, key: Buffer.from(key) }))),
      newUuid: randomUUID,
      projections: caseProjections,
    };
  },
  ({ db }) => void db.destroy(),
);

/**
 * In place of settings, to a task in the thread of its server: it works in the world of the server, with its connection, clock
 * and chance. The simulation does so.
 */
export class WorldOfServer {
  readonly worldFor: (caller: CallerWorld) => CaseWorld;

  constructor(worldFor: (caller: CallerWorld) => CaseWorld) {
    this.worldFor = worldFor;
  }
}

/** The world in which a task works for a caller, whose server has these settings. */
export function caseWorld(caller: CallerWorld, settings: unknown): ThreadCaseWorld {
  if (settings instanceof WorldOfServer) return { ...settings.worldFor(caller), settings };
  const { sources, clockAheadMs } = caller;
  return {
    ...worldOf(settings),
    settings,
    catalogue: compiler.compiled([...sources]),
    clock: { now: () => new Date(Date.now() + clockAheadMs) },
  };
}
