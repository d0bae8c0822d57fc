/** Whom reports of a sponsor may be mailed to, and what is wrong with a request to mail one. */
import {
  addressKeyOfMail,
  duplicatesIn,
  isAllowedAddress,
  isMailAddress,
} from '../../../shared/mail/mailAddress.ts';
import type { CaseMailForm } from '../../../shared/contract/index.ts';
import type { CatalogueSource } from '../../catalogue/catalogueSource.ts';
import type { MailFault } from '../../problems.ts';
import { settingOf } from '../../sponsor-settings/sponsorSettings.ts';
import type { Trx } from '../../storage/database.ts';
import { findRecordsWithMail, findUsersWithMail, hasSender, isCro } from './caseMail.store.ts';
import { REPORT_ID as XML } from './xmlReport.service.ts';

/** The role of the item with the address of a record. */
const MAIL_ROLE = 'mailAddress';

export interface MailRules {
  /** XML needs the sender that it is sent for */
  needsSender: boolean;
  /** addresses that are offered */
  userList: { userName: string; address: string }[];
  /** addresses and domains of the setting */
  allowed: string[];
}

/**
 * The rules of the sponsor. Users who may work for it at the time are always allowed, records only where the setting allows
 * them.
 */
export async function mailRules(
  trx: Trx,
  { whole }: CatalogueSource,
  { sponsorKey, at }: { sponsorKey: number; at: Date },
): Promise<MailRules> {
  const { value } = await settingOf(trx, sponsorKey, 'mail');
  const users = await findUsersWithMail(trx, sponsorKey, at);
  const ofRecords: MailRules['userList'] = [];
  for (const { kind, catalogue } of Object.values(whole.records)) {
    const itemId = catalogue.roles[MAIL_ROLE];
    if (itemId !== undefined)
      ofRecords.push(...(await findRecordsWithMail(trx, { sponsorKey, kind, itemId })));
  }
  const allowedRecords = ofRecords.filter(
    ({ address }) => isMailAddress(address) && isAllowedAddress(address, value.allowed),
  );
  const all = new Map([...allowedRecords, ...users].map((one) => [addressKeyOfMail(one.address), one]));
  return {
    needsSender: await isCro(trx, sponsorKey),
    userList: [...all.values()].toSorted((a, b) => a.userName.localeCompare(b.userName)),
    allowed: value.allowed,
  };
}

/** Everything that is wrong with a request. */
export async function mailFaults(
  trx: Trx,
  sponsorKey: number,
  { needsSender, userList, allowed }: MailRules,
  { reportId, receiverName, senderKey, recipients }: CaseMailForm,
): Promise<MailFault[]> {
  const faults: MailFault[] = [];
  const isXml = reportId === XML;
  const isUnknownSender = senderKey !== undefined && !(await hasSender(trx, sponsorKey, senderKey));
  if (isXml && receiverName === undefined) faults.push({ fault: 'receiver' });
  if (isUnknownSender || (isXml && needsSender && senderKey === undefined)) faults.push({ fault: 'sender' });
  if (recipients.length === 0) faults.push({ fault: 'recipients' });
  const offered = userList.map(({ address }) => address);
  const addresses = recipients.map(({ address }) => address);
  for (const address of addresses)
    if (!isMailAddress(address)) faults.push({ fault: 'invalid', address });
    else if (!isAllowedAddress(address, [...allowed, ...offered]))
      faults.push({ fault: 'notAllowed', address });
  for (const address of duplicatesIn(addresses)) faults.push({ fault: 'duplicate', address });
  return faults;
}
