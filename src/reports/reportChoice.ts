/** What a report is made with, as a user chooses it to download or to mail the report. */
import { DESCRIBED_SETTINGS } from '../../shared/settings/describedSettings.ts';
import type { ReportSupplementKind } from '../../schemas/compile/reports.types.ts';
import type { Session } from '../session/sessionStore.ts';
import type { Language } from '../i18n/index.ts';

/** The report that is a message, not a PDF. */
export const XML = 'XML';

/** What a PDF can be chosen in, with the values of each. */
export const PDF_OPTIONS = [
  { option: 'language', values: ['en', 'ko', 'ja', 'zh'] },
  { option: 'orientation', values: DESCRIBED_SETTINGS.reports.orientation.values },
  { option: 'ordering', values: DESCRIBED_SETTINGS.reports.ordering.values },
] as const;

type PdfOptions = {
  [Described in (typeof PDF_OPTIONS)[number] as Described['option']]: Described['values'][number];
};

export interface ReportChoice extends PdfOptions {
  reportId: string | null;
  notation: boolean;
  unblinded: boolean;
  isTest: boolean;
  /** what is printed behind the case, as far as the report offers it */
  supplements: readonly ReportSupplementKind[];
  /** of a form: optional */
  receiver: string | null;
  senderKey: string | null;
}

/** `options`: of the session, as the sponsor's settings have them. */
export const firstChoice = (language: Language, options: Session['reportOptions']): ReportChoice => ({
  reportId: null,
  language,
  orientation: options.orientation,
  ordering: options.ordering,
  notation: options.notation === 'Y',
  unblinded: false,
  isTest: false,
  supplements: [],
  receiver: null,
  senderKey: null,
});

export interface ReportReceiver {
  name: string;
  /** that its forms begin with; null: it has none of its own */
  language: ReportChoice['language'] | null;
}

/** The choice for a receiver, in its language if it has one. */
export const withReceiver = (
  choice: ReportChoice,
  receiver: string | null,
  receivers: readonly ReportReceiver[],
): ReportChoice => ({
  ...choice,
  receiver,
  language: receivers.find(({ name }) => name === receiver)?.language ?? choice.language,
});

/** The choice as the calls take it. */
export const optionsOf = ({ reportId, ...chosen }: ReportChoice) => ({
  notation: chosen.notation ? ('Y' as const) : ('N' as const),
  ...(reportId !== XML && {
    language: chosen.language,
    ciomsOrientation: chosen.orientation,
    ciomsDataOrdering: chosen.ordering,
    unblindedValueApplicable: chosen.unblinded ? ('Y' as const) : ('N' as const),
    ...Object.fromEntries(chosen.supplements.map((kind) => [kind, 'Y' as const])),
  }),
});

/** Whether receiver and, if it is needed, sender of a message are chosen. */
export const hasParties = (
  { receiver, senderKey }: Pick<ReportChoice, 'receiver' | 'senderKey'>,
  needsSender: boolean,
): boolean => receiver !== null && (!needsSender || senderKey !== null);

/** The whole choice as a download takes it. */
export const downloadOptionsOf = (choice: ReportChoice) => ({
  ...optionsOf(choice),
  ...(choice.receiver !== null && { receiver: choice.receiver }),
  ...(choice.reportId === XML
    ? { ...(choice.senderKey !== null && { sender: Number(choice.senderKey) }) }
    : { test: choice.isTest ? ('Y' as const) : ('N' as const) }),
});
