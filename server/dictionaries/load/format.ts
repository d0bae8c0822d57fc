/** A format of distribution: which files make it up, and how their rows become entries. */
import type { LoadedEntry } from '../entry.ts';
import { RowErrors } from './loadProblem.ts';
import { rowsOf, type Follow } from './rows.ts';
import type { SourceFile } from './sourceFile.ts';
import type { Row, Table } from './table.ts';

/** The files of a format, found and inspected, by the name of their table. */
export interface Tables {
  errors: RowErrors;
  /** what may be right, e.g. that a file seems to be cut off */
  doubts: RowErrors;
  files: (table: string) => SourceFile[];
  /** Rows of all files of a table; none where the table is optional and not there. */
  rows: (table: string, which?: Which) => AsyncGenerator<Row>;
}

interface Which {
  /** of this file only */
  file?: SourceFile;
  /** laid out so, and not as the format says */
  as?: Table;
  /** the same rows are read again later, which reports their errors */
  ahead?: true;
}

export interface Format {
  /** for the operator, e.g. `meddra-ascii` */
  format: string;
  /** the dictionary it fills */
  dictionary: string;
  /** for the operator, in a line */
  about: string;
  /** no official description of the layout was at hand: the operator has to compare it with the files */
  assumed?: true;
  tables: Record<string, Table>;
  /** files of another form of the same delivery, which are not read, and what to load instead */
  otherForm?: { file: RegExp; advice: string };
  /** the table whose reading is the progress */
  main: string;
  /** in a stable order: an interrupted load continues by counting */
  entries: (tables: Tables) => AsyncGenerator<LoadedEntry>;
  /** the version the files themselves name; left out: they name none */
  version?: (tables: Tables) => Promise<string>;
}

/** What is wrong with files, and what may be. */
export interface Findings {
  errors: RowErrors;
  doubts: RowErrors;
}

export const noFindings = (): Findings => ({ errors: new RowErrors(), doubts: new RowErrors() });

/** Reads over files that were found. `follow` hears how the main table is read. */
export function tablesOf(
  format: Format,
  found: ReadonlyMap<string, SourceFile[]>,
  { errors, doubts }: Findings,
  follow: Follow = {},
): Tables {
  const files = (name: string) => found.get(name) ?? [];
  async function* rows(name: string, { file, as, ahead }: Which = {}): AsyncGenerator<Row> {
    const table = as ?? format.tables[name];
    if (!table) throw new Error(`${format.format} has no table ${name}`);
    const followed = name === format.main && !ahead ? follow : {};
    for (const one of file ? [file] : files(name))
      yield* rowsOf(one, table, ahead ? new RowErrors() : errors, followed);
  }
  return { errors, doubts, files, rows };
}
