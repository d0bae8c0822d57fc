/** An upgrade of a dictionary as a durable process: the chart and its tasks. */
import {
  dictionaryUpgradeMachine as machine,
  type DictionaryUpgradeContext,
  type UpgradeResult,
} from '../../machines/dictionary-upgrade/dictionaryUpgrade.machine.ts';
import type { UpgradeState } from '../../shared/contract/index.ts';
import type { CataloguesWorld } from '../catalogue/catalogues.ts';
import { findActingUser, type SessionUser } from '../http/session.ts';
import { FinalFailure } from '../jobs/job.types.ts';
import { upgradeNotFound } from '../problems.ts';
import type { ProcessChart } from '../processes/process.types.ts';
import { taskHandler, type TaskRun } from '../processes/taskHandler.ts';
import { inSponsor, type DatabaseWorld } from '../storage/database.ts';
import { findChanges } from './findChanges.ts';
import { switchVersion, type SwitchWorld } from './switchVersion.ts';
import { findUpgrade, updateUpgrade, type Upgrade } from './upgrade.store.ts';

export const DICTIONARY_UPGRADE: ProcessChart<typeof machine> = {
  name: 'dictionary-upgrade',
  machine,
  tasks: { findChanges: { maxAttempts: 3 }, switchVersion: { maxAttempts: 5 } },
  actions: {
    recordState: async (trx, process, params) => {
      await updateUpgrade(trx, process, params as { state: UpgradeState; result: UpgradeResult | null });
    },
  },
  deadlineOf: ({ state, context }) => {
    const { switchAt } = context as DictionaryUpgradeContext;
    return state === 'scheduled' && switchAt !== null ? new Date(switchAt) : null;
  },
};

type TaskWorld = Omit<SwitchWorld, 'catalogue'> & CataloguesWorld;

interface Work {
  deps: SwitchWorld;
  upgrade: Upgrade;
  user: SessionUser;
}

/** What a task works with, for `userKey`. */
async function opened(
  world: TaskWorld,
  { sponsorKey, processKey }: TaskRun,
  userKey: number | null,
): Promise<Work> {
  const upgrade = await inSponsor(world.db, sponsorKey, (trx) =>
    findUpgrade(trx, sponsorKey, { processKey }),
  );
  if (!upgrade) throw upgradeNotFound();
  const acting = { userKey: userKey ?? upgrade.begun_by, sponsorKey, senderKey: null };
  const user = await findActingUser(world.db, acting, world.clock.now());
  if (!user) throw new FinalFailure('the user may no longer work for the sponsor');
  const catalogue = await world.catalogues.of(sponsorKey, user.schemaVersion);
  return { deps: { ...world, catalogue }, upgrade, user };
}

export const changeFinder = (world: TaskWorld & DatabaseWorld) =>
  taskHandler(world, DICTIONARY_UPGRADE, 'findChanges', async (_: object, run) => {
    const { deps, upgrade } = await opened(world, run, run.createdBy);
    return findChanges(deps, upgrade, run);
  });

export const versionSwitcher = (world: TaskWorld & DatabaseWorld) =>
  taskHandler(
    world,
    DICTIONARY_UPGRADE,
    'switchVersion',
    async ({ switchBy, versionAll }: { switchBy: number | null; versionAll: boolean }, run) => {
      const { deps, upgrade, user } = await opened(world, run, switchBy);
      return switchVersion(deps, { upgrade, user, versionAll }, run);
    },
  );
