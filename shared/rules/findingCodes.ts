/** What findings name as their rule where no file of rules has one: what the catalogue alone demands. */

/** A mandatory item has neither a value nor a null flavor. */
export const ITEM_MISSING = 'item.missing';
/** A group has fewer rows than its least number. */
export const ROW_MISSING = 'row.missing';
/** A group has more rows than its greatest number. */
export const ROW_TOO_MANY = 'row.tooMany';
