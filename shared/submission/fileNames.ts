/** Names of files, of batches and of answers, by the patterns of receivers. */

/** The parts of a pattern. */
export interface FileNameParts {
  /** identifier of the sender in the envelope */
  sender: string;
  /** CCYYMMDDhhmmss at which it is sent */
  time: string;
  /** of the batch in this installation */
  number: number;
  /** number of the batch in the envelope */
  batch: string;
}

const PART = /\{(sender|day|time|number|batch)\}/g;
const DAY_LENGTH = 8;
/** Half-width letters and digits, which authorities ask for. */
const plain = (text: string): string => text.replace(/[^A-Za-z0-9]/g, '');

/** The name that a pattern makes, without the ending: `I-{sender}-{day}-{number}`. */
export function fileNameBy(pattern: string, { sender, time, number, batch }: FileNameParts): string {
  const parts: Record<string, string> = {
    sender: plain(sender),
    day: time.slice(0, DAY_LENGTH),
    time,
    number: String(number),
    batch,
  };
  return pattern.replace(PART, (_, part: string) => parts[part] ?? '');
}

const SHAPES: Readonly<Record<string, string>> = {
  sender: '[A-Za-z0-9]+',
  day: String.raw`\d{8}`,
  time: String.raw`\d{14}`,
  number: '[A-Za-z0-9]+',
  batch: '[A-Za-z0-9-]+',
};

/** Whether a file is named by the pattern; its ending does not matter. */
export function isNamedBy(pattern: string, fileName: string): boolean {
  const shape = pattern
    .split(PART)
    .map((piece, index) =>
      index % 2 === 1 ? SHAPES[piece] : piece.replace(/[.\\+*?^$()[\]|]/g, String.raw`\$&`),
    )
    .join('');
  return new RegExp(String.raw`^${shape}(\.\w+)?$`).test(fileName);
}
