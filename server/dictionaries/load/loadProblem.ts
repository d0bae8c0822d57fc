/** What is wrong with the files of a dictionary, said with file, line and what was expected. */

/** The files cannot be loaded at all. */
export class LoadProblem extends Error {
  constructor(file: string, message: string, line?: number) {
    super(line === undefined ? `${file}: ${message}` : `${file}:${line}: ${message}`);
  }
}

export interface RowError {
  file: string;
  line: number;
  message: string;
}

/** so many are kept to be shown; all are counted */
export const SHOWN_ERRORS = 100;

/** Mistakes of single rows, or doubts about them. They are collected, since a file with one mostly has more. */
export class RowErrors {
  count = 0;
  readonly first: RowError[] = [];

  add(file: string, line: number, message: string): void {
    this.count += 1;
    if (this.first.length < SHOWN_ERRORS) this.first.push({ file, line, message });
  }
}
