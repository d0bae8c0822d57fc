import type { UploadLimits } from '../../../machines/upload/upload.machine.ts';

const MB = 1024 * 1024;

/** What the import takes: E2B(R3) messages, alone or in a ZIP. */
export const IMPORT_LIMITS: UploadLimits = { maxBytes: 200 * MB, endings: ['.xml', '.zip'] };

export const inMegabytes = (bytes: number): number => Math.round(bytes / MB);
