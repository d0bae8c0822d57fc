/** The document cannot be read at all: not well-formed, a document type declaration, or no E2B(R3) batch. */
export class UnreadableXml extends Error {
  override readonly name = 'UnreadableXml';
  readonly file: string | null;
  /** from 1 */
  readonly line: number;
  /** from 1 */
  readonly column: number;

  constructor(message: string, place: { file?: string | null; line: number; column: number }) {
    super(message);
    this.file = place.file ?? null;
    this.line = place.line;
    this.column = place.column;
  }
}
