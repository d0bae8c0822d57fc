/** What may be chosen in a setting, and which of it the sponsor has chosen. */
import type { LocalizedText } from '../../../schemas/compile/sources.types.ts';
import { IDF } from '../../../shared/coding/sponsorVersion.ts';
import type { DataOf, readIdfOptions, readWorkflowOptions } from '../../../shared/contract/index.ts';
import { choicesOf } from '../../../shared/settings/choices.ts';
import type { DescribedPart } from '../../../shared/settings/describedSettings.ts';
import { usableVersions } from '../../dictionaries/lookUp.ts';
import { idfVersionOf } from '../../dictionaries/releaseInUse.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import { settingOf } from '../../sponsor-settings/sponsorSettings.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { nameIn } from '../../workflow/plan.store.ts';
import { workflowSettingsOf } from './workflowSettings.service.ts';

type Options = DataOf<typeof readIdfOptions>;

interface Reader {
  deps: DatabaseWorld;
  user: SessionUser;
  language: Language;
}

/** Of a setting that is a choice. */
export const choiceOptions =
  <Part extends DescribedPart>(part: Part, name: string) =>
  ({ deps, user: { sponsorKey }, language }: Reader): Promise<Options> =>
    inSponsor(deps.db, sponsorKey, async (trx) => {
      const values: Readonly<Record<string, string | number | null>> = (
        await settingOf(trx, sponsorKey, part)
      ).value;
      return {
        value: String(values[name]),
        codeList: choicesOf(part, name).map(({ code, label }) => codeOf(code, label, language)),
      };
    });

/** The newest version first. */
export const idfOptions = async ({ deps: { db }, user }: Reader): Promise<Options> => ({
  value: await idfVersionOf(db, user),
  codeList: (await usableVersions(db, IDF)).map((version) => ({ codeValue: version, codeLabel: version })),
});

/** The steps in their order, the roles by name. */
export async function workflowOptions({
  deps,
  user,
  language,
}: Reader): Promise<DataOf<typeof readWorkflowOptions>> {
  const { steps, roles } = await workflowSettingsOf(deps, user);
  return {
    steps: steps.map(({ workflowKey, name }) => codeOf(workflowKey, name, language)),
    roles: roles
      .filter(({ mayOwn }) => mayOwn)
      .map(({ roleId, name }) => ({ codeValue: String(roleId), codeLabel: name })),
  };
}

const codeOf = (codeValue: string, label: LocalizedText, language: Language) => ({
  codeValue,
  codeLabel: nameIn({ ...label }, language),
});
