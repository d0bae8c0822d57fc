/** Machine translation of a text for its notation, as a port. None is built in: an operator brings one. */
export interface Translator {
  /** Rejects when the service does not answer. `to` is en, ko, ja or zh. */
  translate: (text: string, to: string) => Promise<string>;
}
