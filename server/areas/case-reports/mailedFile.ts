/** The file that a mail about a case carries, encrypted where it has a password. */
import type { CaseMailForm } from '../../../shared/contract/index.ts';
import { MAX_MAILED_BYTES } from '../../../shared/contract/index.ts';
import { lockedZip } from '../../files/lockedZip.ts';
import type { SessionUser } from '../../http/session.ts';
import { mailTooLarge, noPrivilege } from '../../problems.ts';
import type { MailedFile } from '../../mail/outbox.ts';
import { pdfFile, printedAs } from './pdfReport.service.ts';
import { REPORT_ID as XML, xmlFile, type XmlReportWorld } from './xmlReport.service.ts';

export interface FileRequest {
  user: SessionUser;
  caseKey: number;
  form: CaseMailForm;
  signal: AbortSignal;
}

interface MadeFile extends Omit<MailedFile, 'fileKey'> {
  bytes: Uint8Array;
}

/**
 * The file in memory: it never lies anywhere without its password. Throws 403 for blinded values that the user may not see,
 * 422 MAIL_TOO_LARGE, 422 NOT_EXPORTABLE.
 */
export async function mailedFile(deps: XmlReportWorld, request: FileRequest): Promise<MadeFile> {
  const { user, form } = request;
  if (form.unblindedValueApplicable === 'Y' && !user.unblind) throw noPrivilege();
  const made = await (form.reportId === XML ? messageFile(deps, request) : formFile(deps, request));
  if (made.bytes.length > MAX_MAILED_BYTES) throw mailTooLarge(made.bytes.length, MAX_MAILED_BYTES);
  return made;
}

async function formFile(deps: XmlReportWorld, { form, ...request }: FileRequest): Promise<MadeFile> {
  const { receiverName: receiver } = form;
  const { fileName, bytes } = await pdfFile(deps, {
    ...request,
    reportId: form.reportId,
    receiver: receiver ?? null,
    password: form.password || null,
    printed: await printedAs(deps, request.user, { ...form, ...(receiver && { receiver }) }),
  });
  return { fileName, bytes, mediaType: 'application/pdf' };
}

async function messageFile(
  deps: XmlReportWorld,
  { user, caseKey, form, signal }: FileRequest,
): Promise<MadeFile> {
  const { caseNo, text: whole } = await xmlFile(deps, {
    // a mail has blinded values on request only
    user: { ...user, unblind: form.unblindedValueApplicable === 'Y' },
    caseKey,
    notation: form.notation === 'Y',
    receiver: form.receiverName ?? null,
    senderKey: form.senderKey,
    signal,
  });
  const name = `${caseNo}.xml`;
  const text = limited(whole);
  if (!form.password) return { fileName: name, bytes: await collected(text), mediaType: 'application/xml' };
  const bytes = await lockedZip(name, text, { password: form.password, at: deps.clock.now() });
  return { fileName: `${caseNo}.zip`, bytes, mediaType: 'application/zip' };
}

/** A message compresses to a small part of its length, so only a multiple of the limit cannot be mailed. */
const MAX_TEXT = 20 * MAX_MAILED_BYTES;

async function* limited(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let length = 0;
  for await (const piece of pieces) {
    length += piece.length;
    if (length > MAX_TEXT) throw mailTooLarge(length, MAX_MAILED_BYTES);
    yield piece;
  }
}

async function collected(pieces: AsyncIterable<string>): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const piece of pieces) chunks.push(Buffer.from(piece));
  return Buffer.concat(chunks);
}
