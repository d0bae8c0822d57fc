/** Files that were being made when their server was cut off. */
import { inEverySponsor } from '../accounts/sponsors.store.ts';
import type { DatabaseWorld } from '../storage/database.ts';
import type { ClockWorld } from '../ports/clock.ts';
import { stopSilentExports } from './listExport.store.ts';

/** A server that makes a file notes every second how far it is. */
const SILENT_MS = 60_000;

/** Says of files that no server has noted for a minute that they were stopped. */
export async function stopCutOffExports({ db, clock }: DatabaseWorld & ClockWorld): Promise<void> {
  const since = new Date(clock.now().getTime() - SILENT_MS);
  await inEverySponsor(db, (trx, sponsorKey) => stopSilentExports(trx, sponsorKey, since));
}
