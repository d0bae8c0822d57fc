/** A batch with a message for each case, as one receiver gets it. */
import { codeSystemsOf } from '../../schemas/e2b/codeSystems.ts';
import { filterItems, type CaseContent, type CaseValue } from '../../shared/case/caseContent.ts';
import type { Sight } from '../../shared/blinding/sight.ts';
import { maskContent } from '../../shared/masking/maskContent.ts';
import { contentToSend } from '../../shared/derived/wholeCase.ts';
import {
  writeIcsrs,
  type CaseToWrite,
  type E2bMap,
  type OmittedValue,
  type Residue,
  type WriteOptions,
  type WritePorts,
} from '../../shared/e2b/index.ts';
import { STANDARD } from '../../shared/rules/receivers.ts';
import { maySee } from '../cases/record/caseAccess.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import { withBatchEnvelope, type BatchEnvelope } from './envelope.ts';
import { noInformationFor } from './noInformation.ts';

/** A case for a batch. */
export interface CaseOfBatch {
  caseNo: string;
  /** as it is stored */
  content: CaseContent;
  residue: Residue[];
}

export interface ReceiverOfBatch {
  /** empty: ICH alone */
  region: string;
  envelope: BatchEnvelope;
  /** second-language texts instead of values */
  notation: boolean;
  /** items that it gets masked */
  masked: ReadonlySet<string>;
  /** who sends the message */
  user: Sight;
}

/** The case as the receiver gets it. */
export interface PreparedCase {
  toWrite: CaseToWrite;
  messageNumber: string;
  /** blinded items with content that the sender may not see */
  withheld: readonly string[];
  /** how many elements of imported messages, which no item takes, are left out */
  withheldElements: number;
}

/**
 * Whether elements that no item takes may be given: nobody knows of which item they are, so they may be of one that the
 * user does not see, or that the receiver gets masked.
 */
export const tellsUnread = ({ hidden }: Pick<Sight, 'hidden'>, masked: ReadonlySet<string>): boolean =>
  hidden.length === 0 && masked.size === 0;

/** The authority whose rules apply in a region. */
export const authorityOfRegion = ({ whole }: CatalogueSource, region: string): string =>
  whole.appendices.find(({ appendix }) => appendix === region)?.authority ?? STANDARD;

/** Applies what the sender may see, what is hidden, the envelope and what the receiver wants marked. */
export function prepareCase(
  catalogue: CatalogueSource,
  { caseNo, content, residue }: CaseOfBatch,
  { region, envelope, user, masked }: ReceiverOfBatch,
): PreparedCase {
  const { whole, e2b } = catalogue;
  const may = (itemId: string): boolean => maySee({ catalogue }, user, itemId);
  // the envelope of an imported file is not ours
  const unread = residue.filter((part) => isOfMessage(part, e2b));
  const tells = tellsUnread(user, masked);
  const visible = maskContent(whole, filterItems(content, may), masked, 'message');
  const { values, messageNumber } = withBatchEnvelope(catalogue, visible, { caseNo, envelope });
  const authority = authorityOfRegion(catalogue, region);
  const seen = authority === STANDARD ? whole : catalogue.forAppendix(region);
  const sent = contentToSend(whole, seen, { ...visible, values });
  return {
    toWrite: {
      ...sent,
      values: [...sent.values, ...noInformationFor(whole, sent, authority)],
      residue: tells ? unread : [],
    },
    messageNumber,
    withheld: [
      ...new Set(content.values.filter((value) => hasContent(value) && !may(value.itemId)).map(idOf)),
    ],
    withheldElements: tells ? 0 : unread.length,
  };
}

const idOf = ({ itemId }: CaseValue): string => itemId;
const hasContent = ({ value, nullFlavor, notation }: CaseValue): boolean =>
  value !== null || nullFlavor !== null || notation !== null;

/** The text of the batch, in pieces. `onOmitted`: values that a valid message cannot contain. */
export const writeBatch = (
  catalogue: CatalogueSource,
  cases: Iterable<CaseToWrite> | AsyncIterable<CaseToWrite>,
  { region, notation }: Pick<ReceiverOfBatch, 'region' | 'notation'>,
  ports: Pick<WritePorts, 'bytes' | 'files' | 'now' | 'newUuid'>,
  onOmitted: (omitted: OmittedValue) => void,
): AsyncGenerator<string, void, void> =>
  writeIcsrs(cases, catalogue.e2b, ports, { ...optionsFor(catalogue, { region, notation }), onOmitted });

/** How a message to a receiver is written: with its code systems, and without the items of other regions. */
export const optionsFor = (
  catalogue: CatalogueSource,
  { region, notation }: Pick<ReceiverOfBatch, 'region' | 'notation'>,
): WriteOptions => ({
  codeSystems: codeSystemsOf(catalogue.whole, authorityOfRegion(catalogue, region)),
  notation: notation ? 'notation' : 'value',
  appendices: region === '' ? [] : [region],
});

/** Residue belongs to the message, or to the batch around it. */
export function isOfMessage({ node }: Residue, { nodes, message }: E2bMap): boolean {
  let place = nodes.get(node) ?? null;
  while (place && place !== message) place = place.parent;
  return place === message;
}
