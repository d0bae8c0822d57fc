/** Every order in which a question is answered, closed and reopened, by each kind of user. */
import { it } from 'vitest';
import { checkModel } from '../testing/checkModel.ts';
import { caseQuestionMachine } from './caseQuestion.machine.ts';

const NONE = { isAsker: false, isAddressee: false, mayEdit: false };

checkModel(
  {
    machine: caseQuestionMachine,
    world: () => undefined,
    starts: {
      'asked by the user': () => ({ ...NONE, isAsker: true }),
      'asked of the user': () => ({ ...NONE, isAddressee: true }),
      'seen by an editor': () => ({ ...NONE, mayEdit: true }),
      'seen by a reader': () => NONE,
    },
    steps: {
      answered: { send: { type: 'answer' } },
      closed: { send: { type: 'close' } },
      reopened: { send: { type: 'reopen' } },
    },
    view: ({ context }) => context,
    // a question may stay as it is for ever
    rests: () => true,
    invariants: {
      'a reader changes nothing': ({ before, after }) =>
        after.context.isAsker ||
        after.context.isAddressee ||
        after.context.mayEdit ||
        before.value === after.value,
      'who is asked neither closes nor reopens': ({ before, after }) =>
        after.context.isAsker ||
        after.context.mayEdit ||
        (after.value !== 'closed' && (after.value !== 'open' || before.value === 'open')),
      'a closed question is answered only after it was reopened': ({ before, after }) =>
        before.value !== 'closed' || after.value !== 'answered',
      'only closing closes': ({ before, after, step }) =>
        after.value !== 'closed' || before.value === 'closed' || step === 'closed',
    },
  },
  it,
);
