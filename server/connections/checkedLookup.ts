/** The address that is checked is the one that is connected to: asked a second time, a name may lead elsewhere. */
import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** For connections to hosts that users name. Fails with what `refuse` answers of an address; null: it may be reached. */
export const checkedLookup =
  (refuse: (hostname: string, address: string) => Error | null): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return callback(error, '', 0);
      for (const { address } of found) {
        const refusal = refuse(hostname, address);
        if (refusal) return callback(refusal, '', 0);
      }
      const [first] = found;
      return options.all ? callback(null, found) : callback(null, first?.address ?? '', first?.family);
    });
