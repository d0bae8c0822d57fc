/** Mapping rules of a study: the list, proposals, events and rows, a copy with its difference, one rule with its preview. */
import type { Meta } from '@storybook/react-vite';
import { expect, screen, userEvent, within } from 'storybook/test';
import { appStory } from './app/AppStory.tsx';
import { Refusal, fake } from './app/fakeCalls.ts';
import { sampleSession } from './app/sampleCase.ts';
import { mappingCalls, sampleRule, sampleTree } from './app/sampleMapping.ts';
import { word } from './app/word.ts';
import { downloadMappingRules, listCdmsItems, saveMappingRule } from '../shared/contract/index.ts';
import { soon } from './app/soon.ts';

const meta = { title: 'Mapping rules' } satisfies Meta;
export default meta;

const WAIT = { timeout: 15_000 };
const RULES = 'study-list/3/detail/mapping-rule';

const press = async (name: string) => {
  (await screen.findByRole('button', { name }, WAIT)).click();
};

export const Rules = {
  ...appStory(`${RULES}/list`, { calls: mappingCalls() }),
  play: async () => {
    await soon(() => expect(screen.getByText('Reported term')).toBeVisible());
    const state = word('syncRules:list.state', { mapped: 2, total: 4, broken: 1 });
    await expect(screen.getByText(state, { exact: false })).toBeVisible();
  },
};

/** Nothing is chosen at first: proposals are never applied unseen. */
export const Proposals = {
  ...appStory(`${RULES}/list`, { calls: mappingCalls() }),
  play: async () => {
    await press(word('syncRules:proposals.open', { count: 2 }));
    const dialog = within(await screen.findByRole('dialog', {}, WAIT));
    await userEvent.click(
      await dialog.findByLabelText(word('syncRules:proposals.all', { count: 2 }), {}, WAIT),
    );
    await expect(dialog.getAllByRole('checkbox', { checked: true })).toHaveLength(3);
    await expect(
      dialog.getByRole('button', { name: word('syncRules:proposals.accept', { count: 2 }) }),
    ).toBeVisible();
  },
};

export const EventsAndRows = {
  ...appStory(`${RULES}/list`, { calls: mappingCalls() }),
  play: async () => {
    await press(word('syncRules:events.open'));
    const dialog = within(await screen.findByRole('dialog', {}, WAIT));
    await soon(() => expect(dialog.getByDisplayValue('Reported term (AE.AETERM)')).toBeVisible());
    // it begins at the first field, whose list is closed
    await expect(
      dialog.getByRole('combobox', { name: word('syncRules:events.group'), expanded: false }),
    ).toHaveFocus();
    await expect(dialog.getByText(word('syncRules:faults.noItem', { detail: 'CM_LOG' }))).toBeInTheDocument();
  },
};

/** Definitions that were stored with a form twice. */
export const EventsOfFormTwice = {
  ...appStory(`${RULES}/list`, {
    calls: [
      ...mappingCalls(),
      fake(listCdmsItems, () => ({ tree: [...sampleTree, ...sampleTree], sources: {} })),
    ],
  }),
  play: async () => {
    await press(word('syncRules:events.open'));
    const dialog = within(await screen.findByRole('dialog', {}, WAIT));
    await soon(() =>
      expect(
        dialog.getAllByDisplayValue('Adverse events (AE) / Log line (AE_LOG)')[0] ?? document.body,
      ).toBeVisible(),
    );
  },
};

/** A file that does not come says why. */
export const NoFile = {
  ...appStory(`${RULES}/list`, {
    calls: [
      ...mappingCalls(),
      fake(downloadMappingRules, () => {
        throw new Refusal(409, 'MAPPING_WITHOUT_EVENTS', 'The study has no mapping rules yet');
      }),
    ],
  }),
  play: async () => {
    await press(word('syncRules:file.open'));
    await soon(() => expect(screen.getByText('The study has no mapping rules yet')).toBeVisible());
  },
};

export const Copy = {
  ...appStory(`${RULES}/list`, { calls: mappingCalls() }),
  play: async () => {
    await press(word('syncRules:replace.open'));
    const dialog = within(await screen.findByRole('dialog', {}, WAIT));
    await userEvent.click(
      await dialog.findByRole('combobox', { name: word('syncRules:replace.whichStudy') }, WAIT),
    );
    const option = word('syncRules:replace.studyRules', { name: 'ACME-302', count: 31 });
    await userEvent.click(await screen.findByRole('option', { name: option }, WAIT));
    await soon(() => expect(dialog.getByText(word('syncRules:changes.changed'))).toBeVisible());
  },
};

/** The value that the rule makes, and what it cannot map, stand beside the form. */
export const Rule = {
  ...appStory(`${RULES}/OUTCOME/1/detail`, { calls: mappingCalls() }),
  play: async () => {
    const problem = word('syncRules:problems.unmapped', { value: 'SLEEPING' });
    await soon(() => expect(screen.getByText(problem)).toBeVisible());
    await userEvent.click(
      await screen.findByRole('button', { name: word('syncRules:map.addMissing', { count: 1 }) }, WAIT),
    );
    await expect(screen.getByRole('button', { name: word('syncRules:rule.save') })).not.toHaveAttribute(
      'aria-disabled',
    );
  },
};

/** Another user has changed the rule: the edits stay, and the dialog says so. */
export const RuleChangedMeanwhile = {
  ...appStory(`${RULES}/OUTCOME/1/detail`, {
    calls: [
      ...mappingCalls(),
      fake(saveMappingRule, () => {
        throw new Refusal(
          409,
          'MAPPING_RULE_CHANGED',
          'Mina Park has changed this rule meanwhile; read it again',
        );
      }),
    ],
  }),
  play: async () => {
    await userEvent.type(
      await screen.findByLabelText(word('syncRules:fields.comment'), {}, WAIT),
      'Reviewed',
    );
    await press(word('syncRules:rule.save'));
    const dialog = within(await screen.findByRole('dialog', {}, WAIT));
    await userEvent.type(await dialog.findByRole('textbox', {}, WAIT), 'Review');
    await userEvent.click(dialog.getByRole('button', { name: word('syncRules:rule.save') }));
    await soon(() => expect(dialog.getByRole('alert')).toHaveTextContent('Mina Park'));
  },
};

export const ProposedRule = {
  ...appStory(`${RULES}/OUTCOME/1/detail`, {
    calls: mappingCalls({ rule: { rule: null, proposal: sampleRule({ version: 0 }), faults: [] } }),
  }),
  play: async () => {
    await soon(() => expect(screen.getByText(word('syncRules:rule.proposed'))).toBeVisible());
  },
};

/** With a unit, and no subject to try it with. */
export const RuleWithUnit = {
  ...appStory(`${RULES}/OUTCOME/1/detail`, {
    calls: mappingCalls({
      rule: { rule: sampleRule({ transform: { kind: 'unit', unit: 'kg', unitItemOid: null } }) },
      preview: { subjects: [], subjectNo: null, after: [], problems: [] },
    }),
  }),
  play: async () => {
    await soon(() => expect(screen.getByText(word('syncRules:preview.noSubjects'))).toBeVisible());
  },
};

export const ReadOnly = {
  ...appStory(`${RULES}/OUTCOME/1/detail`, {
    calls: mappingCalls(),
    session: (appendix) => ({
      ...sampleSession(appendix),
      privList: sampleSession(appendix).privList.filter(({ privId }) => privId !== 'EDIT.MAPPING'),
    }),
  }),
  play: async () => {
    await soon(() => expect(screen.getByText(word('syncRules:readOnly'))).toBeVisible());
    await expect(screen.queryByRole('button', { name: word('syncRules:rule.save') })).toBe(null);
  },
};

export const SourcesOfAnItem = {
  ...appStory(`${RULES}/summary/list/OUTCOME`, { calls: mappingCalls() }),
  play: async () => {
    const used = word('syncRules:sources.studies', { count: 2, studies: 3 });
    await soon(() => expect(screen.getByText(used)).toBeVisible());
  },
};
