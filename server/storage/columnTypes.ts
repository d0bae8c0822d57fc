/** Kinds of columns that several tables have. */
import type { ColumnType } from 'kysely';

export type Flag = 'Y' | 'N';
/** written as `YYYYMMDD`; read as a text by a cast, else in the time zone of the process */
export type Day = ColumnType<Date | null, string | null | undefined, string | null>;
/** set by the database when left out */
export type Default<T> = ColumnType<T, T | undefined, T>;
