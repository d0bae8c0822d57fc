/** Declares the tests of a model: the whole walk of its chart, then each path as a test of its own. */
import type { AnyStateMachine } from 'xstate';
import { explore, pathText } from './explore.ts';
import type { MachineModel } from './model.types.ts';
import { replay } from './replay.ts';

/** How a test runner declares a test. */
type Declare = (name: string, test: () => void) => void;

const none = (what: string, found: readonly string[]): void => {
  if (found.length > 0) throw new Error(`${what}:\n${found.join('\n')}`);
};

/** Declares the tests of a model with the runner's `it`. */
export function checkModel<TMachine extends AnyStateMachine, World>(
  model: MachineModel<TMachine, World>,
  it: Declare,
): void {
  const report = explore(model);
  const { id } = model.machine;
  it(`${id}: takes every transition`, () => none('transitions no path takes', report.notTaken));
  it(`${id}: ends nowhere but in its final states`, () => none('dead ends', report.deadEnds));
  it(`${id}: does the same each time`, () => none('paths that went another way', report.unsteady));
  for (const invariant of Object.keys(model.invariants))
    it(`${id}: ${invariant}`, () =>
      none(
        'not kept',
        report.broken.filter((found) => found.startsWith(`${invariant}: `)),
      ));
  for (const path of report.paths)
    it(`${id}: keeps its promises along ${pathText(path)}`, () => {
      const { broken } = replay(model, path);
      none('not kept', broken ? [`${broken.invariant}, after step ${broken.afterSteps}`] : []);
    });
}
