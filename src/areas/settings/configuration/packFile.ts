/** A file of configuration that was chosen. */
export interface PackFile {
  name: string;
  text: string;
}
