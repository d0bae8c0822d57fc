/** A case with a suspect drug of which little is known, and the questions that a letter asked its reporter. */
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { addressAt } from '../../shared/case/itemAddress.ts';
import type { CaseQuestion } from '../../shared/contract/index.ts';
import { allItems } from '../catalogue.ts';
import { READ_AT } from './sampleCase.ts';
import { wholeCase } from './sampleHistory.ts';

export const REPORTER = 'dr.park@hospital.example';

/** Code of a drug that is scored. */
const SUSPECT = '1';

const criteria = allItems.completeness[0]?.criteria ?? [];

/** A value of every item but those by which completeness is measured. */
export function littleKnown(): CaseContent {
  const measured = new Set(criteria.flatMap(({ items }) => items));
  const { values, rows } = wholeCase(allItems);
  return {
    rows,
    values: values
      .filter(({ itemId }) => !measured.has(itemId))
      .map((value) => (value.itemId === allItems.roles['drugRole'] ? { ...value, value: SUSPECT } : value)),
  };
}

type Mail = NonNullable<CaseQuestion['mail']>['state'];

/** What became of the mail of each question; the last two were answered. */
const MAILS: readonly Mail[] = ['ready', 'sent', 'delayed', 'bounced', 'failed', 'delivered', 'delivered'];
const ANSWERED = 5;
const ASKER = { userKey: 4, userName: 'Kim Editor' };

/** The questions of the letter, one in each state of its mail; the last one is closed. */
export const letterQuestions = (): CaseQuestion[] =>
  MAILS.flatMap((mail, at): CaseQuestion[] => {
    const criterion = criteria[at];
    const item = allItems.items[criterion?.items[0] ?? ''];
    if (!criterion?.question || !item) return [];
    const isAnswered = at >= ANSWERED;
    const isClosed = at === MAILS.length - 1;
    const step = (type: CaseQuestion['steps'][number]['type'], day: number, text: string) => ({
      type,
      text,
      at: `2026-01-${day}T09:30:00.000Z`,
      userName: ASKER.userName,
    });
    return [
      {
        questionKey: at + 1,
        ...addressAt(
          item.itemId,
          item.groups.map(() => 1),
        ),
        page: item.page,
        place: `${allItems.pages[item.page]?.label.en} > ${item.label.en}`,
        addressee: null,
        asker: ASKER,
        batchKey: null,
        mail: { to: REPORTER, state: mail },
        due: '20260203',
        daysLeft: isAnswered ? null : 3,
        state: isClosed ? 'closed' : isAnswered ? 'answered' : 'open',
        changedAt: READ_AT,
        steps: [
          step('ask', 20, criterion.question.en),
          ...(isAnswered ? [step('answer', 28, 'The reporter answered by phone.')] : []),
          ...(isClosed ? [step('close', 29, 'Entered')] : []),
        ],
        events: isClosed ? ['reopen'] : isAnswered ? ['close', 'reopen'] : ['answer', 'close'],
      },
    ];
  });
