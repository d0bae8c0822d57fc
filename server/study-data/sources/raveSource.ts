/**
 * Rave Web Services. Its traps: studies are named with parentheses, which have to be encoded; answers begin with a byte order
 * mark; datasets come from views that lag behind, and say until when in a header.
 */
import { UnreadableData } from '../../../shared/study-data/unreadableData.ts';
import { readOdm } from '../../../shared/study-data/odm/readOdm.ts';
import type { FetchRemote, RemoteAnswer } from './remoteBytes.ts';
import { SourceFailure, type SourceConnection, type StudySource } from './source.ts';

const VIEWS_UPDATED = 'X-MWS-CV-Last-Updated';

/** `encodeURIComponent` leaves parentheses as they are. */
const inPath = (text: string): string =>
  encodeURIComponent(text).replaceAll('(', '%28').replaceAll(')', '%29');

export function raveSource({ settings, secrets }: SourceConnection, fetchRemote: FetchRemote): StudySource {
  const base = (settings['url'] ?? '').replace(/\/+$/, '');
  const login = Buffer.from(`${settings['userName'] ?? ''}:${secrets['password'] ?? ''}`).toString('base64');
  const get = (path: string, signal: AbortSignal): Promise<RemoteAnswer> =>
    fetchRemote({ url: `${base}/${path}`, headers: { authorization: `Basic ${login}` }, signal });
  return {
    studies: async (signal) => {
      const { bytes } = await get('studies', signal);
      try {
        return (await readOdm(bytes)).map(({ studyOid, protocol }) => ({ studyOid, protocol }));
      } catch (error) {
        if (error instanceof UnreadableData)
          throw new SourceFailure(error.fault, error.detail, { line: error.line });
        throw error;
      }
    },
    read: async (studyOid, signal) => {
      const study = `studies/${inPath(studyOid)}`;
      const dataset = settings['dataset'] === 'raw' ? 'raw' : 'regular';
      // one after the other: plans limit the requests at a time
      const definitions = await get(`${study}/datasets/metadata/${dataset}`, signal);
      const data = await get(`${study}/datasets/${dataset}`, signal);
      const updated = data.header(VIEWS_UPDATED);
      const asOf = updated === null ? NaN : Date.parse(updated);
      return {
        content: data.bytes,
        definitions: definitions.bytes,
        asOf: Number.isNaN(asOf) ? null : new Date(asOf),
      };
    },
  };
}
