/** The value of an item of the control `chosenRecords`: a line for each record, its name and in brackets its key. */

export interface ChosenRecord {
  key: number;
  name: string;
}

const LINE = /^(.*) \[(\d{1,9})\]$/;

/** Lines of another form are left out: what the form writes has this one. */
export const chosenRecords = (value: string | null): ChosenRecord[] =>
  (value ?? '').split('\n').flatMap((line) => {
    const [, name, key] = LINE.exec(line) ?? [];
    return name === undefined ? [] : [{ name, key: Number(key) }];
  });

/** By key, each once, so that the same records are the same text. Empty: none. */
export const chosenText = (records: readonly ChosenRecord[]): string =>
  [...new Map(records.map((record) => [record.key, record])).values()]
    .toSorted((a, b) => a.key - b.key)
    .map(({ key, name }) => `${name.replaceAll(/\s+/g, ' ')} [${key}]`)
    .join('\n');
