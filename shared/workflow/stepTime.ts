/** How long a case normally stays in a step, and at most: in hours that pass, unlike due days. */
import type { WorkflowStep } from './plan.ts';

const HOUR_MS = 3_600_000;
export const HOURS_OF_DAY = 24;

export type StepLimit = 'normal' | 'maximum';

/** Which time of the step is over for a case that is in it since a moment; null: neither. */
export function overStepTime(
  { normalHours, maximumHours }: Pick<WorkflowStep, 'normalHours' | 'maximumHours'>,
  since: Date,
  now: Date,
): StepLimit | null {
  const isOver = (hours: number | null) =>
    hours !== null && now.getTime() >= since.getTime() + hours * HOUR_MS;
  return isOver(maximumHours) ? 'maximum' : isOver(normalHours) ? 'normal' : null;
}

/** As people read them. */
export const daysAndHours = (hours: number): { days: number; hours: number } => ({
  days: Math.floor(hours / HOURS_OF_DAY),
  hours: hours % HOURS_OF_DAY,
});
