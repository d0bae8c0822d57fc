/** The schema files that the sponsor published, as a part of its configuration: published as one version. */
import { Type, type Static } from 'typebox';
import { SchemaChange } from '../../../shared/contract/schemas.ts';
import { withChanges } from '../../../schemas/compile/sourceChanges.ts';
import { activeVersionNo, changesOfVersion } from '../../catalogue/versions.store.ts';
import { textHashOf } from '../../catalogue/sourceHash.ts';
import type { ConfigurationPart } from '../../configuration/configurationPart.ts';
import { inSponsor } from '../../storage/database.ts';
import { publish } from './publish.service.ts';
import { filesInUse, isEditable } from './schemaFiles.ts';

const Content = Type.Object({ text: SchemaChange.properties.text });
type Content = Static<typeof Content>;

export const schemasPart: ConfigurationPart<Content> = {
  part: 'schemas',
  together: true,
  schemaOf: (file) => (isEditable({ file }) ? Content : null),
  read: async (deps, user, named) => {
    const { sponsorKey } = user;
    const changes = await inSponsor(deps.db, sponsorKey, async (trx) =>
      changesOfVersion(trx, sponsorKey, await activeVersionNo(trx, sponsorKey)),
    );
    const changed = new Set(changes?.map(({ file }) => file));
    const delivered = (await filesInUse(deps, user)).filter(
      ({ file }) => named.has(file) && !changed.has(file),
    );
    return [...(changes ?? []), ...delivered].map(({ file, text }) => ({
      name: file,
      content: { text: text && withLineFeeds(text) },
    }));
  },
  needs: () => [],
  put: async (deps, importer, elements, reason) => {
    const before = await filesInUse(deps, importer.user);
    const hashes = new Map(before.map(({ file, text }) => [file, textHashOf(text)]));
    const changes = elements
      .map(({ name: file, content: { text } }) => ({ file, text }))
      .filter(({ file, text }) => (text === null ? undefined : textHashOf(text)) !== hashes.get(file));
    if (changes.length === 0) return {};
    await publish(deps, importer, { changes, reason, basedOn: importer.user.schemaVersion });
    return { catalogue: deps.catalogues.compiled(withChanges(before, changes)) };
  },
};

/** Line ends differ between checkouts of one commit. */
const withLineFeeds = (text: string): string => text.replaceAll('\r\n', '\n');
