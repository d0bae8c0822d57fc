/** The checks of one case of a batch. None stops the others. */
import { rowKey } from '../../../shared/case/caseContent.ts';
import { AMENDMENT, kindOfReport, type ReportKind } from '../../../shared/submission/kindOfReport.ts';
import { finding, type CheckFinding } from './checkFinding.ts';
import { addressOfRole, valueOfRole, type CheckContext, type CheckSubject } from './subject.ts';

const MASKED = 'MSK';

/** The findings of all checks that concern one case. */
export const caseChecks = (subject: CheckSubject, context: CheckContext): CheckFinding[] =>
  [
    ...stateFindings(subject),
    ...kindFindings(subject, context),
    ...ruleFindings(subject, context),
    ...privacyFindings(subject, context),
    ...dictionaryFindings(subject, context),
  ].map((one) => ({ ...one, seq: subject.seq }));

function stateFindings({ found, editors, isApproved }: CheckSubject): CheckFinding[] {
  const step = found.step?.name['en'] ?? found.workflow_status;
  return [
    ...(found.del_flag === 'Y' ? [finding('state', 'error', 'deleted')] : []),
    ...(found.saved_pages.length === 0 ? [finding('state', 'error', 'unsaved')] : []),
    ...(found.latest ? [] : [finding('state', 'error', 'superseded')]),
    ...(editors.length > 0
      ? [finding('state', 'warning', 'edited', { values: { names: editors.join(', ') } })]
      : []),
    ...(isApproved ? [] : [finding('state', 'warning', 'notApproved', { values: { step } })]),
  ];
}

/** The kind of the report to this receiver. */
export const kindOf = ({ found, earlier }: Pick<CheckSubject, 'found' | 'earlier'>): ReportKind =>
  kindOfReport(
    {
      caseKey: found.case_key,
      versionNo: found.version_no,
      nullification: found.nullification,
      serious: found.serious,
    },
    earlier,
  );

/** By the rule of the receiver. */
const UNANSWERED = { block: 'error', warn: 'warning', off: 'info' } as const;

function kindFindings(subject: CheckSubject, { catalogue, batch, unanswered }: CheckContext): CheckFinding[] {
  const { found, earlier, otherBatches, content, caseNumber } = subject;
  const { receiver } = batch;
  const kind = kindOf(subject);
  const same = earlier.find(({ caseKey, state }) => caseKey === found.case_key && state !== 'rejected');
  const newer = earlier.some(({ versionNo, state }) => versionNo > found.version_no && state !== 'rejected');
  const open = earlier.find(({ caseKey, state }) => caseKey !== found.case_key && state === 'open');
  const first = earlier.findLast(({ state }) => state !== 'rejected');
  const isWithdrawal = kind === 'nullification' || kind === 'amendment';
  const reason = valueOfRole(catalogue, content, 'nullificationReason');
  return [
    ...(same
      ? [finding('kind', 'error', 'alreadySent', { values: { receiver, batch: same.batchKey } })]
      : []),
    ...otherBatches.map((other) =>
      finding('kind', 'error', 'inOtherBatch', { values: { receiver, batch: other } }),
    ),
    ...(newer ? [finding('kind', 'error', 'olderThanSent', { values: { receiver } })] : []),
    ...(open
      ? [
          finding('kind', UNANSWERED[unanswered], 'earlierOpen', {
            values: { receiver, batch: open.batchKey },
          }),
        ]
      : []),
    ...(kind === 'nullification' && !first
      ? [finding('kind', 'error', 'nothingToNullify', { values: { receiver } })]
      : []),
    // it may have been sent before this product was in use
    ...(found.nullification === AMENDMENT && !first
      ? [
          finding('kind', 'warning', 'nothingToAmend', {
            address: addressOfRole(catalogue, 'nullificationAmendment'),
            values: { receiver },
          }),
        ]
      : []),
    ...(isWithdrawal && reason === null
      ? [
          finding('kind', 'error', 'noReason', {
            address: addressOfRole(catalogue, 'nullificationReason'),
          }),
        ]
      : []),
    ...(first && first.caseNumber !== caseNumber
      ? [
          finding('kind', 'error', 'otherNumber', {
            address: addressOfRole(catalogue, 'caseNumber'),
            values: { receiver, number: first.caseNumber },
          }),
        ]
      : []),
  ];
}

/** The rules of the receiver, on the case as the receiver gets it. */
const ruleFindings = ({ content, earlier }: CheckSubject, { rulesFind }: CheckContext): CheckFinding[] =>
  rulesFind(
    content,
    earlier.some(({ state }) => state === 'accepted'),
  ).map(({ ruleId, severity, message, ...address }) => ({
    seq: null,
    checkId: 'rules',
    severity,
    ruleId,
    address,
    message,
  }));

function privacyFindings(
  { content, withheld, withheldElements, missingFiles }: CheckSubject,
  { catalogue, batch, masked }: CheckContext,
): CheckFinding[] {
  const deleted = new Set(content.rows.filter((row) => row.deleted).map(rowKey));
  const isThere = (value: (typeof content.values)[number]) => {
    const group = catalogue.whole.items[value.itemId]?.groups.at(-1);
    return group === undefined || !deleted.has(rowKey({ ...value, group }));
  };
  const hidden = content.values.filter(
    (value) => masked.has(value.itemId) && value.nullFlavor === MASKED && isThere(value),
  );
  const files = content.values.flatMap(({ properties }) => properties?.fileName ?? []);
  return [
    ...hidden.map(({ itemId, rowNo, rowNo2, rowNo3 }) =>
      finding('privacy', 'info', 'masked', {
        address: { itemId, rowNo, rowNo2, rowNo3 },
        values: { receiver: batch.receiver },
      }),
    ),
    ...withheld.map((itemId) =>
      finding('privacy', 'warning', 'withheld', { address: { itemId, rowNo: 0, rowNo2: 0, rowNo3: 0 } }),
    ),
    ...(withheldElements > 0
      ? [finding('privacy', 'info', 'withheldElements', { values: { count: String(withheldElements) } })]
      : []),
    ...files.map((name) => finding('privacy', 'info', 'attachment', { values: { name } })),
    ...missingFiles.map((name) => finding('structure', 'error', 'missingFile', { values: { name } })),
  ];
}

/** A receiver takes the current version of a dictionary and the one before. */
function dictionaryFindings(
  { content }: CheckSubject,
  { catalogue, versions }: CheckContext,
): CheckFinding[] {
  const { items } = catalogue.whole;
  return content.values.flatMap((value) => {
    const coded = items[value.itemId]?.versionOf;
    const dictionary = coded ? items[coded]?.dictionary : null;
    const known = dictionary ? versions.get(dictionary) : undefined;
    if (value.value === null || !known || known.length === 0 || known.includes(value.value)) return [];
    const { itemId, rowNo, rowNo2, rowNo3 } = value;
    return [
      finding('dictionaries', 'warning', 'oldDictionary', {
        address: { itemId, rowNo, rowNo2, rowNo3 },
        values: { version: value.value, current: known.join(', ') },
      }),
    ];
  });
}
