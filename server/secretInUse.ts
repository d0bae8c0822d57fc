/** Reports a process that seals with another secret than the others: what one seals the other cannot open. */
import type { ConfigWorld } from './config.ts';
import type { LogWorld } from './ports/log.ts';
import { idOfSecret } from './sealing.ts';
import { replaceSecretId } from './secretInUse.store.ts';
import type { DatabaseWorld } from './storage/database.ts';

type World = DatabaseWorld & ConfigWorld & LogWorld;

/** Notes the secret of this process. The first start after a change is reported, too. */
export async function noteSecret({ db, config, log }: World): Promise<void> {
  const secretId = idOfSecret(config);
  const before = await replaceSecretId(db, secretId);
  if (before !== null && before !== secretId)
    log.error(
      {},
      'other processes of this database seal tokens, second factors and passwords of connections with another secret: ' +
        'set the same CASEWRIGHT_SECRET for all. If the secret was changed, users sign in again and set up their second ' +
        'factor anew, passwords of connections are typed again, and queued e-mails are given up',
    );
}
