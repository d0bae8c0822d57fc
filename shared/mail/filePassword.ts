/** The password of a file that is sent to others. */

/** Characters. */
export const MAX_FILE_PASSWORD = 127;

/**
 * Those that have a key on every keyboard. Beyond them programs differ in how a password becomes bytes, in PDF files and in
 * ZIP archives alike: the consignee would type the right one, and the file would stay closed.
 */
export const FILE_PASSWORD = '^[ -~]*$';

export const isFilePassword = (password: string): boolean => new RegExp(FILE_PASSWORD).test(password);
