/** Identifiers that nobody can guess; tests give others. */
export interface UuidWorld {
  newUuid: () => string;
}
