/** Transports, and what the profile of each needs. The form, the checks of the server and the adapters read it. */

import type { SettingFields, SettingValues } from '../connections/settingFields.ts';

export const TRANSPORTS = ['folder', 'byHand', 'sftp', 'fdaApi'] as const;
export type TransportName = (typeof TRANSPORTS)[number];

/**
 * Transports that need a profile of the receiver.
 *
 * `sftp`: a password or a private key; `hostKey` is the fingerprint of the server as OpenSSH writes it (`SHA256:…`).
 * `fdaApi`: ESG NextGen of the FDA; `tokenHeader` and `userNames` are where descriptions of the interface contradict each
 * other.
 */
const REMOTE_TRANSPORTS = {
  sftp: {
    host: { kind: 'text', required: true },
    port: { kind: 'port', required: true, initial: '22' },
    userName: { kind: 'text', required: true },
    hostKey: { kind: 'text', required: true },
    outFolder: { kind: 'text', required: true, initial: 'out' },
    ackFolder: { kind: 'text', required: true, initial: 'ack' },
    receiptFolder: { kind: 'text', required: false },
    archiveFolder: { kind: 'text', required: false },
    password: { kind: 'secret', lines: 1 },
    privateKey: { kind: 'secret', lines: 6 },
    passphrase: { kind: 'secret', lines: 1 },
  },
  fdaApi: {
    external: { kind: 'url', required: true, initial: 'https://external-api-esgng.fda.gov' },
    upload: { kind: 'url', required: true, initial: 'https://upload-api-esgng.fda.gov' },
    clientId: { kind: 'text', required: true },
    userEmail: { kind: 'text', required: true },
    authorizingCompany: { kind: 'text', required: false },
    centre: { kind: 'choice', values: ['CDER', 'CBER'] },
    submissionType: { kind: 'choice', values: ['AERS', 'AERS_PREMKT_CDER', 'AERS_PREMKT_CBER'] },
    tokenHeader: { kind: 'choice', values: ['accesstoken', 'authorization'] },
    userNames: { kind: 'choice', values: ['temp_user', 'username'] },
    clientSecret: { kind: 'secret', lines: 1 },
  },
} as const satisfies Record<string, SettingFields>;

export type RemoteTransport = keyof typeof REMOTE_TRANSPORTS;
export const REMOTE_TRANSPORT_NAMES = Object.keys(REMOTE_TRANSPORTS) as RemoteTransport[];

export const isRemote = (name: string): name is RemoteTransport => Object.hasOwn(REMOTE_TRANSPORTS, name);

/** The settings of a transport in their order. */
export const transportFields = (transport: RemoteTransport): SettingFields => REMOTE_TRANSPORTS[transport];

/** Secrets of which none is there although the transport needs one of them. */
export function missingSecrets(transport: RemoteTransport, secrets: ReadonlySet<string>): string[] {
  const oneOf = transport === 'sftp' ? ['password', 'privateKey'] : ['clientSecret'];
  return oneOf.some((name) => secrets.has(name)) ? [] : oneOf;
}

/** Settings of folders: what a file in one of them means, the folder tells. */
export const FOLDERS = ['outFolder', 'ackFolder', 'receiptFolder', 'archiveFolder'] as const;

/** Names of folders whose path is that of one before them. */
export function repeatedFolders(settings: SettingValues): string[] {
  const given = FOLDERS.filter((name) => settings[name]);
  const paths = given.map((name) => withoutDots(settings[name] ?? ''));
  return given.filter((_, at) => paths.indexOf(paths[at] ?? '') < at);
}

/** `out`, of `./out/` */
const withoutDots = (path: string): string =>
  (path.startsWith('/') ? '/' : '') +
  path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');

/** Days before the end of a certificate or secret on which administrators are warned, the nearest first. */
const WARNING_DAYS = [7, 30, 60] as const;
export const FIRST_WARNING_DAYS = Math.max(...WARNING_DAYS);

/** The warning that is due; null: none yet. */
export const warningAt = (daysLeft: number): number | null =>
  WARNING_DAYS.find((days) => daysLeft <= days) ?? null;
