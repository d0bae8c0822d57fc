/** What stands in the way of sending a case. */
import type { DataOf, readFindings, readReceivers } from '../../../shared/contract/index.ts';
import type { Words } from '../../../schemas/compile/sources.types.ts';
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import { rowPathOf } from '../../../shared/case/itemAddress.ts';
import type { Finding } from '../../../shared/rules/finding.types.ts';
import { caseWords, findVisibleCase, readCaseContent, statusOf } from '../../case-record/index.ts';
import type { CatalogueSource } from '../../catalogue/catalogueSource.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../problems.ts';
import { inSponsor } from '../../storage/database.ts';
import { maySee, type Reader } from './readPages.service.ts';

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
    const may = (itemId: string) => maySee(deps, user, itemId);
    return {
      listInfo: receiversOf(deps).map(({ name, type, region }) => {
        const findings = toldFindings(deps.catalogue, content, name, now, may);
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
  { user, language }: Reader,
  caseKey: number,
  receiver = STANDARD,
): Promise<DataOf<typeof readFindings>> {
  const known = receiversOf(deps).find(({ name, region }) => name === receiver || region === receiver);
  if (!known) throw notFound();
  return inSponsor(deps.db, user.sponsorKey, async (trx) => {
    await findVisibleCase(trx, user, caseKey);
    const content = await readCaseContent(trx, user.sponsorKey, caseKey);
    const may = (itemId: string) => maySee(deps, user, itemId);
    const found = toldFindings(deps.catalogue, content, known.name, deps.clock.now(), may);
    const rowOf = rowWords(deps.catalogue, content, language);
    return { findings: found.map((finding) => ({ ...finding, row: rowOf(finding) })) };
  });
}

/**
 * The findings a user may be told. A rule that reads a blinded item tells of its value by holding or not, wherever the
 * finding stands: it is left out with those at the item itself.
 */
export const toldFindings = (
  catalogue: CatalogueSource,
  content: CaseContent,
  receiver: string,
  now: Date,
  may: (itemId: string) => boolean,
): Finding[] =>
  catalogue.findings(content, receiver, now).filter((finding) => catalogue.itemsTold(finding).every(may));

/** Names the rows of a finding by their places in the lists, as the editor counts them: struck rows too. */
export function rowWords(
  { whole }: Pick<CatalogueSource, 'whole'>,
  { rows }: Pick<CaseContent, 'rows'>,
  language: keyof Words,
): (finding: Finding) => string {
  const numbersIn = (group: string, depth: number) =>
    Map.groupBy(
      rows
        .filter((row) => row.group === group)
        .toSorted((a, b) => a.sort - b.sort)
        .map((row) => rowPathOf(row, depth)),
      (path) => path.slice(0, -1).join('|'),
    );
  const known = new Map<string, ReturnType<typeof numbersIn>>();
  const placeOf = (group: string, path: readonly number[]): number => {
    const lists = known.get(group) ?? numbersIn(group, path.length);
    known.set(group, lists);
    const list = lists.get(path.slice(0, -1).join('|')) ?? [];
    return list.findIndex((one) => one.at(-1) === path.at(-1)) + 1;
  };
  return (finding) =>
    (whole.items[finding.itemId]?.groups ?? [])
      .map((group, index) => ({ group, path: rowPathOf(finding, index + 1) }))
      .filter(({ path }) => path.at(-1) !== 0)
      .map(({ group, path }) => {
        const label = whole.groups[group]?.rowLabel[language] ?? group;
        return `${label} ${placeOf(group, path) || path.at(-1)}`;
      })
      .join(' › ');
}
