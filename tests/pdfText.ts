import { extractText, getDocumentProxy } from 'unpdf';

/** The text of all pages of a PDF file. */
export async function pdfText(bytes: Uint8Array, password?: string): Promise<string> {
  // a copy: what reads the file keeps the bytes
  const file = await getDocumentProxy(new Uint8Array(bytes), password === undefined ? {} : { password });
  return (await extractText(file, { mergePages: true })).text;
}
