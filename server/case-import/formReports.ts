/** The case of a printed form, a PDF, as a message: all of its values are proposals. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CaseValue } from '../../shared/case/caseContent.ts';
import { addressKey } from '../../shared/case/itemAddress.ts';
import { UnreadableXml, type ReadBatch } from '../../shared/e2b/index.ts';
import { formProvenanceText } from '../../shared/provenance/provenance.ts';
import { readForm, type FormWorld } from '../../shared/report-reading/readForm.ts';
import type { FormReading, Sheet } from '../../shared/report-reading/sheet.types.ts';
import { readPdf } from '../report-reading/readPdf.ts';
import { withCreationDate } from './sheetReports.ts';
import type { BatchReader } from './batchReader.ts';
import type { ReceivedMessage } from './receivedMessage.ts';
import type { ReportFile } from './reportFiles.ts';

const MB = 1024 * 1024;
/** Without scanned pages a form takes some hundred kB. */
const MAX_PDF_MB = 20;

/** Why a form cannot be read, in English. */
const FAULTS = {
  damaged: 'the PDF is damaged; ask the sender for it again',
  password: 'the PDF is locked by a password; unlock it and send it again',
  tooManyPages: 'the PDF has too many pages for a report form',
  tooLarge: `the PDF is too large to be read: at most ${MAX_PDF_MB} MB, and some thousand texts a page; enter the case by hand`,
  tooLong: 'reading the PDF takes too long; it is no report form, or it was made to do so',
  scan: 'the pages are pictures without text, e.g. scanned; enter the case by hand, or send the file that was printed',
  otherForm:
    'the PDF is no report form that can be read (CIOMS I); enter the case by hand, or in a template (.xlsx)',
} as const;

/** Throws `UnreadableXml` for a PDF that is no form with text. */
export async function* formReports(
  reader: BatchReader,
  file: ReportFile,
): AsyncGenerator<ReceivedMessage, ReadBatch, void> {
  if (file.size > MAX_PDF_MB * MB) throw unreadable('tooLarge');
  const bytes = await bytesOf(reader.progress.count(file.source()));
  const read = await readPdf(Uint8Array.from(bytes));
  if ('fault' in read) throw unreadable(read.fault);
  yield messageOf(reader, readingOf(reader, read.sheets));
  return { messages: 1, values: [], residue: [], residueLines: [] };
}

/** The whole file; pieces are copied, since each is valid until the next one is requested. */
export async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(Uint8Array.from(piece));
  return Buffer.concat(all);
}

/** A file as a whole has no line. */
const unreadable = (fault: keyof typeof FAULTS): UnreadableXml =>
  new UnreadableXml(FAULTS[fault], { line: 0, column: 0 });

function readingOf({ world, receivedAt, timeZone }: BatchReader, sheets: readonly Sheet[]): FormReading {
  if (sheets.every(({ texts, checks }) => texts.length + checks.length === 0)) throw unreadable('scan');
  const { catalogue } = world;
  const formWorld: FormWorld = {
    catalogue: catalogue.whole,
    codeLists: catalogue.codeLists,
    now: { at: receivedAt, timeZone },
    newUuid: world.newUuid,
  };
  for (const report of reportsThatAreRead(catalogue.whole)) {
    const reading = readForm(formWorld, report, sheets);
    if (reading) return reading;
  }
  throw unreadable('otherForm');
}

const reportsThatAreRead = ({ reports }: Catalogue): string[] =>
  Object.values(reports).flatMap(({ report, readFromPdf }) => (readFromPdf ? [report] : []));

function messageOf(
  { world: { catalogue }, receivedAt }: BatchReader,
  { content, proposals, unread }: FormReading,
): ReceivedMessage {
  return {
    number: 1,
    content: withCreationDate(catalogue.whole, content, receivedAt),
    residue: [],
    // a page has no lines; its boxes have names
    residueLines: unread.map(({ box, text, page }) => ({ path: `${box} (${page})`.trim(), line: 0, text })),
    notes: [],
    line: 0,
    form: 'PDF',
    sheet: { name: '', findings: [], cleared: [] },
    printed: proposals,
  };
}

/** What a person has accepted of a form, each value with the proposal it came from, and what the form does not have itself. */
export function acceptedPart(
  { items }: Pick<Catalogue, 'items'>,
  message: ReceivedMessage,
  { runKey, seq, accepted }: { runKey: string; seq: number; accepted: readonly string[] | null },
): ReceivedMessage {
  const { printed, content } = message;
  if (!printed) return message;
  const valueNos = new Map(printed.map((proposal, index) => [addressKey(proposal), index + 1]));
  const chosen = new Set(accepted);
  const values = content.values.flatMap((value): CaseValue[] => {
    const key = addressKey(value);
    const valueNo = valueNos.get(key);
    if (valueNo === undefined) return [value];
    if (!chosen.has(key)) return [];
    // only a value has properties
    if (value.value === null) return [value];
    const provenance = formProvenanceText({ runKey, seq, valueNo });
    return [{ ...value, properties: { ...value.properties, provenance } }];
  });
  const rows = content.rows.filter(({ group, rowNo, rowNo2, rowNo3 }) =>
    values.some(
      (value) =>
        value.rowNo === rowNo &&
        (rowNo2 === 0 || value.rowNo2 === rowNo2) &&
        (rowNo3 === 0 || value.rowNo3 === rowNo3) &&
        items[value.itemId]?.groups.includes(group) === true,
    ),
  );
  return { ...message, content: { values, rows } };
}
