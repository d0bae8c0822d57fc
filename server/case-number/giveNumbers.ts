/** Numbers given to cases: each once, whatever happens to the case. */
import { caseNumberOf, reportNumberOf, sequenceOf } from '../../shared/case-number/caseNumber.ts';
import { nextNumber } from '../cases/record/case.store.ts';
import { settingOf } from '../sponsor-settings/sponsorSettings.ts';
import type { Trx } from '../storage/database.ts';
import {
  CASE_NO_SEQUENCE,
  claimNumber,
  claimOwnNumber,
  MAX_NUMBER_LENGTH,
  numberFacts,
  usedNumbers,
} from './caseNumber.store.ts';

export interface Numbered {
  sponsorKey: number;
  senderKey: number;
  caseKey: number;
  at: Date;
}

/** Numbers that are looked at together: cases of an earlier system may come with very many of the sponsor's format. */
const MAX_LOOKED_AT = 10_000;

/**
 * The next case number by the sponsor's format. Its sequence stays locked until the caller's transaction ends, so that a
 * case that is not made leaves no gap; a number that a case had already, or came with, is passed over.
 */
export async function giveCaseNumber(trx: Trx, numbered: Numbered): Promise<string> {
  const { sponsorKey, caseKey, at } = numbered;
  const { value: format } = await settingOf(trx, sponsorKey, 'caseNumber');
  const facts = await numberFacts(trx, numbered);
  const sequence = sequenceOf(format, facts);
  for (let looked = 1; ; looked = Math.min(2 * looked, MAX_LOOKED_AT)) {
    const next = await nextNumber(trx, sponsorKey, CASE_NO_SEQUENCE, sequence);
    const number = caseNumberOf(format, facts, next);
    if (await claimNumber(trx, { sponsorKey, number, caseKey, at })) return number;
    const further = Array.from({ length: looked }, (_, index) =>
      caseNumberOf(format, facts, next + index + 1),
    );
    const used = await usedNumbers(trx, sponsorKey, further);
    const free = further.findIndex((one) => !used.has(one));
    const passed = free === -1 ? looked : free;
    if (passed > 0) await nextNumber(trx, sponsorKey, CASE_NO_SEQUENCE, sequence, passed);
  }
}

/** A number that was imported or typed: it is not generated for another case. */
export async function keepNumber(
  trx: Trx,
  numbered: Omit<Numbered, 'senderKey'> & { number: string | null },
): Promise<void> {
  const { number } = numbered;
  if (number && number.length <= MAX_NUMBER_LENGTH) await claimNumber(trx, { ...numbered, number });
}

export interface ReportNumbered extends Numbered {
  rootCaseKey: number;
  caseNo: string;
  /** country of the primary source; null: the sender's country */
  country: string | null;
}

/** The sender's number of the report. Where another case has it already, it ends with -2, -3 and so on. */
export async function giveReportNumber(trx: Trx, report: ReportNumbered): Promise<string> {
  const { sponsorKey, caseKey, at, rootCaseKey, caseNo, country } = report;
  const { value: format } = await settingOf(trx, sponsorKey, 'caseNumber');
  const facts = await numberFacts(trx, report);
  const wanted = reportNumberOf(format, { ...facts, country: country ?? facts.country }, caseNo);
  for (let time = 1; ; time += 1) {
    const number = time === 1 ? wanted : `${wanted}-${time}`;
    const claim = { sponsorKey, number, caseKey, at, generated: true };
    if ((await claimNumber(trx, claim)) || (await claimOwnNumber(trx, claim, rootCaseKey))) return number;
  }
}
