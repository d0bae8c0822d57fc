/** Whether a user may open the account of another one: their own must show as much (decision 0426). */
import { reachCovers, type Reach } from '../../shared/access/reach.ts';

export type Administrator = Reach & { mayUnblind: boolean };

/** In a sponsor that asks for a reason first, the user sees blinded values that `unblind` does not open yet. */
export const coversAccount = (author: Administrator, account: Reach): boolean =>
  reachCovers({ ...author, unblind: author.mayUnblind }, account);
