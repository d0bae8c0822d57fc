/** All paths in which the flags of a case change, for users with and without edit privilege, and a nullified case. */
import { it } from 'vitest';
import { checkModel } from '../testing/checkModel.ts';
import { CASE_STATUS_EVENTS, caseStatusMachine } from './caseStatus.machine.ts';

const OPEN = { nullified: false, stepClosed: false };

checkModel(
  {
    machine: caseStatusMachine,
    world: () => ({ edits: 0 }),
    starts: {
      editor: () => ({ ...OPEN, mayEdit: true }),
      'editor of a nullified case': () => ({ ...OPEN, mayEdit: true, nullified: true }),
      'editor of a case whose step is closed': () => ({ ...OPEN, mayEdit: true, stepClosed: true }),
      reader: () => ({ ...OPEN, mayEdit: false }),
    },
    steps: Object.fromEntries(CASE_STATUS_EVENTS.map((type) => [type, { send: { type } }])),
    actions: {
      permit: (world) => {
        world.edits += 1;
      },
    },
    // a reader changes nothing; a superseded version never changes
    rests: ({ context, value }) => !context.mayEdit || value.version === 'superseded',
    invariants: {
      'no event leaves a locked case changed': ({ step, before, after, did }) =>
        before.value.lock !== 'yes' ||
        (did.length === 0 &&
          before.value.review === after.value.review &&
          before.value.deletion === (step === 'case.restore' ? before.value.deletion : after.value.deletion)),
      'a deleted case is only restored': ({ before, after, did }) =>
        before.value.deletion !== 'yes' ||
        (did.length === 0 &&
          before.value.review === after.value.review &&
          before.value.lock === after.value.lock &&
          before.value.version === after.value.version),
      'a superseded version never changes again': ({ before, after, did }) =>
        before.value.version !== 'superseded' ||
        (did.length === 0 && JSON.stringify(before.value) === JSON.stringify(after.value)),
      'who may not edit changes nothing': ({ before, after, did }) =>
        before.context.mayEdit ||
        (did.length === 0 && JSON.stringify(before.value) === JSON.stringify(after.value)),
      'one event changes one flag at most': ({ before, after }) =>
        (['review', 'lock', 'deletion', 'version'] as const).filter(
          (region) => before.value[region] !== after.value[region],
        ).length <= 1,
      'a nullified case gets no follow-up': ({ after }) =>
        !after.context.nullified || after.value.version === 'newest',
      'a closed step lets nothing be edited': ({ before, did }) =>
        !before.context.stepClosed || did.length === 0,
      'locked and deleted never come together': ({ after }) =>
        after.value.lock !== 'yes' || after.value.deletion !== 'yes',
    },
  },
  it,
);
