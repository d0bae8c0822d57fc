/** Everything that the server gives to its areas; each module names the parts it takes. Only the root knows all of them. */
import type { AnchorsWorld } from './audit/anchorFile.ts';
import type { AuditWorld } from './audit/auditKeys.ts';
import type { CataloguesWorld } from './catalogue/catalogues.ts';
import type { CatalogueWorld } from './catalogue/catalogueSource.ts';
import type { ConfigWorld } from './config.ts';
import type { FilesWorld } from './files/fileStore.ts';
import type { ObjectsWorld } from './files/objectStore.ts';
import type { UploadsWorld } from './http/upload.ts';
import type { TemporaryFilesWorld } from './files/temporaryFiles.ts';
import type { ListFilesWorld } from './lists/listFiles.ts';
import type { MailWorld } from './mail/outbox.ts';
import type { AiCoderWorld } from './ports/aiCoder.ts';
import type { Chance } from './ports/chance.ts';
import type { ClockWorld } from './ports/clock.ts';
import type { MetricsWorld } from './metrics/metrics.ts';
import type { HelpDeskWorld } from './ports/helpDesk.ts';
import type { LogWorld } from './ports/log.ts';
import type { TranslatorWorld } from './ports/translator.ts';
import type { ProjectionsWorld } from './projections/projection.ts';
import type { ReadinessWorld } from './readiness.ts';
import type { SignOnWorld } from './sign-on/signOn.ts';
import type { DatabaseWorld, ReadingWorld } from './storage/database.ts';
import type { ReplicaWorld } from './storage/replica.ts';
import type { TransportsWorld } from './submissions/transports/transport.ts';
import type { ThreadsWorld } from './threads/threads.ts';
import type { TracingWorld } from './tracing/span.ts';

export interface Deps
  extends
    DatabaseWorld,
    ReadingWorld,
    ReplicaWorld,
    ConfigWorld,
    AuditWorld,
    AnchorsWorld,
    ClockWorld,
    Chance,
    LogWorld,
    FilesWorld,
    ObjectsWorld,
    TemporaryFilesWorld,
    UploadsWorld,
    ListFilesWorld<Deps>,
    CatalogueWorld,
    CataloguesWorld,
    ProjectionsWorld,
    TranslatorWorld,
    AiCoderWorld,
    HelpDeskWorld,
    SignOnWorld,
    ThreadsWorld,
    TransportsWorld,
    MetricsWorld,
    TracingWorld,
    ReadinessWorld,
    MailWorld {}
