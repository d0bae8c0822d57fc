/** A pretend system of clinical data: Rave Web Services and OpenClinica, with the traps of both. */
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { AddressInfo } from 'node:net';
import { writeOdm } from '../../shared/study-data/odm/writeOdm.ts';
import type { StudyData } from '../../shared/study-data/studyData.ts';

export const RAVE_LOGIN = { userName: 'safety', password: 'rave-secret' };
export const OPEN_CLINICA_TOKEN = 'clinica-token';

export interface CdmsServer {
  url: string;
  /** what it holds, by OID; parentheses as Rave writes them */
  studies: Map<string, StudyData>;
  /** when the views of Rave were built; null: it does not say */
  viewsUpdated: string | null;
  /** the next request is answered so */
  failNext: (
    fault: 'limit' | 'redirect' | 'cutOff' | 'serverError' | 'signIn' | 'gzip' | 'cutOffGzip' | 'otherCoding',
  ) => void;
  /** paths in the order of their requests, as they were sent */
  paths: string[];
  close: () => Promise<void>;
}

const BOM = '\uFEFF';
const AT = new Date('2026-05-04T09:00:00Z');

export async function startCdmsServer(): Promise<CdmsServer> {
  const studies: CdmsServer['studies'] = new Map();
  const paths: string[] = [];
  let fault: Parameters<CdmsServer['failNext']>[0] | null = null;
  const state: Pick<CdmsServer, 'viewsUpdated'> = { viewsUpdated: null };

  /** The document of a path; null: there is none, 401: the login is wrong. */
  const documentOf = (path: string, authorization: string): string | 401 | null => {
    const rave = /^\/rave\/studies(?:\/(.+?)\/datasets\/(metadata\/)?regular)?$/.exec(path);
    if (rave) {
      const { userName, password } = RAVE_LOGIN;
      if (authorization !== `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}`) return 401;
      // a path with parentheses as they are is not understood
      if (rave[1] !== undefined && /[()]/.test(rave[1])) return null;
      const study = studies.get(decodeURIComponent(rave[1] ?? ''));
      if (rave[1] === undefined)
        return `${BOM}<ODM xmlns="http://www.cdisc.org/ns/odm/v1.3" FileType="Snapshot">${[
          ...studies.values(),
        ]
          .map(
            ({ studyOid, protocol }) =>
              `<Study OID="${studyOid}"><GlobalVariables><StudyName>${protocol}</StudyName><ProtocolName>${protocol}</ProtocolName></GlobalVariables></Study>`,
          )
          .join('')}</ODM>`;
      if (!study) return null;
      const part = rave[2] ? { ...study, subjects: [], rows: [] } : { ...study, metadata: null };
      return BOM + writeOdm(part, AT);
    }
    const clinica = /^\/clinica\/rest\/clinicaldata\/xml\/view\/([^/]+)\/\*\/\*\/\*\?/.exec(path);
    if (!clinica) return null;
    if (authorization !== `Bearer ${OPEN_CLINICA_TOKEN}`) return 401;
    const study = studies.get(decodeURIComponent(clinica[1] ?? ''));
    return study ? writeOdm(study, AT) : null;
  };

  const server = createServer((request, response) => {
    const { url: path = '', headers } = request;
    paths.push(path);
    const wrong = fault;
    fault = null;
    if (wrong === 'limit') return response.writeHead(429, { 'retry-after': '30' }).end();
    if (wrong === 'redirect') return response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    if (wrong === 'serverError')
      return response.writeHead(503, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }).end();
    if (wrong === 'signIn')
      return response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!DOCTYPE html>\n<html><body>Sign in</body></html>');
    if (wrong === 'otherCoding') return response.writeHead(200, { 'content-encoding': 'zstd' }).end('x');
    const document = documentOf(path, headers.authorization ?? '');
    if (document === 401) return response.writeHead(401).end();
    if (document === null) return response.writeHead(404).end();
    if (wrong === 'gzip' || wrong === 'cutOffGzip') {
      const bytes = gzipSync(document);
      response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' });
      return response.end(wrong === 'gzip' ? bytes : bytes.subarray(0, bytes.length / 2));
    }
    const { viewsUpdated } = state;
    response.writeHead(200, {
      'content-type': 'text/xml',
      ...(viewsUpdated !== null && { 'X-MWS-CV-Last-Updated': viewsUpdated }),
      ...(wrong === 'cutOff' && { 'content-length': Buffer.byteLength(document) }),
    });
    if (wrong !== 'cutOff') return response.end(document);
    response.write(document.slice(0, document.length / 2));
    return setImmediate(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}`,
    studies,
    paths,
    failNext: (next: NonNullable<typeof fault>) => {
      fault = next;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}
