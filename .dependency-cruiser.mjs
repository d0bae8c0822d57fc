/** Arrows: schemas <- shared <- machines <- src, and the same three <- server. `src` and `server` never meet. */
const area = '^(src|server)/areas/([^/]+)/';

/** One rule for each room: it imports no other room of its own layer, and none of a later one. */
const layersOf = (end, layers) =>
  layers.flatMap((rooms, index) =>
    rooms.map((room) => {
      const above = layers.slice(index).flat();
      const others = above.filter((one) => one !== room);
      return {
        name: `${end}-${room}-knows-lower-rooms-only`,
        severity: 'error',
        from: { path: `^${end}/${room}/` },
        to: { path: `^${end}/(${others.join('|')})/` },
      };
    }),
  );
export default {
  forbidden: [
    {
      name: 'schemas-are-the-bottom',
      severity: 'error',
      from: { path: '^schemas/' },
      to: { path: '^(shared|machines|src|server|tests|stories)/' },
    },
    {
      name: 'shared-knows-schemas-only',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(machines|src|server|tests|stories)/' },
    },
    {
      name: 'machines-know-shared-and-schemas',
      severity: 'error',
      from: { path: '^machines/' },
      to: { path: '^(src|server|tests|stories)/' },
    },
    {
      name: 'browser-never-meets-server',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(server|tests|stories|scripts)/' },
    },
    {
      name: 'server-never-meets-browser',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(src|tests|stories|scripts)/' },
    },
    {
      name: 'pure-core-has-no-node-and-no-react',
      severity: 'error',
      from: { path: '^(schemas|shared|machines)/', pathNot: '\\.test\\.tsx?$' },
      to: {
        path: '^(react|react-dom|node:)|node_modules/(react|react-dom|@mantine|fastify|pg|kysely)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'pure-core-has-no-node-builtins',
      severity: 'error',
      from: { path: '^(schemas|shared|machines)/', pathNot: '\\.test\\.tsx?$|^shared/testing/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'areas-do-not-import-each-other',
      severity: 'error',
      from: { path: area },
      to: { path: '^$1/areas/', pathNot: '^$1/areas/$2/' },
    },
    {
      name: 'the-engine-has-one-door',
      severity: 'error',
      from: { path: '^(src|stories)/', pathNot: '^src/engine/' },
      to: { path: '^src/engine/', pathNot: '^src/engine/index\\.ts$' },
    },
    // the layers of the browser end, lowest first
    ...layersOf('src', [
      ['testing'],
      ['browser', 'clock', 'lazy', 'listeners', 'i18n', 'theme'],
      ['api', 'journal', 'keys'],
      ['session', 'components'],
      ['app-context'],
      ['feedback'],
      ['engine', 'dialogs', 'lists', 'signature'],
      ['catalogue'],
      ['ai-coding', 'audit', 'faces', 'import-view', 'report-view', 'reports', 'saved-search', 'workflow'],
      ['page-editor'],
      ['frame'],
      ['areas'],
      ['router'],
    ]),
    {
      name: 'the-engine-asks-services-only',
      severity: 'error',
      from: { path: '^src/engine/' },
      to: { path: '^src/(api|session|journal|app-context|feedback|i18n)/' },
    },
    {
      name: 'lists-have-one-door',
      severity: 'error',
      from: { path: '^(src|stories)/', pathNot: '^src/lists/' },
      to: { path: '^src/lists/', pathNot: '^src/lists/index\\.ts$' },
    },
    {
      name: 'dialogs-have-one-door',
      severity: 'error',
      from: { path: '^(src|stories)/', pathNot: '^src/dialogs/' },
      to: { path: '^src/dialogs/', pathNot: '^src/dialogs/index\\.ts$' },
    },
    {
      name: 'only-the-engine-frames-with-rjsf',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/engine/rjsf/' },
      to: { path: 'node_modules/@rjsf/' },
    },
    {
      name: 'the-record-is-a-leaf',
      severity: 'error',
      comment: 'stored cases: what is derived from them, and what happens to them, stands above',
      from: { path: '^server/cases/record/' },
      to: {
        path: '^server/(cases/lifecycle|projections|workflow|audit|case-number|lists|obligations|warnings|coding|duplicates|areas)/',
      },
    },
    {
      name: 'projections-know-no-member',
      severity: 'error',
      comment: 'members are registered in server/caseProjections.ts',
      from: { path: '^server/projections/' },
      to: {
        path: '^server/',
        pathNot:
          '^server/(projections|cases/record|catalogue|storage|ports)/|^server/accounts/sponsors\\.store\\.ts$',
      },
    },
    {
      name: 'the-lifecycle-knows-no-projection',
      severity: 'error',
      comment: 'it refreshes what is registered, whatever that is',
      from: { path: '^server/cases/lifecycle/' },
      to: { path: '^server/(lists|obligations|warnings|coding|duplicates|areas)/' },
    },
    {
      name: 'only-the-root-knows-all-of-the-server',
      severity: 'error',
      comment: 'a module names what it takes (DatabaseWorld & ClockWorld); the root composes it',
      from: {
        path: '^server/',
        pathNot: [
          '^server/(app|startServer|processes|main|deps)\\.ts$',
          // a request is given the whole; so are jobs and seeds, which call areas
          '^server/http/mount\\.ts$',
          '^server/(jobs|seed)/',
        ],
      },
      to: { path: '^server/deps\\.ts$' },
    },
    {
      name: 'stores-hold-the-sql',
      severity: 'error',
      comment:
        'queries stand in *.store.ts, in the lists and the figures that count them, in questions about cases and in what is made of queries: audit, storage, seed',
      from: {
        path: '^server/',
        pathNot: [
          '\\.(store|test)\\.ts$',
          '^server/(audit|case-query|lists|monitoring|seed|storage)/',
          // where rows of lists come from, in SQL by design
          '^server/areas/[^/]+/\\w+(List|Lists|Column)\\.ts$',
          // not moved yet
          '^server/(accounts/checkPassword|http/session|areas/auth/setUp\\.service|areas/coding/exactMatches\\.service)\\.ts$',
          '^server/(coding/codingSources|mail/caseMailLog|sponsor-settings/sponsorSettings)\\.ts$',
        ],
      },
      to: { path: 'node_modules/kysely/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'of types neither: a circle of types is a circle of ideas',
      from: {},
      to: { circular: true },
    },
    {
      name: 'not-to-dev-dependencies',
      severity: 'error',
      from: {
        path: '^(schemas|shared|machines|src|server)/',
        pathNot: '\\.(test|stories)\\.tsx?$|^src/testing/',
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'what-tests-use-is-in-no-product',
      severity: 'error',
      from: { pathNot: '\\.test\\.tsx?$|^(tests|src/testing|shared/testing)/' },
      to: { path: '^(src|shared)/testing/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
