/** The spreadsheet of a kind to fill in. */
import { Readable } from 'node:stream';
import type { RecordKind } from '../../../../schemas/compile/catalogue.types.ts';
import type { downloadRecordTemplate, QueryOf } from '../../../../shared/contract/index.ts';
import {
  headingOf,
  headingsOf,
  linesOf,
  recordSheets,
  type WrittenRecord,
} from '../../../../shared/records/tables/recordSheets.ts';
import words from '../../../../shared/records/tables/recordSheets.json' with { type: 'json' };
import { CSV_START, csvLine } from '../../../../shared/text/csv.ts';
import { contentOf } from '../../../cases/record/pageDoc.ts';
import type { CatalogueWorld } from '../../../catalogue/catalogueSource.ts';
import { workbookStream, XLSX_MEDIA_TYPE, type Sheet } from '../../../files/xlsx.ts';
import type { FileAnswer } from '../../../http/fileAnswer.ts';
import type { Language } from '../../../http/language.ts';
import type { SessionUser } from '../../../http/session.ts';
import { kindOf, limitOf } from '../../../records/recordAccess.ts';
import { readInSponsor, type DatabaseWorld } from '../../../storage/database.ts';
import { codeListOf } from './codesOfKind.ts';
import { findRecords } from './import.store.ts';

/** Records of a filled spreadsheet. */
const MAX_FILLED = 5000;
/** Codes of an item that the sheet of codes lists. */
const MAX_CODES = 1000;
const COLUMN_WIDTH = 24;

interface TemplateRequest extends QueryOf<typeof downloadRecordTemplate> {
  kind: string;
}

/** A CSV file has the sheet of the kind alone. */
export async function recordTemplate(
  deps: DatabaseWorld & CatalogueWorld,
  { user, language }: { user: SessionUser; language: Language },
  { kind: name, format = 'XLSX', filled }: TemplateRequest,
): Promise<FileAnswer> {
  const kind = kindOf(deps, name);
  const records = filled === 'Y' ? await allRecords(deps, user, kind) : [];
  const sheets = recordSheets(kind).map((sheet) => ({
    name: (sheet.group ?? kind).label[language],
    header: headingsOf(kind, sheet, language, filled === 'Y'),
    lines: records.flatMap((record) => linesOf(kind, sheet, record)),
  }));
  const fileName = `${kind.listLabel[language]}.${format.toLowerCase()}`;
  if (format === 'CSV') {
    const [{ header, lines } = { header: [], lines: [] }] = sheets;
    const text = CSV_START + [header, ...lines].map((line) => csvLine(line, 'texts')).join('');
    return { fileName, mediaType: 'text/csv', body: Buffer.from(text) };
  }
  const codes = codeSheet(kind, deps, language);
  const body = workbookStream([...sheets, ...(codes ? [codes] : [])].map(sheetOf), language);
  return { fileName, mediaType: XLSX_MEDIA_TYPE, body };
}

interface Lines {
  name: string;
  header: string[];
  lines: string[][];
}

const sheetOf = ({ name, header, lines }: Lines): Sheet => ({
  name,
  header,
  widths: header.map(() => COLUMN_WIDTH),
  rows: Readable.from([lines], { objectMode: true }),
});

async function allRecords(
  deps: DatabaseWorld,
  user: SessionUser,
  kind: RecordKind,
): Promise<WrittenRecord[]> {
  const stored = await readInSponsor(deps.db, user.sponsorKey, (trx) =>
    findRecords(trx, {
      sponsorKey: user.sponsorKey,
      kind: kind.kind,
      named: null,
      within: limitOf(kind, user),
      limit: MAX_FILLED,
    }),
  );
  return stored.map(({ found, docs }) => ({
    key: found.record_key,
    version: found.version_no,
    content: contentOf(docs),
  }));
}

/** The codes of each item that has a list; none: no item has one. */
function codeSheet(kind: RecordKind, { catalogue }: CatalogueWorld, language: Language): Lines | null {
  const lines = recordSheets(kind)
    .flatMap(({ columns }) => columns.filter(({ isNotation }) => !isNotation))
    .flatMap((column) =>
      (codeListOf(column.item, catalogue.codeLists)?.codes ?? [])
        .slice(0, MAX_CODES)
        .map(({ code, label }) => [headingOf(column, language), code, label[language]]),
    );
  // the ids in brackets are those of no item
  const header = [
    `${words.item[language]} [codes/item]`,
    `${words.code[language]} [codes/code]`,
    `${words.label[language]} [codes/label]`,
  ];
  return lines.length === 0 ? null : { name: words.codes[language], header, lines };
}
