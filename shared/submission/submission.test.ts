import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Acknowledgement } from './acknowledgement.types.ts';
import { DELAYED_AFTER_MS, isChangeable, isDelayed } from './delayed.ts';
import { kindOfReport } from './kindOfReport.ts';
import { itemsNamedIn, messageAnswers, unknownNumbers } from './messageAnswers.ts';
import { readAcknowledgement } from './readAcknowledgement.ts';
import { writeAcknowledgement } from './writeAcknowledgement.ts';

const ACK: Acknowledgement = {
  number: 'A1',
  sender: 'ZZFDA',
  receiver: 'ACME',
  sentAt: '20260102030405+0000',
  batchNumber: 'B1',
  code: 'AE',
  text: 'some messages need further action',
  messages: [
    { messageNumber: 'uuid-1 US-ACME-1', localNumber: '77', code: 'CA', text: 'Report Loaded Successfully' },
    {
      messageNumber: 'US-ACME-2',
      localNumber: null,
      code: 'CR',
      text: 'With Tag Id FDA.C.1.12 is Mandatory.',
    },
  ],
};
const SENT = [1, 2, 3].map((seq) => ({ seq, messageNumber: `uuid-${seq}`, caseNumber: `US-ACME-${seq}` }));

describe('an acknowledgement', () => {
  it('is the same after writing and reading', () => {
    expect(readAcknowledgement(writeAcknowledgement(ACK))).toEqual(ACK);
  });

  it('survives any text', () => {
    const line = fc.stringMatching(/^[!-~가-힣]{1,60}$/);
    const text = fc.option(line, { nil: null });
    fc.assert(
      fc.property(line, text, line, (batchNumber, why, messageNumber) => {
        const [message] = ACK.messages;
        const ack = { ...ACK, batchNumber, text: why, messages: [{ ...message, messageNumber } as never] };
        expect(readAcknowledgement(writeAcknowledgement(ack))).toEqual(ack);
      }),
    );
  });

  it('is cut to the length of its field', () => {
    const text = 'x'.repeat(400);
    expect(readAcknowledgement(writeAcknowledgement({ ...ACK, text })).text).toHaveLength(250);
  });

  it('may be of E2B(R2), with and without leading zeros', () => {
    const r2 = (code: string, report: string) => `<?xml version="1.0"?>
      <!DOCTYPE ichicsrack SYSTEM "http://eudravigilance.ema.europa.eu/dtd/icsrack11xml.dtd">
      <ichicsrack lang="en"><ichicsrmessageheader><messagenumb>A2</messagenumb>
      <messagesenderidentifier>PMDA</messagesenderidentifier><messagereceiveridentifier>ACME</messagereceiveridentifier>
      <messagedate>20260102</messagedate></ichicsrmessageheader><acknowledgment><messageacknowledgment>
      <icsrmessagenumb>B1</icsrmessagenumb><transmissionacknowledgmentcode>${code}</transmissionacknowledgmentcode>
      </messageacknowledgment><reportacknowledgment><safetyreportid>US-ACME-1</safetyreportid>
      <reportacknowledgmentcode>${report}</reportacknowledgmentcode><errormessagecomment>bad</errormessagecomment>
      </reportacknowledgment></acknowledgment></ichicsrack>`;
    expect(readAcknowledgement(r2('02', '02'))).toMatchObject({
      batchNumber: 'B1',
      code: 'AE',
      messages: [{ messageNumber: 'US-ACME-1', code: 'CR', text: 'bad' }],
    });
    expect(readAcknowledgement(r2('1', '1'))).toMatchObject({ code: 'AA', messages: [{ code: 'CA' }] });
  });

  it.each([
    ['', 'empty'],
    ['garbage', 'garbage'],
    ['<MCCI_IN200101UV01 xmlns="urn:hl7-org:v3"/>', 'without a code'],
    ['<MCCI_IN200100UV01 xmlns="urn:hl7-org:v3"/>', 'a report'],
    ['<!DOCTYPE a [<!ENTITY b "c">]><ichicsrack/>', 'with entities'],
    [writeAcknowledgement(ACK).slice(0, 400), 'cut off'],
    [writeAcknowledgement(ACK).replace('"AE"', '"XX"'), 'with an unknown code'],
  ])('is refused where it is %2$s', (text) => {
    expect(() => readAcknowledgement(text)).toThrow();
  });
});

describe('answers to messages', () => {
  it('follow the parts of the messages, and are left to a user where an AE does not name one', () => {
    expect(messageAnswers(ACK, SENT).map(({ verdict }) => verdict)).toEqual([
      'accepted',
      'rejected',
      'undecided',
    ]);
    expect(unknownNumbers(ACK, SENT.slice(0, 1))).toEqual(['US-ACME-2']);
  });

  it.each([
    ['AA', 'accepted'],
    ['AR', 'rejected'],
  ] as const)('are those of the batch for %s without parts', (code, verdict) => {
    expect(messageAnswers({ ...ACK, code, messages: [] }, SENT).every((one) => one.verdict === verdict)).toBe(
      true,
    );
  });

  it('are a warning where an accepted report has more than a success text', () => {
    const messages = [{ messageNumber: 'uuid-1', localNumber: null, code: 'CA' as const, text: 'Odd unit' }];
    expect(messageAnswers({ ...ACK, messages }, SENT)[0]?.verdict).toBe('acceptedWithWarning');
  });

  it('lead to the items that their texts name', () => {
    const known = new Set(['FDA.C.1.7.1', 'FDA.D.12', 'E.i.7']);
    const text =
      'Value With Tag Id FDA.C.1.7.1 is Mandatory.;Ethnicity (FDA.D.12) missing; E.i.7; FDA.D.12; no.item';
    expect(itemsNamedIn(text, (id) => known.has(id))).toEqual(['FDA.C.1.7.1', 'FDA.D.12', 'E.i.7']);
  });
});

describe('Delayed', () => {
  const sentAt = new Date('2026-01-01T00:00:00Z');
  const batch = { state: 'sent', sentAt, manualStatus: null };
  const at = (ms: number) => new Date(sentAt.getTime() + ms);

  it('is computed 48 hours after the hand-over', () => {
    expect(isDelayed(batch, at(DELAYED_AFTER_MS))).toBe(false);
    expect(isDelayed(batch, at(DELAYED_AFTER_MS + 1))).toBe(true);
    expect(isDelayed({ ...batch, state: 'acknowledged' }, at(DELAYED_AFTER_MS + 1))).toBe(false);
    expect(isDelayed({ ...batch, sentAt: null }, at(DELAYED_AFTER_MS + 1))).toBe(false);
  });

  it('or a manual status lets a user set another one, until an answer comes', () => {
    expect(isChangeable(batch, at(0))).toBe(false);
    expect(isChangeable(batch, at(DELAYED_AFTER_MS + 1))).toBe(true);
    expect(isChangeable({ ...batch, manualStatus: 'accepted' }, at(0))).toBe(true);
    expect(isChangeable({ ...batch, state: 'acknowledged', manualStatus: 'accepted' }, at(0))).toBe(false);
  });
});

describe('the kind of a report', () => {
  const version = { caseKey: 2, versionNo: 2, nullification: null, serious: true };
  const sent = { caseKey: 1, versionNo: 1, state: 'accepted' as const, serious: true };
  it.each([
    ['initial', version, []],
    ['initial', version, [{ ...sent, state: 'rejected' as const }]],
    ['followUp', version, [sent]],
    ['amendment', { ...version, nullification: '2' }, [sent]],
    ['nullification', { ...version, nullification: '1' }, [sent]],
    ['downgrade', { ...version, serious: false }, [sent]],
    ['resend', version, [{ ...sent, caseKey: 2, state: 'rejected' as const }]],
  ] as const)('is %s', (kind, of, earlier) => {
    expect(kindOfReport(of, earlier)).toBe(kind);
  });
});
