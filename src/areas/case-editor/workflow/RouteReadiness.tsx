import { Readiness, useReadiness } from '../components/Readiness.tsx';

/** Routing a case with errors is how someone gets to mend them: they are shown, and refuse nothing. */
export const RouteReadiness = ({ caseKey }: { caseKey: number }) => (
  <Readiness read={useReadiness(caseKey)} onlyShown />
);
