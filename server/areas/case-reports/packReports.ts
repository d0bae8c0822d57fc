/** Reports of many cases as one ZIP, with a list of its contents. One case at a time is in memory. */
import { setTimeout as wait } from 'node:timers/promises';
import type { ReportPack } from '../../../shared/contract/index.ts';
import { dayAt } from '../../../shared/dates/zonedDay.ts';
import { CSV_START, csvLine } from '../../../shared/text/csv.ts';
import { findVisibleCase } from '../../cases/record/caseAccess.ts';
import { fillPlaceholders } from '../../fillPlaceholders.ts';
import { zipStream, type ZipEntry } from '../../files/zip.ts';
import type { Language } from '../../http/language.ts';
import type { OpenedFile } from '../../lists/openExport.ts';
import type { PackContext, PackedCase } from '../../lists/reportPack.ts';
import { noPrivilege, notFound, Problem } from '../../problems.ts';
import { readInSponsor } from '../../storage/database.ts';
import { checkSchema } from './checkSchema.ts';
import words from './packReports.json' with { type: 'json' };
import { pdfFile, printedAs } from './pdfReport.service.ts';
import { REPORT_ID as XML, xmlFile, type XmlReportWorld } from './xmlReport.service.ts';

type Context = PackContext<XmlReportWorld>;

/** Throws 404 for a report that the catalogue does not have, 403 for blinded values that the user may not see. */
export function packReports(
  context: Context,
  pack: ReportPack,
  caseKeys: readonly number[],
): OpenedFile<PackedCase> {
  const { deps, caller } = context;
  const { user, language } = caller;
  const { reportId } = pack;
  if (reportId !== XML && !Object.hasOwn(deps.catalogue.whole.reports, reportId)) throw notFound();
  if (pack.unblindedValueApplicable === 'Y' && !user.unblind) throw noPrivilege();
  const day = dayAt(deps.clock.now().getTime(), user.timeZone);
  return {
    total: caseKeys.length,
    fileName: `${reportId}_${day}.zip`,
    readRows: () => packedCases(context, pack, caseKeys),
    write: (rows) => zipStream(withContents(rows, language)),
  };
}

async function* packedCases(
  context: Context,
  pack: ReportPack,
  caseKeys: readonly number[],
): AsyncGenerator<PackedCase[]> {
  const names = new Set<string>();
  for (const caseKey of caseKeys) yield [await packedCase(context, { pack, caseKey, names })];
}

interface CaseToPack {
  pack: ReportPack;
  caseKey: number;
  /** names that the archive has */
  names: Set<string>;
}

async function packedCase(context: Context, { pack, caseKey, names }: CaseToPack): Promise<PackedCase> {
  const { deps, caller, signal } = context;
  const { user, language } = caller;
  let known = ['', ''];
  try {
    const found = await readInSponsor(deps.db, user.sponsorKey, (trx) => findVisibleCase(trx, user, caseKey));
    known = [found.case_no, String(found.version_no)];
    const { fileName, chunks } = await patiently(signal, () => reportOf(context, pack, caseKey));
    const path = freeName(fileName, names);
    return { caseKey, entry: { path, chunks }, line: [String(caseKey), ...known, path, ''] };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const reason = fillPlaceholders(error.text[language], error.values);
    return { caseKey, entry: null, line: [String(caseKey), ...known, '', reason] };
  }
}

async function reportOf(
  { deps, caller: { user }, signal }: Context,
  pack: ReportPack,
  caseKey: number,
): Promise<{ fileName: string; chunks: ZipEntry['chunks'] }> {
  const { reportId } = pack;
  if (reportId !== XML) {
    const printed = await printedAs(deps, user, pack);
    const receiver = pack.receiver ?? null;
    const { fileName, bytes } = await pdfFile(deps, { user, caseKey, reportId, receiver, printed, signal });
    return { fileName, chunks: [Buffer.from(bytes)] };
  }
  const { caseNo, text } = await xmlFile(deps, {
    user,
    caseKey,
    notation: pack.notation === 'Y',
    receiver: pack.receiver ?? null,
    senderKey: pack.sender,
    signal,
  });
  const checked = checkSchema(deps, { caseKey, userKey: user.userKey }, text);
  return { fileName: `${caseNo}.xml`, chunks: asBytes(checked) };
}

async function* asBytes(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece);
}

/** Answers of a server that is busy. */
const BUSY: readonly number[] = [429, 503];
const WAIT_MS = 2000;
const MAX_TRIES = 15;

/** Users who wait for an answer come first: the work is tried again while the server is busy. */
async function patiently<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Problem) || !BUSY.includes(error.status)) throw error;
      // not the fault of the case: the job is tried again later
      if (tries === MAX_TRIES) throw new Error(`the server was busy ${tries} times`, { cause: error });
      await wait(WAIT_MS, null, { signal });
    }
  }
}

/** A name that the archive does not have yet, without characters that file systems refuse. */
function freeName(fileName: string, names: Set<string>): string {
  const safe = fileName.replaceAll(/[\\/:*?"<>|]/g, '_');
  const dot = safe.lastIndexOf('.');
  let name = safe;
  for (let count = 2; names.has(name.toLowerCase()); count += 1)
    name = `${safe.slice(0, dot)}_${count}${safe.slice(dot)}`;
  names.add(name.toLowerCase());
  return name;
}

/** The reports, and after them a list of all cases: the file of each, or why there is none. */
async function* withContents(
  rows: AsyncIterable<PackedCase[]>,
  language: Language,
): AsyncGenerator<ZipEntry> {
  const { caseKey, caseNo, versionNo, file, reason } = words.columns;
  const header = [caseKey, caseNo, versionNo, file, reason].map((column) => column[language]);
  let contents = CSV_START + csvLine(header, 'values');
  for await (const packed of rows)
    for (const { entry, line } of packed) {
      if (entry) yield entry;
      contents += csvLine(line, 'values');
    }
  yield { path: `${words.contents[language]}.csv`, chunks: [Buffer.from(contents)] };
}
