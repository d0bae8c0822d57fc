/** Texts that outlive the block of the file they were read from. */

/**
 * A copy of a text of a row, for what is kept until the end of a load: a piece of a text holds all of that in memory, here
 * a block of thousands of lines.
 */
export const ownText = (text: string): string => Buffer.from(text).toString();
