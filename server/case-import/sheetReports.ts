/** The cases of a spreadsheet as messages. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { addressAt } from '../../shared/case/itemAddress.ts';
import { EMPTY_VALUE, withValue } from '../../shared/case/itemValue.ts';
import { UnreadableXml, type ReadBatch } from '../../shared/e2b/index.ts';
import type { CodeChoices } from '../../shared/entry/codeSearch.ts';
import { choicesIn } from '../../shared/entry/codeChoices.ts';
import { readCases, wordsOfTerms, type SheetCase } from '../../shared/import/sheets/readCases.ts';
import type { Table } from '../../shared/text/table.ts';
import { writePieces } from '../files/readPieces.ts';
import { withoutRetired } from '../catalogue/retired.ts';
import { readXlsx, UnreadableTable } from '../files/readXlsx.ts';
import { aboutOf } from './sheetAbout.ts';
import type { BatchReader } from './batchReader.ts';
import type { ReceivedMessage } from './receivedMessage.ts';
import type { ReportFile } from './reportFiles.ts';
import { termFinder } from './sheetTerms.ts';

/** Throws `UnreadableXml` for a file that is no spreadsheet or is damaged or too large. */
export async function* sheetReports(
  reader: BatchReader,
  file: ReportFile,
): AsyncGenerator<ReceivedMessage, ReadBatch, void> {
  const tables = await tablesOf(reader, file);
  const cases = await casesIn(reader, tables);
  for (const [index, one] of cases.entries()) yield messageOf(reader, one, index + 1);
  return { messages: cases.length, values: [], residue: [], residueLines: [] };
}

/** The reader of spreadsheets needs a file on the disk. */
async function tablesOf(
  { folder, progress }: BatchReader,
  { source }: ReportFile,
): Promise<readonly Table[]> {
  const path = join(folder, `${randomUUID()}.xlsx`);
  try {
    await writePieces(path, progress.count(source()));
    return await readXlsx(path);
  } catch (error) {
    if (error instanceof UnreadableTable) throw unreadable(error.message);
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}

/** A file as a whole has no line. */
const unreadable = (why: string): UnreadableXml => new UnreadableXml(why, { line: 0, column: 0 });

/** The template names its region, whose lists count. */
async function casesIn(
  { world, timeZone, receivedAt }: BatchReader,
  tables: readonly Table[],
): Promise<SheetCase[]> {
  const { catalogue } = world;
  const { region } = aboutOf(tables);
  const seen = region === null ? withoutRetired(catalogue.whole) : catalogue.forAppendix(region);
  const termOf = await termFinder(world, wordsOfTerms(seen, tables));
  return readCases(seen, tables, {
    now: { at: receivedAt, timeZone },
    codesOf: codesByItem(catalogue.codeLists),
    termOf,
    newUuid: world.newUuid,
  });
}

function codesByItem(
  codeLists: Parameters<typeof choicesIn>[1],
): (item: CatalogueItem) => CodeChoices | null {
  const known = new Map<string, CodeChoices | null>();
  return ({ codeList }) => {
    if (codeList === null) return null;
    const choices = known.get(codeList) ?? choicesIn(codeList, codeLists);
    known.set(codeList, choices);
    return choices;
  };
}

function messageOf(
  { world: { catalogue }, receivedAt }: BatchReader,
  { name, row, content, cleared, findings }: SheetCase,
  number: number,
): ReceivedMessage {
  return {
    number,
    content: withCreationDate(catalogue.whole, content, receivedAt),
    residue: [],
    residueLines: [],
    notes: [],
    line: row,
    form: 'XLSX',
    sheet: { name, findings, cleared },
  };
}

/** With the date that tells versions of a case apart; what does not give it is of the day it was received. */
export function withCreationDate(
  { roles }: Pick<Catalogue, 'roles'>,
  content: CaseContent,
  receivedAt: Date,
): CaseContent {
  const itemId = roles['creationDate'] ?? '';
  if (content.values.some((value) => value.itemId === itemId)) return content;
  const at = `${receivedAt.toISOString().replace(/\D/g, '').slice(0, 14)}+0000`;
  return {
    ...content,
    values: [...content.values, { ...addressAt(itemId, []), ...withValue(EMPTY_VALUE, at) }],
  };
}
