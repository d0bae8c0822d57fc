/** Mails of cases to people outside, for the tests that send them. */
import { readSettings, saveMailSettings } from '../../shared/contract/index.ts';
import type { CaseWorld } from './caseWorld.ts';
import { eventually } from './harness.ts';
import type { MailServer, TestMail } from './mailServer.ts';

/** Allows mails of cases to addresses and domains, and to no others. */
export async function allowMails({ server, second }: CaseWorld, ...allowed: string[]) {
  const params = { sponsorKey: 1 };
  const { data } = await server.call(readSettings, { params, token: second });
  const body = { reason: 'Partners', setAt: data.mail.setAt, allowed };
  return server.call(saveMailSettings, { params, body, token: second });
}

/** The first mail to the address, when it has come. */
export const mailTo = ({ mails }: MailServer, address: string): Promise<TestMail> =>
  eventually(() => {
    const found = mails.find(({ to }) => to.includes(address));
    if (!found) throw new Error(`no mail to ${address} has come`);
    return found;
  });
