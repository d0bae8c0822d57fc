/** Numbers as data systems write them: some leave out the 0 before the point (`.5`). */

const NUMBER = /^(?<qualifier>[<>]=?)?(?<sign>[-+])?(?<digits>\d+(?:\.\d+)?|\.\d+)$/;

export interface SourceNumber {
  /** `<`, `<=`, `>`, `>=` or '' */
  qualifier: string;
  /** in the form of E2B, with the digits as they are */
  number: string;
}

/** Null: the text is no number. */
export function sourceNumber(text: string): SourceNumber | null {
  const { qualifier = '', sign, digits } = NUMBER.exec(text)?.groups ?? {};
  if (digits === undefined) return null;
  return { qualifier, number: `${sign === '-' ? sign : ''}${digits.startsWith('.') ? '0' : ''}${digits}` };
}

/** NaN: the text is no number, or none that is stated exactly. */
export function exactNumber(text: string): number {
  const read = sourceNumber(text);
  return read?.qualifier === '' ? Number(read.number) : NaN;
}
