/** The words of questions at fields of cases; their chart is in `machines/case-question`. */
export const QUESTION_STATES = ['open', 'answered', 'closed'] as const;
export type QuestionState = (typeof QUESTION_STATES)[number];

export const QUESTION_EVENTS = ['answer', 'close', 'reopen'] as const;
export type QuestionEvent = (typeof QUESTION_EVENTS)[number];
