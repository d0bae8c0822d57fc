/** Relation of a report to earlier reports with the same number (E2B(R3) code list 5). */

/** all versions are withdrawn */
export const NULLIFICATION = '1';
/** a correction without new information */
export const AMENDMENT = '2';

export type NullificationCode = typeof NULLIFICATION | typeof AMENDMENT;
