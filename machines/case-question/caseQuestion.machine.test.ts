import { afterAll, describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { QuestionEvent } from '../../shared/questions/questions.ts';
import { watchTransitions } from '../testing/transitionCoverage.ts';
import {
  caseQuestionMachine,
  questionAfter,
  questionEvents,
  type QuestionRights,
} from './caseQuestion.machine.ts';

const transitions = watchTransitions(caseQuestionMachine);
const NONE: QuestionRights = { isAsker: false, isAddressee: false, mayEdit: false };
const ASKER = { ...NONE, isAsker: true };
const ADDRESSEE = { ...NONE, isAddressee: true };
const EDITOR = { ...NONE, mayEdit: true };

/** The state after the events, sent by one user. */
function after(input: QuestionRights, ...types: QuestionEvent[]): string {
  const actor = createActor(caseQuestionMachine, { input, inspect: transitions.inspect }).start();
  for (const type of types) actor.send({ type });
  return actor.getSnapshot().value;
}

describe('a question', () => {
  it.each([ASKER, ADDRESSEE, EDITOR])('is answered by %o, also once more', (rights) => {
    expect(after(rights, 'answer')).toBe('answered');
    expect(after(rights, 'answer', 'answer')).toBe('answered');
  });

  it.each([ASKER, EDITOR])('is closed, answered or not, and reopened by %o', (rights) => {
    expect(after(rights, 'close')).toBe('closed');
    expect(after(rights, 'answer', 'close')).toBe('closed');
    expect(after(rights, 'close', 'reopen')).toBe('open');
    expect(after(rights, 'answer', 'reopen')).toBe('open');
  });

  it('is not closed by who is only asked', () => {
    expect(after(ADDRESSEE, 'answer', 'close')).toBe('answered');
    expect(questionEvents('answered', ADDRESSEE)).toEqual(['answer']);
  });

  it('is changed by no other user', () => {
    expect(questionEvents('open', NONE)).toEqual([]);
    expect(questionEvents('answered', NONE)).toEqual([]);
    expect(questionEvents('closed', NONE)).toEqual([]);
  });

  it('is stored in the state after an event', () => {
    expect(questionAfter('closed', EDITOR, 'reopen')).toBe('open');
    expect(questionAfter('open', ADDRESSEE, 'answer')).toBe('answered');
  });
});

afterAll(() => expect(transitions.untaken()).toEqual([]));
