/** Location, name and encoding of one file. */
import type { SourceFinding } from '../sources.types.ts';
import { findingAt, property, textAt } from './sourceDocument.ts';
import type { DocumentKind, Problem, SourceDocument } from './sourceDocument.ts';

interface Naming {
  folder: string;
  ending: string;
  /** the key whose value names the file */
  key?: string;
}

const NAMINGS: Readonly<Partial<Record<DocumentKind, Naming>>> = {
  page: { folder: 'pages', ending: '.page.json', key: 'page' },
  record: { folder: 'records', ending: '.record.json', key: 'record' },
  recordPage: { folder: 'records', ending: '.page.json', key: 'page' },
  appendix: { folder: 'appendices', ending: '.appendix.json', key: 'appendix' },
  codeList: { folder: 'code-lists', ending: '.codes.json', key: 'codeList' },
  rules: { folder: 'rules', ending: '.rules.json', key: 'authority' },
  report: { folder: 'reports', ending: '.report.json', key: 'report' },
  obligations: { folder: 'obligations', ending: '.obligations.json', key: 'receiver' },
  receivers: { folder: 'receivers', ending: '.receivers.json', key: 'receivers' },
  header: { folder: 'headers', ending: '.header.json', key: 'header' },
  completeness: { folder: 'completeness', ending: '.completeness.json', key: 'completeness' },
  query: { folder: 'queries', ending: '.query.json', key: 'query' },
  list: { folder: 'lists', ending: '.list.json', key: 'list' },
  monitoring: { folder: 'monitoring', ending: '.monitoring.json', key: 'monitoring' },
  sync: { folder: 'sync', ending: '.sync.json', key: 'sync' },
  dictionary: { folder: 'dictionaries', ending: '.dictionary.json', key: 'dictionary' },
};

const BYTE_ORDER_MARK = '\uFEFF';

/** Folders of tables that the program reads without a schema. */
const TABLES = 'e2b/';

const unread = (file: string): Problem => ({
  rule: 'unread-file',
  severity: 'warning',
  message: `${file} is not read; schema files are in ${[
    ...new Set(Object.values(NAMINGS).map(({ folder }) => folder)),
  ].join(', ')}`,
});

/** Reports a file in a folder that is not read, or that is read as another kind. */
export function isMisplaced({ file, kind }: SourceDocument): boolean {
  const kinds = Object.entries(NAMINGS).flatMap(([name, { ending }]) => (file.endsWith(ending) ? name : []));
  return kinds.length > 0 && !kinds.includes(kind);
}

export function fileRules(document: SourceDocument): SourceFinding[] {
  const { file, kind, text } = document;
  const start = { offset: 0, length: 0 };
  const mark: Problem = {
    rule: 'byte-order-mark',
    message: 'the file begins with a byte order mark, an invisible character; save it as UTF-8 without it',
  };
  if (isMisplaced(document)) {
    const naming = Object.values(NAMINGS).find(({ ending }) => file.endsWith(ending));
    const message = `a file whose name ends in ${naming?.ending} belongs in the folder ${naming?.folder}`;
    return [findingAt(document, start, { rule: 'wrong-folder', message })];
  }
  return [
    ...(text.startsWith(BYTE_ORDER_MARK) ? [findingAt(document, { offset: 0, length: 1 }, mark)] : []),
    ...(kind === 'table' && !file.startsWith(TABLES) ? [findingAt(document, start, unread(file))] : []),
    ...brokenCharacters(document),
    ...calledOtherwise(document, NAMINGS[kind]),
  ];
}

/** Traces of a wrong encoding, and lone surrogates. */
function brokenCharacters(document: SourceDocument): SourceFinding[] {
  const broken = /\uFFFD+|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.exec(
    document.text,
  );
  if (!broken) return [];
  const message = 'characters were lost here: the file is to be saved as UTF-8, and this text written again';
  const location = { offset: broken.index, length: broken[0].length };
  return [findingAt(document, location, { rule: 'broken-characters', message })];
}

function calledOtherwise(document: SourceDocument, naming: Naming | undefined): SourceFinding[] {
  if (naming?.key === undefined) return [];
  const name = textAt(document.root, naming.key);
  const location = property(document.root, naming.key);
  if (!location || name === undefined) return [];
  const expected = `${folderOf(document, name, naming)}/${name}${naming.ending}`;
  // the rules of an authority may stand in several files: FDA.rules.json, FDA.guide.rules.json
  const begin = `${naming.folder}/${name}.`;
  if (document.file === expected || (document.kind === 'rules' && document.file.startsWith(begin))) return [];
  const message = `"${naming.key}" is ${name}, so the file should be ${expected}`;
  return [findingAt(document, location, { rule: 'file-name', severity: 'warning', message })];
}

/** A kind of records has a folder of its name, with its pages. */
function folderOf({ file, kind }: SourceDocument, name: string, { folder }: Naming): string {
  if (kind === 'record') return `${folder}/${name}`;
  return kind === 'recordPage' ? file.slice(0, file.lastIndexOf('/')) : folder;
}
