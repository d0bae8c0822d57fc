/** Identifiers that cannot be guessed; tests provide others. */
export interface UuidWorld {
  newUuid: () => string;
}
