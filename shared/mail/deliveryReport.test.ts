import { describe, expect, it } from 'vitest';
import { readDeliveryReport } from './deliveryReport.ts';

const ID = '7d0e@safety.example';

interface Given {
  action?: string;
  status?: string;
  encoding?: string;
  envelopeId?: string;
  further?: string;
}

/** A notification as a mail server writes it. */
function notification({ action = 'failed', status = '5.1.1', further = '', ...given }: Given = {}): string {
  const { encoding = '7bit', envelopeId = `Original-Envelope-Id: ${ID}` } = given;
  const ofDelivery = [
    'Reporting-MTA: dns; mx.partner.example',
    envelopeId,
    '',
    'Final-Recipient: rfc822; qa@partner.example',
    `Action: ${action}`,
    `Status: ${status}`,
    'Diagnostic-Code: smtp; 550 5.1.1 no such',
    '  user here',
    further,
  ].join('\r\n');
  const body = encoding === 'base64' ? btoa(ofDelivery) : ofDelivery;
  return [
    'From: MAILER-DAEMON@partner.example',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="limit 1"',
    '',
    '--limit 1',
    'Content-Type: text/plain',
    '',
    'Your message could not be delivered.',
    '--limit 1',
    'Content-Type: message/delivery-status',
    `Content-Transfer-Encoding: ${encoding}`,
    '',
    body,
    '--limit 1',
    'Content-Type: text/rfc822-headers',
    '',
    'Subject: A report',
    `Message-ID: <${ID}>`,
    '--limit 1--',
    '',
  ].join('\r\n');
}

describe('a delivery status notification', () => {
  it.each([
    ['failed', 'bounced'],
    ['Delayed', 'delayed'],
    ['delivered', 'delivered'],
    ['relayed', null],
    ['expanded', null],
  ])('%s is %s', (action, delivery) => {
    expect(readDeliveryReport(notification({ action }))?.delivery).toBe(delivery);
  });

  it('names its mail by the envelope, or by what it returns', () => {
    expect(readDeliveryReport(notification())?.mailIds).toEqual([ID, ID]);
    expect(readDeliveryReport(notification({ envelopeId: 'Arrival-Date: today' }))?.mailIds).toEqual([ID]);
  });

  it('tells why, also in a folded line', () => {
    expect(readDeliveryReport(notification())?.note).toBe('5.1.1 550 5.1.1 no such user here');
  });

  it('reports the worst of several recipients', () => {
    const further = '\r\nFinal-Recipient: rfc822; b@partner.example\r\nAction: failed\r\nStatus: 5.2.2';
    const report = readDeliveryReport(notification({ action: 'delivered', further }));
    expect(report).toMatchObject({ delivery: 'bounced', note: '5.2.2' });
  });

  it('is read from base64, and with line feeds alone', () => {
    expect(readDeliveryReport(notification({ encoding: 'base64' }))?.delivery).toBe('bounced');
    expect(readDeliveryReport(notification().replaceAll('\r\n', '\n'))?.delivery).toBe('bounced');
  });

  it.each([
    ['an answer of a person', `In-Reply-To: <${ID}>\r\nContent-Type: text/plain\r\n\r\nI am on leave.`],
    ['a mail with a file', 'Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n\r\nx\r\n--a--'],
    ['nothing', ''],
  ])('is not %s', (_, raw) => expect(readDeliveryReport(raw)).toBeNull());
});
