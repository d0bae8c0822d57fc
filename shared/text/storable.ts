/** A text as the database can hold it and give it back unchanged: no NUL, no half of a surrogate pair. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '');
