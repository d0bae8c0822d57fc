/** The document cannot be read at all: not well-formed, with a document type declaration, or not an E2B(R3) batch. */
export class UnreadableXml extends Error {
  override readonly name = 'UnreadableXml';
  readonly file: string | null;
  /** 1-based */
  readonly line: number;
  /** 1-based */
  readonly column: number;

  constructor(message: string, position: { file?: string | null; line: number; column: number }) {
    super(message);
    this.file = position.file ?? null;
    this.line = position.line;
    this.column = position.column;
  }
}
