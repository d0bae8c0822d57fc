/** User ids (specification 1 sections 3 and 8). */

const USER_ID = /^[\p{L}\p{N}._@+-]{3,100}$/u;

/** Ids that are older than this rule stay valid. */
export const isUserId = (text: string): boolean => USER_ID.test(text);

/** Whether no character has another form: `ａ` is read as `a`, and `e` with an accent of its own as `é`. */
export const isPlainlyWritten = (text: string): boolean => text === text.normalize('NFKC');
