/** The transports of an installation. */
import type { Config } from '../../config.ts';
import { byHandTransport } from './byHandTransport.ts';
import { folderTransport } from './folderTransport.ts';
import type { Transports } from './transport.ts';

/** Without a folder in the settings, batches are handed over by hand. */
export const openTransports = ({ submissionDir }: Config): Transports => ({
  folder: submissionDir === null ? null : folderTransport(submissionDir),
  byHand: byHandTransport,
});
