/** The kinds of sources of clinical data, as tests set one up and give it a picture. */
import { expect } from 'vitest';
import { makeSourceToken, uploadStudyData } from '../../shared/contract/index.ts';
import { writeOdm } from '../../shared/study-data/odm/writeOdm.ts';
import type { SourceKindName } from '../../shared/study-data/sourceKinds.ts';
import type { StudyData } from '../../shared/study-data/studyData.ts';
import { OPEN_CLINICA_TOKEN, RAVE_LOGIN, type CdmsServer } from './cdmsServer.ts';
import type { TestServer } from './harness.ts';
import { COMPANY, type studySourceWorld } from './studySourceWorld.ts';

/** How each kind of source is given a picture and read. */
export interface StudySourceKind {
  kind: SourceKindName;
  studyOid: string;
  open: () => Promise<number>;
  give: (sourceKey: number, data: StudyData) => Promise<void>;
}

interface KindsWorld {
  server: TestServer;
  cdms: CdmsServer;
  admin: string;
  editor: string;
  world: ReturnType<typeof studySourceWorld>;
  /** of sources that are pushed to, the newest of each */
  tokens: Map<number, string>;
}

/** `the`: what is there when the tests run. */
export function studySourceKinds(the: () => KindsWorld): StudySourceKind[] {
  return [
    {
      kind: 'rave',
      studyOid: 'ACME(PROD)',
      open: async () => {
        const { userName, password } = RAVE_LOGIN;
        return (
          await the().world.saveSource('rave', { url: `${the().cdms.url}/rave`, userName }, { password })
        ).data.sourceKey;
      },
      give: (sourceKey, data) => the().world.pulled(sourceKey, data),
    },
    {
      kind: 'openClinica',
      studyOid: 'S_ACME',
      open: async () =>
        (
          await the().world.saveSource(
            'openClinica',
            { url: `${the().cdms.url}/clinica`, studies: 'S_ACME' },
            { token: OPEN_CLINICA_TOKEN },
          )
        ).data.sourceKey,
      give: (sourceKey, data) => the().world.pulled(sourceKey, data),
    },
    {
      kind: 'file',
      studyOid: 'FILE-1',
      open: async () => (await the().world.saveSource('file')).data.sourceKey,
      give: async (sourceKey, data) => {
        const { errMsg } = await the().server.call(uploadStudyData, {
          token: the().editor,
          params: { sourceKey },
          file: { name: 'snapshot.xml', bytes: writeOdm(data, new Date()) },
        });
        expect(errMsg).toBeNull();
      },
    },
    {
      kind: 'push',
      studyOid: 'PUSH-1',
      open: async () => {
        const { sourceKey } = (await the().world.saveSource('push')).data;
        const { data } = await the().server.call(makeSourceToken, {
          token: the().admin,
          params: { ...COMPANY, sourceKey },
          body: { reason: 'For the data management' },
        });
        the().tokens.set(sourceKey, data.token);
        return sourceKey;
      },
      give: async (sourceKey, data) => {
        const { status } = await the().world.push(
          the().tokens.get(sourceKey) ?? '',
          writeOdm(data, new Date()),
        );
        expect(status).toBe(202);
      },
    },
  ];
}
