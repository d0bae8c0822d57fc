/** The mapping rules of studies as a part of the configuration of a sponsor: an element for each study, by its number. */
import {
  downloadMappingRules,
  PortableRuleSetSchema,
  replaceMappingRules,
} from '../../../shared/contract/mappingRules.ts';
import { scopeAllows } from '../../../shared/access/scope.ts';
import {
  importedRules,
  portableRules,
  rulesDifferences,
  type PortableRuleSet,
} from '../../../shared/sync/portableRules.ts';
import type { ConfigurationPart, ConfigurationWorld } from '../../configuration/configurationPart.ts';
import { isGranted, requireAccess } from '../../http/requireAccess.ts';
import type { SessionUser } from '../../http/session.ts';
import { configurationNoStudy } from '../../problems.ts';
import { inSponsor } from '../../storage/database.ts';
import { findStoredRuleSet, findStudyOfNumber, findStudyRuleSets } from '../../sync-rules/ruleSet.store.ts';
import { replaceRules } from './ruleSet.service.ts';

export const mappingPart: ConfigurationPart<PortableRuleSet> = {
  part: 'mapping',
  together: false,
  schemaOf: () => PortableRuleSetSchema,
  differences: rulesDifferences,
  read: async (deps, user) => {
    // those who administer see the rules of studies as on their page: with the privilege, and within their scope
    if (!isGranted(user, downloadMappingRules.access)) return [];
    const sets = await inSponsor(deps.db, user.sponsorKey, (trx) => findStudyRuleSets(trx, user.sponsorKey));
    // a study without a number cannot be named
    const seen = sets.filter(
      ({ studyKey, studyName }) => studyName !== '' && scopeAllows(user, { studyKeys: [studyKey] }),
    );
    return seen.map(({ studyName, ruleSet }) => ({ name: studyName, content: portableRules(ruleSet) }));
  },
  needs: () => [],
  put: async (deps, importer, elements, reason) => {
    requireAccess(importer.user, replaceMappingRules.access);
    for (const { name, content } of elements) {
      const { studyKey, versionNo } = await studyOf(deps, importer.user, name);
      const from = { ruleSet: importedRules(content) };
      await replaceRules(deps, importer, studyKey, { reason, versionNo, from });
    }
    return {};
  },
};

/** Throws 422 CONFIGURATION_NO_STUDY. */
const studyOf = ({ db }: ConfigurationWorld, user: SessionUser, name: string) =>
  inSponsor(db, user.sponsorKey, async (trx) => {
    const studyKey = await findStudyOfNumber(trx, user.sponsorKey, name);
    if (studyKey === null || !scopeAllows(user, { studyKeys: [studyKey] })) throw configurationNoStudy(name);
    const stored = await findStoredRuleSet(trx, user.sponsorKey, studyKey);
    return { studyKey, versionNo: stored?.versionNo ?? 0 };
  });
