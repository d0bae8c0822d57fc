/** Renders the coverage files as a document. */
import { statusesOf } from './checkCoverage.ts';
import type { CoverageFile } from './checkCoverage.ts';
import type { CatalogueClaim, CoverageEntry, CoverageSource, CoverageStatus } from './coverage.types.ts';

const STATUSES: Record<CoverageStatus, string> = {
  implemented: 'implemented',
  notApplicable: 'not applicable',
  needsData: 'needs data',
  open: 'open',
};

/** Markdown: a table of the publications, and one of the rules of each. */
export function coverageReport(files: CoverageFile[]): string {
  const sources = files.map(({ coverage }) => coverage);
  return [
    '# Published rules and what checks them',
    '',
    'Written by `npm run rules:coverage` from `schemas/rule-coverage`; each statement was checked against the rules and the catalogue. "Partly" are implemented rules of which a part is not checked.',
    '',
    row('Publication', 'Rules', 'Implemented', 'of them partly', 'Not applicable', 'Needs data', 'Open'),
    '|---|---:|---:|---:|---:|---:|---:|',
    ...sources.map((source) => row(source.source, ...countsOf([source]))),
    row('**All**', ...countsOf(sources)),
    ...sources.flatMap(entryTable),
    '',
  ].join('\n');
}

function countsOf(sources: CoverageSource[]): number[] {
  const entries = sources.flatMap(({ entries: own }) => own);
  const having = (status: CoverageStatus) =>
    entries.filter((entry) => statusesOf(entry).includes(status)).length;
  return [
    entries.length,
    having('implemented'),
    entries.filter(({ partly }) => partly).length,
    having('notApplicable'),
    having('needsData'),
    having('open'),
  ];
}

const entryTable = ({ source, entries }: CoverageSource): string[] => [
  '',
  `## ${source}`,
  '',
  row('Rule', 'Asks', 'Status', 'By or why'),
  '|---|---|---|---|',
  ...entries.map((entry) =>
    row(
      entry.rule,
      entry.asks,
      statusesOf(entry)
        .map((status) => STATUSES[status])
        .join(),
      howOf(entry),
    ),
  ),
];

const howOf = ({
  rules = [],
  catalogue = [],
  partly,
  notApplicable,
  needsData,
  open,
}: CoverageEntry): string =>
  [
    rules.length > 0 ? `rule ${rules.join(', ')}` : '',
    ...catalogue.map(claimText),
    partly ? `Partly: ${partly}` : '',
    notApplicable ?? needsData ?? open ?? '',
  ]
    .filter(Boolean)
    .join('; ');

function claimText({ item, profile, ...facts }: CatalogueClaim): string {
  const factTexts = Object.entries(facts).map(
    ([fact, value]) => `${fact} ${Array.isArray(value) ? value.join(' ') || 'none' : String(value)}`,
  );
  return `\`${item}\`${profile ? ` (${profile})` : ''} ${factTexts.join(', ')}`;
}

const row = (...cells: (string | number)[]): string =>
  `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
