/** Findings of the sources, worded for analysts, with locations. Pure, so that the browser can run it too. */
import { attachmentRules } from './check/attachmentRules.ts';
import { checkShape } from './check/checkShape.ts';
import { declarationsOf } from './check/declarations.ts';
import type { Declarations } from './check/declarations.ts';
import { dictionaryRules } from './check/dictionaryRules.ts';
import { duplicateRules } from './check/duplicateRules.ts';
import { e2bRules } from './check/e2bRules.ts';
import { entryRules } from './check/entryRules.ts';
import { fileRules, isMisplaced } from './check/fileRules.ts';
import { completenessRules } from './check/completenessRules.ts';
import { headerRules } from './check/headerRules.ts';
import { hidingRules } from './check/hidingRules.ts';
import { itemRules } from './check/itemRules.ts';
import { listRules } from './check/listRules.ts';
import { monitoringRules } from './check/monitoringRules.ts';
import { syncRules } from './check/syncRules.ts';
import { obligationRules } from './check/obligationRules.ts';
import { overlayRules } from './check/overlayRules.ts';

import { pageRules } from './check/pageRules.ts';
import { placementRules } from './check/placementRules.ts';
import { referenceRules } from './check/referenceRules.ts';
import { remembered } from './check/memoize.ts';
import { reportRules } from './check/reportRules.ts';
import { r2Rules } from './check/r2Rules.ts';
import { ruleFileRules } from './check/ruleFileRules.ts';
import { readDocument, syntaxFindings } from './check/sourceDocument.ts';
import type { SourceDocument } from './check/sourceDocument.ts';
import { receiverRules } from './check/receiverRules.ts';
import { selectionRules } from './check/selectionRules.ts';
import { templateRules } from './check/templateRules.ts';
import { textRules } from './check/textRules.ts';
import { uniqueRules } from './check/uniqueRules.ts';
import { warningRules } from './check/warningRules.ts';
import { unusedRules } from './check/unusedRules.ts';
import type { SourceFinding, SourceText } from './sources.types.ts';

export interface CheckedSources {
  declarations: Declarations;
  findings: SourceFinding[];
}

/** Findings that need no expressions, by file, line and column; `lintSchemas` returns all. */
export const checkSources = (sources: SourceText[]): SourceFinding[] => checkedSources(sources).findings;

/** The findings, and the declarations of the files. Pass all sources, since files refer to each other. */
export function checkedSources(sources: SourceText[]): CheckedSources {
  const read = sources.map(readFile);
  const declarations = declarationsOf(
    read.flatMap(({ document }) => (isMisplaced(document) ? [] : [document])),
  );
  const findings = [
    ...read.flatMap((file) => file.findings),
    ...BETWEEN_FILES.flatMap((rules) => rules(declarations)),
  ];
  return { declarations, findings: inOrder(findings) };
}

const BETWEEN_FILES = [
  uniqueRules,
  pageRules,
  placementRules,
  attachmentRules,
  referenceRules,
  selectionRules,
  templateRules,
  receiverRules,
  overlayRules,
  itemRules,
  hidingRules,
  ruleFileRules,
  obligationRules,
  headerRules,
  completenessRules,
  reportRules,
  duplicateRules,
  e2bRules,
  r2Rules,
  warningRules,
  listRules,
  monitoringRules,
  syncRules,
  dictionaryRules,
  unusedRules,
];

/** By file, line and column. */
export const inOrder = (findings: SourceFinding[]): SourceFinding[] =>
  findings.toSorted((a, b) =>
    a.file === b.file ? a.line - b.line || a.column - b.column : a.file < b.file ? -1 : 1,
  );

const readFile = remembered((source) => {
  const document = readDocument(source);
  return { document, findings: inFile(document) };
});

/** Findings of one file alone. After a JSON syntax error, missing keys are not reported. */
function inFile(document: SourceDocument): SourceFinding[] {
  const ofFile = fileRules(document);
  if (isMisplaced(document)) return ofFile;
  if (document.syntaxErrors.length > 0) return [...ofFile, ...syntaxFindings(document)];
  return [...ofFile, ...checkShape(document), ...entryRules(document), ...textRules(document)];
}
