/** A server whose sources of clinical data are those of a test, and a data-management system that it may read. */
import { listR3Studies } from '../../shared/contract/index.ts';
import { inSponsor } from '../../server/storage/database.ts';
import { startCdmsServer, type CdmsServer } from './cdmsServer.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { COMPANY, SPONSOR, studySourceWorld } from './studySourceWorld.ts';

export interface StudySources {
  server: TestServer;
  cdms: CdmsServer;
  /** tokens of the system administrator and of one of the sponsor */
  admin: string;
  editor: string;
  /** keys of the studies of the company */
  studies: number[];
  world: ReturnType<typeof studySourceWorld>;
  stop: () => Promise<void>;
}

export async function startStudySources(): Promise<StudySources> {
  const cdms = await startCdmsServer();
  const server = await startTestServer({
    env: {
      CASEWRIGHT_TRANSPORT_HOSTS: '127.0.0.1',
      CASEWRIGHT_MAIL_URL: 'smtp://127.0.0.1:9',
      CASEWRIGHT_MAIL_FROM: 'casewright@example.com',
      CASEWRIGHT_PUBLIC_URL: 'https://casewright.example',
    },
  });
  const [admin, editor] = [await server.token('system.admin'), await server.token('sponsor.admin')];
  const { data } = await server.call(listR3Studies, { token: admin, params: COMPANY });
  const studies = data.listInfo.map((study) => Number(study['STD_KEY']));
  // the demo's own links are not those of these tests
  await inSponsor(server.db, SPONSOR, (trx) => trx.deleteFrom('study_link').execute());
  const stop = async () => {
    await server.stop();
    await cdms.close();
  };
  const world = studySourceWorld({ server, cdms, admin, editor, studies });
  return { server, cdms, admin, editor, studies, world, stop };
}
