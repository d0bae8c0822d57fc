/** The settings that a browser needs. The call needs no session, so they contain no secret. */
import type { DataOf } from '../../../shared/contract/call.ts';
import type { readEnvironment } from '../../../shared/contract/environment.ts';
import type { ConfigWorld } from '../../config.ts';
import type { MailWorld } from '../../mail/outbox.ts';

export function environmentOf({ config, mail }: ConfigWorld & MailWorld): DataOf<typeof readEnvironment> {
  return {
    demo: config.demo,
    mail: mail !== null,
    realms: config.signOn.realms.map(({ realmId, label }) => ({ realmId, label })),
    links: { ...config.links, helpCenter: config.helpDesk?.url ?? null },
  };
}
