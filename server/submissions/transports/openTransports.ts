/** The transports of an installation. */
import type { Config } from '../../config.ts';
import { byHandTransport } from './byHandTransport.ts';
import { fdaApiTransport } from './fda/fdaApiTransport.ts';
import { folderTransport } from './folderTransport.ts';
import { sftpTransport } from './sftpTransport.ts';
import { awayFromMetadata, lookupAwayFromMetadata, requireAllowedHosts } from './transportHosts.ts';
import type { Transports } from './transport.ts';

const ADAPTERS = { sftp: sftpTransport, fdaApi: fdaApiTransport };

/** Without a folder in the settings, batches of receivers without a profile are handed over by hand. */
export const openTransports = ({
  submissionDir,
  transportHosts,
}: Pick<Config, 'submissionDir' | 'transportHosts'>): Transports => ({
  folder: submissionDir === null ? null : folderTransport(submissionDir),
  byHand: byHandTransport,
  remote: (profile) => {
    requireAllowedHosts(transportHosts, profile);
    const open = ADAPTERS[profile.adapter];
    return transportHosts === null
      ? awayFromMetadata(open(profile, lookupAwayFromMetadata), profile)
      : open(profile);
  },
});
