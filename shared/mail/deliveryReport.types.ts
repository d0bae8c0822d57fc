/** What mail servers report of a mail. */

/** The worst that a notification reports of its recipients; a mail that only went on to another server is none of them. */
export type Delivery = 'delivered' | 'delayed' | 'bounced';

export interface DeliveryReport {
  /** ids by which the mail may be known: its envelope id, and its Message-ID without angle brackets */
  mailIds: string[];
  delivery: Delivery | null;
  /** status and diagnostic of the mail server, e.g. `5.1.1 550 user unknown` */
  note: string;
}
