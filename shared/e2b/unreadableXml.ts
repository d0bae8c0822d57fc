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

const CONTROL =
  'a control character, which XML does not allow; delete it where the text was written, or ask the sender for a file without it';

const NO_TAG =
  'a damaged tag, or a sign < that begins none; as a part of a text it is written &lt;, so ask the sender for a file with that';

/** What the parser of XML says, and what it means for a person who has to get the file read. */
const MEANINGS: readonly [beginning: string, meaning: string][] = [
  ['disallowed character.', CONTROL],
  ['disallowed character in', NO_TAG],
  ['attribute without value', NO_TAG],
  ['malformed character entity', CONTROL.replace('a control', 'a reference to a control')],
  [
    'undefined entity',
    'an entity that XML does not know (it knows &amp; &lt; &gt; &quot; &apos;); the character itself is written, or its number, such as &#160;',
  ],
  [
    'unclosed tag',
    'the file ends before its last element does, so a part is missing; ask the sender for all of it',
  ],
  [
    'unexpected close tag',
    'an end tag of another element than the open one; the file is damaged, ask the sender for it again',
  ],
  [
    'an XML declaration must be at the start',
    'a second XML declaration, so a second message; send each message as a file of its own',
  ],
  [
    'documents may contain only one root',
    'something follows the end of the message; a file holds one message, so delete what follows, or send it as a file of its own',
  ],
  [
    'text data outside of root node',
    'text before or behind the message; delete it, and send the message alone',
  ],
];

/** The message of the parser without its position, in words that say what to do where it has none. */
export function meaningOfFault(message: string): string {
  const bare = message.replace(/^(undefined:)?\d+:\d+:\s*/, '');
  return MEANINGS.find(([beginning]) => bare.startsWith(beginning))?.[1] ?? bare;
}
