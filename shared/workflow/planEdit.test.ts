import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  planChanges,
  planProblems,
  unreachedSteps,
  type EditedPlan,
  type EditedStep,
  type StoredPlan,
} from './planEdit.ts';

const step = (workflowKey: string, more: Partial<EditedStep> = {}): EditedStep => ({
  workflowKey,
  name: { en: workflowKey, ko: '', ja: '', zh: '' },
  description: '',
  dueDays: null,
  normalHours: null,
  maximumHours: null,
  alarmOwner: true,
  alarmRoleIds: [],
  editable: false,
  approval: false,
  fourEyes: false,
  roleIds: [],
  ...more,
});
const stored: StoredPlan = {
  useWorkflow: true,
  steps: [step('SAVED', { dueDays: 2 }), step('REVIEW', { roleIds: [1] }), step('DONE')],
  routes: [
    { from: 'SAVED', to: 'REVIEW' },
    { from: 'REVIEW', to: 'DONE' },
  ],
  cases: [{ workflowKey: 'REVIEW', cases: 3, open: 2 }],
};
const ROLES = [
  { roleId: 1, mayOwn: true },
  { roleId: 2, mayOwn: true },
  { roleId: 3, mayOwn: false },
];
const problemsOf = (more: Partial<EditedPlan>) =>
  planProblems({ ...stored, ...more }, stored, ROLES).map(({ step: key, field, id, cases }) =>
    [key, field, id, cases].join(' '),
  );
const [SAVED, REVIEW, DONE] = [step('SAVED'), step('REVIEW'), step('DONE')];

describe('the problems of a change', () => {
  it.each([
    [{ normalHours: 24, maximumHours: 48, alarmRoleIds: [3] }, []],
    [{ normalHours: 0.5 }, ['REVIEW normalHours invalid 0']],
    [{ maximumHours: 24_000 }, ['REVIEW maximumHours invalid 0']],
    [{ normalHours: 48, maximumHours: 48 }, ['REVIEW maximumHours belowNormal 0']],
    [{ maximumHours: 48, alarmOwner: false }, ['REVIEW alarm noAlarm 0']],
    [{ alarmRoleIds: [9] }, ['REVIEW alarm invalid 0']],
  ])('of the times of a step: %j', (more, problems) => {
    expect(problemsOf({ steps: [SAVED, { ...REVIEW, ...more }, DONE] })).toEqual(problems);
  });

  it('are none where nothing is changed', () => {
    expect(problemsOf({})).toEqual([]);
  });

  it('name the step and the field', () => {
    const name = { en: ' ', ko: '', ja: '', zh: '' };
    const alike = { en: 'done ', ko: '', ja: '', zh: '' };
    expect(problemsOf({ steps: [SAVED, { ...REVIEW, name }, DONE] })).toEqual(['REVIEW name required 0']);
    expect(problemsOf({ steps: [SAVED, { ...REVIEW, name: alike }, DONE] })).toEqual([
      'REVIEW name duplicate 0',
      'DONE name duplicate 0',
    ]);
    for (const dueDays of [-1, 0.5, 1000, NaN])
      expect(problemsOf({ steps: [SAVED, { ...REVIEW, dueDays }, DONE] })).toEqual([
        'REVIEW dueDays invalid 0',
      ]);
    for (const roleId of [3, 9])
      expect(problemsOf({ steps: [SAVED, { ...REVIEW, roleIds: [1, roleId] }, DONE] })).toEqual([
        'REVIEW roleIds invalid 0',
      ]);
    for (const route of [
      { from: 'REVIEW', to: 'REVIEW' },
      { from: 'REVIEW', to: 'NOWHERE' },
    ])
      expect(problemsOf({ routes: [...stored.routes, route] })).toEqual(['REVIEW routes invalid 0']);
  });

  it('are more than ten steps, and another step than SAVED at the beginning', () => {
    const more = Array.from({ length: 8 }, (_, at) => step(`new${at}`));
    expect(problemsOf({ steps: [SAVED, REVIEW, DONE, ...more] })).toEqual([' steps tooMany 0']);
    expect(problemsOf({ steps: [REVIEW, SAVED, DONE] })).toEqual([' steps firstStep 0']);
    expect(problemsOf({ steps: [SAVED, REVIEW, DONE, DONE] })).toContain(' steps duplicate 0');
  });

  it('are cases that would stand in no step, or could not leave theirs', () => {
    expect(problemsOf({ steps: [SAVED, DONE], routes: [{ from: 'SAVED', to: 'DONE' }] })).toEqual([
      'REVIEW steps holdsCases 3',
    ]);
    expect(problemsOf({ routes: [{ from: 'SAVED', to: 'REVIEW' }] })).toEqual(['REVIEW routes stranded 2']);
    // it has no cases
    expect(problemsOf({ steps: [SAVED, REVIEW], routes: [{ from: 'REVIEW', to: 'SAVED' }] })).toEqual([]);
  });
});

const KEYS = ['SAVED', 'A', 'B', 'C', 'D'];
const anyPlan = fc.record({
  useWorkflow: fc.boolean(),
  steps: fc.subarray(KEYS.slice(1)).map((keys) => ['SAVED', ...keys].map((key) => step(key))),
  routes: fc.uniqueArray(fc.record({ from: fc.constantFrom(...KEYS), to: fc.constantFrom(...KEYS) }), {
    selector: ({ from, to }) => `${from} ${to}`,
  }),
});
const anyCases = fc
  .array(fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 3 })), { minLength: KEYS.length, maxLength: KEYS.length })
  .map((counts) =>
    counts.map(([open, closed], at) => ({ workflowKey: KEYS[at] ?? '', cases: open + closed, open })),
  );

it('leaves no case in a removed step, and no open one without the way on that it had', () => {
  fc.assert(
    fc.property(anyPlan, anyPlan, anyCases, (before, after, cases) => {
      if (planProblems(after, { ...before, cases }, []).length > 0) return;
      for (const { workflowKey } of before.steps) {
        const { cases: all = 0, open = 0 } = cases.find((one) => one.workflowKey === workflowKey) ?? {};
        const hasRoute = ({ routes }: EditedPlan) => routes.some(({ from }) => from === workflowKey);
        if (all > 0) expect(after.steps.map((one) => one.workflowKey)).toContain(workflowKey);
        if (open > 0 && hasRoute(before)) expect(hasRoute(after)).toBe(true);
      }
    }),
  );
});

describe('steps that no case comes to', () => {
  it('are those without a way from the first one', () => {
    expect(unreachedSteps(stored)).toEqual([]);
    expect(unreachedSteps({ ...stored, routes: [{ from: 'REVIEW', to: 'DONE' }] })).toEqual([
      'REVIEW',
      'DONE',
    ]);
    expect(unreachedSteps({ ...stored, routes: [...stored.routes, { from: 'DONE', to: 'SAVED' }] })).toEqual(
      [],
    );
  });
});

describe('what a change sets', () => {
  const changes = (more: Partial<EditedPlan>) =>
    planChanges(stored, { ...stored, ...more }, (roleId) => `Role ${roleId}`).map(
      ({ step: key, part, was, is }) => [key, part, was, is].join('|'),
    );

  it('is nothing where nothing differs', () => {
    expect(changes({})).toEqual([]);
  });

  it('is each property once, and a new name is no new route', () => {
    const name = { en: 'Medical review', ko: '', ja: '', zh: '' };
    const roleIds = [2, 1];
    expect(changes({ useWorkflow: false, steps: [SAVED, { ...REVIEW, name, roleIds }, DONE] })).toEqual([
      '|useWorkflow|Y|N',
      'SAVED|dueDays|2|',
      'REVIEW|name.en|REVIEW|Medical review',
      'REVIEW|roleIds|Role 1|Role 1, Role 2',
    ]);
  });

  it('is everything a step has that is removed, and what a new one begins with', () => {
    const added = step('new', { fourEyes: true });
    expect(
      changes({
        steps: [step('SAVED', { dueDays: 2 }), step('REVIEW', { roleIds: [1] }), added],
        routes: [
          { from: 'SAVED', to: 'REVIEW' },
          { from: 'REVIEW', to: 'new' },
        ],
      }),
    ).toEqual([
      '|order|SAVED, REVIEW, DONE|SAVED, REVIEW, new',
      'REVIEW|routes|DONE|new',
      'new|name.en||new',
      'new|alarmOwner||Y',
      'new|editable||N',
      'new|approval||N',
      'new|fourEyes||Y',
      'DONE|name.en|DONE|',
      'DONE|alarmOwner|Y|',
      'DONE|editable|N|',
      'DONE|approval|N|',
      'DONE|fourEyes|N|',
    ]);
  });
});
