/** OpenClinica: clinical data by REST as ODM, definitions included. Its interface lists no studies, so the settings name them. */
import type { FetchRemote } from './remoteBytes.ts';
import type { SourceConnection, StudySource } from './source.ts';

export function openClinicaSource(
  { settings, secrets }: SourceConnection,
  fetchRemote: FetchRemote,
): StudySource {
  const base = (settings['url'] ?? '').replace(/\/+$/, '');
  const headers = { authorization: `Bearer ${secrets['token'] ?? ''}`, accept: 'application/xml' };
  const oids = (settings['studies'] ?? '')
    .split(',')
    .map((oid) => oid.trim())
    .filter((oid) => oid !== '');
  return {
    studies: () => Promise.resolve(oids.map((studyOid) => ({ studyOid, protocol: studyOid }))),
    read: async (studyOid, signal) => {
      const path = `rest/clinicaldata/xml/view/${encodeURIComponent(studyOid)}/*/*/*`;
      const url = `${base}/${path}?includeMetadata=y&includeAudits=y&includeDNs=n`;
      const { bytes } = await fetchRemote({ url, headers, signal });
      return { content: bytes, definitions: null, asOf: null };
    },
  };
}
