/**
 * Monitoring (specification 1 sections 2 and 6, decision 0161): pages of panels, whose figures count rows of lists; pages as
 * they were saved; and why reports were late.
 */
import { Type, type Static } from 'typebox';
import type { PrivilegeId } from '../access/privileges.ts';
import { defineCall } from './call.ts';
import { Nullable, OneOf } from './common.ts';
import { defineList, defineListExport } from './lists.ts';

const ACCESS = ['READ.MONITORING', 'EDIT.MONITORING'] as const;
const EDIT = ['EDIT.MONITORING'] as const;

export const MAX_MONITORING_COMMENT = 1000;
/** Months of the period of a page. */
export const MAX_MONITORING_MONTHS = 36;

/** CCYYMM */
const Month = Type.String({ pattern: '^[12][0-9]{3}(0[1-9]|1[0-2])$' });
const Period = { from: Type.Optional(Month), to: Type.Optional(Month) };
const InSponsor = { sponsorKey: Type.Integer() };
const OnPage = { ...InSponsor, page: Type.String({ pattern: '^[A-Z]{1,40}$' }) };

/** From the first to the last month, both included; omitted for a page of now. */
export interface MonitoringPeriod {
  from?: string | undefined;
  to?: string | undefined;
}

const Value = Nullable(Type.Number());

export const PanelFigures = Type.Object({
  panel: Type.String(),
  label: Type.String(),
  definition: Type.String(),
  /** menu id of the list that is counted */
  list: Type.String(),
  /** headings of the groups */
  by: Type.Array(Type.String()),
  measures: Type.Array(
    Type.Object({
      measure: Type.String(),
      label: Type.String(),
      /** the measure that this one is shown as a share of */
      of: Nullable(Type.String()),
      /** otherwise a mean or a percentile */
      isCount: Type.Boolean(),
    }),
  ),
  chart: Nullable(Type.Object({ layout: OneOf('columns', 'rows'), measure: Type.String() })),
  /** percent that shares should reach */
  target: Nullable(Type.Number()),
  /** what a reader is to know while no row is counted */
  empty: Type.Optional(Type.String()),
  /** of all groups; by measure, null: no row has a number */
  total: Type.Array(Value),
  rows: Type.Array(
    Type.Object({
      groups: Type.Array(Type.Object({ value: Type.String(), label: Type.String() })),
      values: Type.Array(Value),
    }),
  ),
  /** groups that are not in `rows`, but in `total` */
  groupsLeftOut: Type.Integer(),
});
export type PanelFigures = Static<typeof PanelFigures>;

export const MonitoringFigures = Type.Object({
  page: Type.String(),
  label: Type.String(),
  from: Nullable(Month),
  to: Nullable(Month),
  at: Type.String({ format: 'date-time' }),
  timeZone: Type.String(),
  /** version of the schema files that say what is counted */
  catalogueVersion: Type.String(),
  panels: Type.Array(PanelFigures),
});
export type MonitoringFigures = Static<typeof MonitoringFigures>;

export const readMonitoringPages = defineCall({
  method: 'GET',
  path: '/1.0/sponsors/:sponsorKey/monitoring',
  summary: 'The pages of monitoring',
  access: ACCESS,
  params: Type.Object(InSponsor),
  data: Type.Object({
    listInfo: Type.Array(
      Type.Object({ page: Type.String(), label: Type.String(), hasPeriod: Type.Boolean() }),
    ),
  }),
});

export const describeFigure = defineCall({
  method: 'GET',
  path: '/1.0/sponsors/:sponsorKey/monitoring/figure',
  summary: 'What a figure of monitoring counts, in words',
  access: ACCESS,
  params: Type.Object(InSponsor),
  query: Type.Object({
    page: Type.String({ pattern: '^[A-Z]{1,40}$' }),
    panel: Type.String({ maxLength: 60 }),
    measure: Type.String({ maxLength: 60 }),
    group: Type.Optional(Type.String({ maxLength: 200 })),
    group2: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  data: Type.Object({
    panel: Type.String(),
    measure: Type.String(),
    definition: Type.String(),
    /** columns that the panel groups by, with the chosen value */
    groups: Type.Array(Type.Object({ column: Type.String(), value: Type.String() })),
  }),
});

export const readMonitoring = defineCall({
  method: 'GET',
  path: '/1.0/sponsors/:sponsorKey/monitoring/pages/:page',
  summary: 'The figures of a page of monitoring, computed now from what the user may see',
  access: EDIT,
  params: Type.Object(OnPage),
  query: Type.Object(Period),
  data: MonitoringFigures,
});

export const saveMonitoringRun = defineCall({
  method: 'POST',
  path: '/1.0/sponsors/:sponsorKey/monitoring/pages/:page/runs',
  summary: 'Computes the figures of a page and saves them for good; closes a month on request, once',
  access: EDIT,
  params: Type.Object(OnPage),
  body: Type.Object({
    from: Nullable(Month),
    to: Nullable(Month),
    /** the period is one month, which is over: its figures are final */
    closesMonth: Type.Boolean(),
    comment: Type.String({ maxLength: MAX_MONITORING_COMMENT }),
  }),
  data: Type.Object({ runKey: Type.Integer() }),
});

export const readMonitoringRun = defineCall({
  method: 'GET',
  path: '/1.0/sponsors/:sponsorKey/monitoring/runs/:runKey',
  summary: 'A page of monitoring as it was saved',
  access: ACCESS,
  params: Type.Object({ ...InSponsor, runKey: Type.Integer() }),
  data: Type.Object({
    figures: MonitoringFigures,
    closes: Nullable(Month),
    /** the user did not see the cases of all senders, products and studies */
    limited: Type.Boolean(),
    comment: Type.String(),
    userName: Type.String(),
    at: Type.String({ format: 'date-time' }),
  }),
});

const runList = {
  path: '/1.0/sponsors/:sponsorKey/monitoring/history',
  menuId: 'MU-MO-HI',
  summary: 'The pages of monitoring that were saved',
  access: ACCESS,
} as const;
export const listMonitoringRuns = { ...defineList(runList), params: Type.Object(InSponsor) };
export const exportMonitoringRuns = { ...defineListExport(runList), params: Type.Object(InSponsor) };

/** The figure whose rows are listed; then the user's own filters are ignored. Omitted: all rows. */
const OfFigure = {
  page: Type.Optional(Type.String({ pattern: '^[A-Z]{1,40}$' })),
  panel: Type.Optional(Type.String({ maxLength: 60 })),
  measure: Type.Optional(Type.String({ maxLength: 60 })),
  /** values of the columns that the panel groups by; omitted: all groups */
  group: Type.Optional(Type.String({ maxLength: 200 })),
  group2: Type.Optional(Type.String({ maxLength: 200 })),
  ...Period,
};

const defineFigureList = <const Path extends string>(list: {
  path: Path;
  menuId: string;
  summary: string;
  access?: readonly PrivilegeId[];
}) => {
  const access = list.access ?? ACCESS;
  const [rows, file] = [defineList({ ...list, access }), defineListExport({ ...list, access })];
  return {
    list: {
      ...rows,
      params: Type.Object(InSponsor),
      query: Type.Object({ ...rows.query.properties, ...OfFigure }),
    },
    file: {
      ...file,
      params: Type.Object(InSponsor),
      query: Type.Object({ ...file.query.properties, ...OfFigure }),
    },
  };
};

const dueReports = defineFigureList({
  path: '/1.0/sponsors/:sponsorKey/monitoring/due-reports',
  menuId: 'MU-MO-RP',
  summary: 'Reports by due date, sent or not',
});
const versions = defineFigureList({
  path: '/1.0/sponsors/:sponsorKey/monitoring/versions',
  menuId: 'MU-MO-VE',
  summary: 'Versions of cases with the days they took',
});
const steps = defineFigureList({
  path: '/1.0/sponsors/:sponsorKey/monitoring/steps',
  menuId: 'MU-MO-ST',
  summary: 'Stays in steps of the workflow that have ended',
});
const answers = defineFigureList({
  path: '/1.0/sponsors/:sponsorKey/monitoring/answers',
  menuId: 'MU-MO-MS',
  summary: 'Reports that were sent, with the answers of their receivers',
});

const openWork = defineFigureList({
  path: '/1.0/sponsors/:sponsorKey/monitoring/open-work',
  menuId: 'MU-MO-SN',
  summary: 'What was open at the beginning of each day',
});
const plan = defineFigureList({
  path: '/1.0/sponsors/:sponsorKey/monitoring/plan',
  menuId: 'MU-MO-FC',
  summary: 'Steps that open versions have to leave, with the day that is expected',
});
const stepDays = defineFigureList({
  path: '/1.0/sponsors/:sponsorKey/monitoring/step-days',
  menuId: 'MU-MO-FE',
  summary: 'Cases that left each step on each day, beside what was expected',
});
const technical = defineFigureList({
  path: '/1.0/sponsors/:sponsorKey/monitoring/technical',
  menuId: 'MU-MO-TE',
  summary: 'Jobs, mails, certificates and dictionaries, for administrators',
  access: ['READ.ADMIN', 'EDIT.ADMIN'],
});

export const listMonitoredReports = dueReports.list;
export const exportMonitoredReports = dueReports.file;
export const listMonitoredVersions = versions.list;
export const exportMonitoredVersions = versions.file;
export const listMonitoredSteps = steps.list;
export const exportMonitoredSteps = steps.file;
export const listMonitoredAnswers = answers.list;
export const exportMonitoredAnswers = answers.file;
export const listMonitoredOpenWork = openWork.list;
export const exportMonitoredOpenWork = openWork.file;
export const listMonitoredPlan = plan.list;
export const exportMonitoredPlan = plan.file;
export const listMonitoredStepDays = stepDays.list;
export const exportMonitoredStepDays = stepDays.file;
export const listMonitoredTechnical = technical.list;
export const exportMonitoredTechnical = technical.file;

export const readLateReasons = defineCall({
  method: 'GET',
  path: '/1.0/sponsors/:sponsorKey/monitoring/late-reasons',
  summary: 'The reasons for lateness that can be chosen',
  access: EDIT,
  params: Type.Object(InSponsor),
  data: Type.Object({
    listInfo: Type.Array(Type.Object({ code: Type.String(), label: Type.String() })),
    /** the code that needs a comment */
    needsComment: Type.String(),
  }),
});

export const giveLateReason = defineCall({
  method: 'POST',
  path: '/1.0/sponsors/:sponsorKey/monitoring/late-reasons',
  summary: 'Says why reports were late; an earlier reason stays in the history',
  access: EDIT,
  params: Type.Object(InSponsor),
  body: Type.Object({
    /** row keys of the list MU-MO-RP */
    rowKeys: Type.Array(Type.String({ pattern: '^\\d{1,15} .{1,60}$' }), { minItems: 1, maxItems: 500 }),
    code: Type.String({ maxLength: 60 }),
    comment: Type.String({ maxLength: MAX_MONITORING_COMMENT }),
  }),
  data: Type.Object({ count: Type.Integer() }),
});
