/** The transaction that a list is read in. */
import { inSponsor, type DatabaseWorld, type Trx } from '../storage/database.ts';
import type { ReplicaWorld } from '../storage/replica.ts';
import type { ListCaller, ListSource } from './listSource.ts';

/** Runs the work in a transaction that sees the rows of the list, and otherwise only the caller's sponsor. */
export const inList = <T>(
  { db }: DatabaseWorld,
  { user }: Pick<ListCaller, 'user'>,
  { openToAll }: Pick<ListSource, 'openToAll'>,
  work: (trx: Trx) => Promise<T>,
): Promise<T> =>
  inSponsor(db, user.sponsorKey, async (trx) => {
    await openToAll?.(trx);
    return work(trx);
  });

/** The same for work that only reads, on the read replica if there is one. The work may run more than once. */
export const readInList = <T>(
  { db, replica }: DatabaseWorld & ReplicaWorld,
  caller: Pick<ListCaller, 'user'>,
  list: Pick<ListSource, 'openToAll'>,
  work: (trx: Trx) => Promise<T>,
): Promise<T> => {
  const read = (from: DatabaseWorld['db']) => inList({ db: from }, caller, list, work);
  return replica ? replica.read(db, read) : read(db);
};
