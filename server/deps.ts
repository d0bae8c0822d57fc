/** What every area of the server is given: database, settings and the outside world. */
import type { FastifyBaseLogger } from 'fastify';
import type { Catalogues } from './catalogue/catalogues.ts';
import type { CatalogueSource } from './catalogue/catalogueSource.ts';
import type { Config } from './config.ts';
import type { FileStore } from './files/fileStore.ts';
import type { TemporaryFiles } from './files/temporaryFiles.ts';
import type { ListFiles } from './lists/listFiles.ts';
import type { Mail } from './mail/outbox.ts';
import type { AiCoder } from './ports/aiCoder.ts';
import type { Clock } from './ports/clock.ts';
import type { HelpDesk } from './ports/helpDesk.ts';
import type { Translator } from './ports/translator.ts';
import type { ProjectionFamilies } from './projections/projection.ts';
import type { SignOn } from './sign-on/signOn.ts';
import type { Db } from './storage/database.ts';

export interface Deps {
  db: Db;
  config: Config;
  clock: Clock;
  newUuid: () => string;
  files: FileStore;
  temporaryFiles: TemporaryFiles;
  /** filled by the areas */
  listFiles: ListFiles;
  /** of the sponsor a request works for; outside of requests, and in public calls, the product's */
  catalogue: CatalogueSource;
  /** of every sponsor */
  catalogues: Catalogues;
  /** what is derived from cases */
  projections: ProjectionFamilies;
  /** null: no translation service is set up */
  translator: Translator | null;
  /** null: the product recommends codes by itself */
  aiCoder: AiCoder | null;
  /** null: no help center is set up */
  helpDesk: HelpDesk | null;
  /** null: no identity provider is set up */
  signOn: SignOn | null;
  /** null: no mail server is set up */
  mail: Mail | null;
  log: FastifyBaseLogger;
}
