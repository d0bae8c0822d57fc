import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EditedPlan } from '../../../../shared/workflow/planEdit.ts';
import { addStep, canMove, moveStep, removeStep, setNext } from './planDraft.ts';

const START: EditedPlan = setNext(
  {
    useWorkflow: true,
    steps: ['SAVED', 'REVIEW'].map((workflowKey) => ({
      workflowKey,
      name: { en: workflowKey, ko: '', ja: '', zh: '' },
      description: '',
      dueDays: 1,
      normalHours: null,
      maximumHours: null,
      alarmOwner: true,
      alarmRoleIds: [],
      editable: true,
      approval: false,
      fourEyes: false,
      roleIds: [],
    })),
    routes: [],
  },
  'SAVED',
  ['REVIEW'],
);
const keysOf = ({ steps }: EditedPlan) => steps.map(({ workflowKey }) => workflowKey);
const routesOf = ({ routes }: EditedPlan) => routes.map(({ from, to }) => `${from}>${to}`).toSorted();

describe('a step', () => {
  it('is added on the way between two, and the way closes when it is removed', () => {
    const { plan, key } = addStep(START, 'SAVED');
    expect(keysOf(plan)).toEqual(['SAVED', key, 'REVIEW']);
    expect(routesOf(plan)).toEqual([`SAVED>${key}`, `${key}>REVIEW`]);
    expect(removeStep(plan, key)).toEqual(START);
  });

  it('is moved, but never before the first one', () => {
    const { plan, key } = addStep(START, 'REVIEW');
    expect(keysOf(moveStep(plan, key, -1))).toEqual(['SAVED', key, 'REVIEW']);
    expect(canMove(plan, 'REVIEW', -1)).toBe(false);
    expect(canMove(plan, 'SAVED', 1)).toBe(false);
    expect(moveStep(plan, key, 1)).toBe(plan);
  });
});

it('keeps the first step first, keys unique and routes between steps, whatever is edited', () => {
  const edit = fc.tuple(fc.constantFrom('add', 'remove', 'up', 'down'), fc.nat());
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 30 }), (edits) => {
      let plan = START;
      for (const [kind, at] of edits) {
        const key = keysOf(plan)[at % plan.steps.length] ?? '';
        if (kind === 'add') ({ plan } = addStep(plan, key));
        else if (kind !== 'remove') plan = moveStep(plan, key, kind === 'up' ? -1 : 1);
        else if (key !== 'SAVED') plan = removeStep(plan, key);
      }
      const keys = keysOf(plan);
      expect(keys[0]).toBe('SAVED');
      expect(new Set(keys).size).toBe(keys.length);
      expect(new Set(routesOf(plan)).size).toBe(plan.routes.length);
      for (const { from, to } of plan.routes)
        expect([keys.includes(from), keys.includes(to), from === to]).toEqual([true, true, false]);
    }),
  );
});
