/** What stands in the way of sending a case. */
import type { DataOf, readFindings, readReceivers } from '../../../shared/contract/index.ts';
import { caseWords, findVisibleCase, readCaseContent, statusOf } from '../../case-record/index.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../problems.ts';
import { inSponsor } from '../../storage/database.ts';
import type { Reader } from './readPages.service.ts';

/** The standard all receivers share; it is no region. */
const STANDARD = 'ICH';

interface ReceiverOfCases {
  name: string;
  type: 'standard' | 'authority';
  /** appendix that holds its items, ICH for none */
  region: string;
}

/** The standard, and the authority of each region that the catalogue knows. */
const receiversOf = ({ catalogue: { whole } }: Deps): ReceiverOfCases[] => [
  { name: STANDARD, type: 'standard', region: STANDARD },
  ...whole.appendices.map(({ appendix, authority }) => ({
    name: authority,
    type: 'authority' as const,
    region: appendix,
  })),
];

/** Receivers of the case, each with the number of findings its rules have. */
export function readCaseReceivers(
  deps: Deps,
  { user, language }: Reader,
  caseKey: number,
): Promise<DataOf<typeof readReceivers>> {
  return inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const found = await findVisibleCase(trx, user, caseKey);
    const content = await readCaseContent(trx, user.sponsorKey, caseKey);
    const now = deps.clock.now();
    return {
      listInfo: receiversOf(deps).map(({ name, type, region }) => {
        const findings = deps.catalogue.findings(content, name, now);
        const count = (wanted: string) => findings.filter(({ severity }) => severity === wanted).length;
        return {
          receiverName: name,
          receiverType: caseWords(type)?.[language] ?? type,
          region,
          errors: count('error'),
          warnings: count('warning'),
        };
      }),
      status: statusOf(found, language),
    };
  });
}

/** The findings of one receiver, named by its authority or its region; without one those of the standard. */
export function readCaseFindings(
  deps: Deps,
  { user }: Reader,
  caseKey: number,
  receiver = STANDARD,
): Promise<DataOf<typeof readFindings>> {
  const known = receiversOf(deps).find(({ name, region }) => name === receiver || region === receiver);
  if (!known) throw notFound();
  return inSponsor(deps.db, user.sponsorKey, async (trx) => {
    await findVisibleCase(trx, user, caseKey);
    const content = await readCaseContent(trx, user.sponsorKey, caseKey);
    return { findings: deps.catalogue.findings(content, known.name, deps.clock.now()) };
  });
}
