import { takeStep, type BackfillStep } from '../projections/backfillStep.ts';
import { caseFunction, type CaseWorld } from '../whole-case/caseThread.ts';

export const step = caseFunction((world: CaseWorld, taken: BackfillStep) => takeStep(world, taken));
