/** What the configuration of a sponsor consists of, in the order of its import. A new part is a line here. */
import { mappingPart } from './areas/mapping-rules/mappingPart.ts';
import { rolesPart } from './areas/roles/rolesPart.ts';
import { schemasPart } from './areas/schemas/schemasPart.ts';
import { settingsPart } from './areas/settings/settingsPart.ts';
import { workflowPart } from './areas/settings/workflowPart.ts';
import type { ConfigurationPart } from './configuration/configurationPart.ts';

export const configurationParts: readonly ConfigurationPart[] = [
  schemasPart,
  rolesPart,
  settingsPart,
  workflowPart,
  mappingPart,
];
