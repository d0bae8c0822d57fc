/** What a report may say of the reports sent before under its number (E2B(R3) code list 5). */

/** all versions are withdrawn */
export const NULLIFICATION = '1';
/** a correction without new information */
export const AMENDMENT = '2';

export type NullificationCode = typeof NULLIFICATION | typeof AMENDMENT;
