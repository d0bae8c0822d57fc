/** Kinds of columns that several tables have. */
import type { ColumnType } from 'kysely';

export type Flag = 'Y' | 'N';
/** set by the database when left out */
export type Default<T> = ColumnType<T, T | undefined, T>;
