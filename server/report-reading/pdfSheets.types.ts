import type { Sheet } from '../../shared/report-reading/sheet.types.ts';

/** Why a PDF cannot be read. */
export type PdfFault = 'damaged' | 'password' | 'tooManyPages' | 'tooLarge' | 'tooLong';

export interface PdfInput {
  bytes: Uint8Array;
}

export type PdfOutput = { sheets: Sheet[] } | { fault: PdfFault };
