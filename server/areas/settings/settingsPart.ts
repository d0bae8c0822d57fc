/** The settings of a sponsor as a part of its configuration, an element for each tab of the page but the workflow. */
import { Type, type Static, type TSchema } from 'typebox';
import {
  CaseNumberSetting,
  saveLogo,
  saveMailSettings,
  saveSettingsPart,
} from '../../../shared/contract/settings.ts';
import { DESCRIBED_PARTS, isDescribedPart } from '../../../shared/settings/describedSettings.ts';
import type {
  ConfigurationPart,
  ConfigurationWorld,
  Importer,
} from '../../configuration/configurationPart.ts';
import { changeLogo, changeMail, changePart, changeSettings, settingsOf } from './settings.service.ts';

const Values = saveSettingsPart.body.properties.values;
const Mail = Type.Object({ allowed: saveMailSettings.body.properties.allowed });
const Logo = Type.Object({ logo: saveLogo.body.properties.logo });
type Content =
  | Static<typeof Values>
  | Static<typeof Mail>
  | Static<typeof Logo>
  | Static<typeof CaseNumberSetting>;

/** Of those that are not described as single values. */
const SCHEMAS: Readonly<Record<string, TSchema>> = { caseNumber: CaseNumberSetting, mail: Mail, logo: Logo };

export const settingsPart: ConfigurationPart<Content> = {
  part: 'settings',
  together: false,
  schemaOf: (name) =>
    isDescribedPart(name) ? Values : Object.hasOwn(SCHEMAS, name) ? (SCHEMAS[name] ?? null) : null,
  read: async (deps, user) => {
    const { parts, caseNumber, mail, logo } = await settingsOf(deps, user);
    return [
      { name: 'caseNumber', content: caseNumber },
      ...DESCRIBED_PARTS.map((name) => ({ name, content: parts[name].values })),
      { name: 'mail', content: { allowed: mail.allowed } },
      { name: 'logo', content: { logo: logo.logo } },
    ];
  },
  needs: () => [],
  put: async (deps, importer, elements, reason) => {
    for (const { name, content } of elements) await putOne(deps, importer, { name, content, reason });
    return {};
  },
};

/** The content fits the name: it was checked by its schema. */
async function putOne(
  deps: ConfigurationWorld,
  importer: Importer,
  { name, content, reason }: { name: string; content: Content; reason: string },
): Promise<void> {
  const { parts, setAt, mail, logo } = await settingsOf(deps, importer.user);
  if (isDescribedPart(name)) {
    const stored = parts[name];
    // settings that the product of the file did not have stay as they are
    const values = { ...stored.values, ...(content as Static<typeof Values>) };
    await changePart(deps, importer, name, { reason, setAt: stored.setAt, values });
  } else if (name === 'mail')
    await changeMail(deps, importer, { reason, setAt: mail.setAt, ...(content as Static<typeof Mail>) });
  else if (name === 'logo')
    await changeLogo(deps, importer, { reason, setAt: logo.setAt, ...(content as Static<typeof Logo>) });
  else
    await changeSettings(deps, importer, {
      reason,
      setAt,
      caseNumber: content as Static<typeof CaseNumberSetting>,
    });
}
