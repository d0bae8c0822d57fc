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
      from: { path: '^(schemas|shared|machines)/', pathNot: '\\.test\\.tsx?$' },
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
      ['listeners', 'i18n', 'theme'],
      ['api', 'journal', 'keys'],
      ['session', 'components'],
      ['app-context'],
      ['feedback'],
      ['engine', 'dialogs', 'lists', 'signature'],
      ['catalogue'],
      ['ai-coding', 'audit', 'workflow'],
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
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'not-to-dev-dependencies',
      severity: 'error',
      from: { path: '^(schemas|shared|machines|src|server)/', pathNot: '\\.(test|stories)\\.tsx?$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
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
