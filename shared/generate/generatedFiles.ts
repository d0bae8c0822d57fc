/** The files that generated cases have attached. */
import files from './files.json' with { type: 'json' };

interface GeneratedFile {
  fileKey: string;
  fileName: string;
  mediaType: string;
  /** bytes */
  size: number;
  base64: string;
}

export const generatedFiles: readonly GeneratedFile[] = files;
