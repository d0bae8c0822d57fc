/** Ampersands that begin no entity: the parser takes all that follows for the name of one, and reports its end. */

/** One that is cut off at the end of a piece may be an entity. */
const BARE_AMPERSAND = /&(?!#?[\w:.-]*(?:;|$))/g;
const FAULT = 'an ampersand that begins no entity; it is written &amp;';

interface Position {
  line: number;
  column: number;
}

export interface AmpersandWatch {
  /** Writes all of a piece up to its last such ampersand; the rest is to be written. */
  write: (piece: string) => string;
  /** A tag was read: they were in a comment or the like. */
  forget: () => void;
  /** What a refusal of the parser means; null: something else. */
  fault: () => { message: string; position: Position } | null;
}

export function watchAmpersands(write: (text: string) => void, position: () => Position): AmpersandWatch {
  let found: Position | null = null;
  return {
    write: (piece) => {
      let from = 0;
      for (const { index } of piece.matchAll(BARE_AMPERSAND)) {
        write(piece.slice(from, index));
        found ??= position();
        from = index;
      }
      return piece.slice(from);
    },
    forget: () => {
      found = null;
    },
    fault: () => found && { message: FAULT, position: found },
  };
}
