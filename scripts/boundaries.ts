import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'oxc-parser';

const root = join(import.meta.dirname, '..');

/** The workspaces that each workspace may import, besides itself. All others are denied. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'packages/contract': [],
  'packages/kinds': ['contract'],
  'packages/domain': ['contract', 'kinds'],
  'packages/ui': ['domain'],
  'packages/backend': ['contract', 'domain'],
  'packages/testkit': ['contract', 'kinds', 'domain', 'backend'],
  'packages/metric-store': ['contract', 'kinds', 'domain', 'backend'],
  'apps/database': ['backend'],
  'apps/login': ['contract', 'domain', 'backend'],
  'apps/server': ['contract', 'kinds', 'domain', 'backend', 'metric-store'],
  'apps/agent': ['contract', 'kinds', 'domain', 'backend'],
  'apps/console': ['contract', 'kinds', 'domain', 'ui'],
  'tools/simulator': ['contract', 'kinds', 'domain', 'backend'],
  'tools/demo': ['contract', 'kinds', 'domain', 'backend'],
  'tools/bench': ['contract', 'kinds', 'domain', 'backend', 'metric-store', 'ui', 'testkit'],
  'tools/soak': ['contract', 'kinds', 'domain', 'backend', 'metric-store', 'testkit'],
  scripts: ['contract', 'kinds', 'backend', 'testkit'],
  e2e: ['contract', 'kinds', 'domain', 'testkit'],
};
/**
 * The folders outside itself that each workspace may import by a relative path. Applications import neither
 * each other nor the tools; the tests of these two run the other and the simulator in their own process.
 */
const MAY_REACH: Readonly<Record<string, readonly string[]>> = {
  'apps/server': [],
  'apps/agent': [],
  'tools/demo': ['tools/simulator', 'apps/agent', 'scripts'],
  'tools/bench': [
    'tools/demo',
    'tools/simulator',
    'apps/server',
    'apps/agent',
    'apps/console',
    'packages/metric-store',
    'packages/testkit',
    'e2e',
    'scripts',
  ],
  'tools/soak': ['apps/server', 'tools/bench', 'tools/demo', 'tools/simulator', 'e2e', 'scripts'],
  // `npm start` and `npm run screenshots` run the demo.
  scripts: ['tools/demo', 'packages/testkit', 'e2e'],
  // The browser tests run the same stack as `npm start`, and answer the calls of the console with the samples of its tests.
  e2e: ['scripts', 'apps/console'],
};
const MAY_REACH_IN_TESTS = ['apps/server', 'apps/agent', 'tools/simulator'];
const FOR_TESTS = ['testkit'];
const TEST_FILE = /(\.test\.tsx?$|\/testing\/|^e2e\/)/;

/**
 * Layers of an application, lowest first: a folder imports itself, the folders in the same line and those in
 * the lines before. Files outside these folders (app, main, routes, services) connect them.
 */
const LAYERS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'apps/console': [['core'], ['components'], ['entities'], ['features'], ['app']],
  'apps/server': [
    ['access'],
    ['platform'],
    ['objects', 'live', 'history', 'pipeline'],
    ['alarms'],
    ['features'],
    ['replicas'],
    ['cli'],
  ],
};

/** Layers inside `alarms`, by the same rule: the engine does not know the notification channels. */
const ALARM_LAYERS = [['settings', 'duty'], ['engine'], ['notifications', 'backtest'], ['api']];

/** Database statements of the server are only in its repositories. */
const REPOSITORY = /-repository\.ts$/;
const STATEMENT = /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(?:<|`)/;

/** A folder has at most this many subjects: a file with its tests, styles and messages, or a subfolder. */
const MAX_SUBJECTS = 15;
/** These have one entry for each feature, kind or test file. */
const REGISTRIES = [
  'apps/server/src/features',
  'apps/console/src/features',
  'packages/kinds/src',
  'e2e',
  'e2e/journeys',
];

const wrong: string[] = [];
const files = globSync(['{packages,apps}/*/src/**/*.{ts,tsx}', '{tools,scripts,e2e}/**/*.{ts,tsx}'], {
  cwd: root,
  exclude: ['**/node_modules/**'],
});
const known = new Set(files);
/** The imported files of this repository, by file. */
const graph = new Map(files.map((file): [string, string[]] => [file, importedFiles(file)]));
for (const file of files) if (file.startsWith('apps/server/src/')) checkStatements(file);
for (const cycle of cyclesOf(graph)) wrong.push(`import cycle: ${cycle.join(', ')}`);
for (const [parent, imports] of importsBetweenFolders()) {
  for (const cycle of cyclesOf(imports))
    wrong.push(`${parent}: folders import each other: ${cycle.join(', ')}`);
}
for (const [folder, subjects] of subjectsOfFolders()) {
  if (subjects.size > MAX_SUBJECTS && !REGISTRIES.includes(folder))
    wrong.push(`${folder} has ${subjects.size} subjects, more than ${MAX_SUBJECTS}`);
}
for (const line of wrong) console.error(line);
if (wrong.length > 0) process.exit(1);
console.log(`${files.length} files, no wrong import, no cycle`);

function importedFiles(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const { module } = parseSync(file, text);
  const constant = module.staticImports.map((entry) => entry.moduleRequest.value);
  const reexported = module.staticExports.flatMap((entry) =>
    entry.entries.flatMap((e) => e.moduleRequest?.value ?? []),
  );
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    text.slice(start, end).replace(/^['"`]|['"`]$/g, ''),
  );
  return [...new Set([...constant, ...reexported, ...dynamic])].flatMap((target) => {
    const resolved = resolve(file, target);
    if (resolved !== undefined) checkArrow(file, target, resolved);
    return resolved !== undefined && known.has(resolved) ? [resolved] : [];
  });
}

function checkStatements(file: string): void {
  if (TEST_FILE.test(file) || REPOSITORY.test(file)) return;
  const text = readFileSync(join(root, file), 'utf8');
  if (text.includes("from 'kysely'") && STATEMENT.test(text))
    wrong.push(`${file}: a database statement outside a repository (*-repository.ts)`);
}

function workspaceOf(file: string): string {
  const [top = '', name] = file.split('/');
  return top === 'e2e' || top === 'scripts' ? top : `${top}/${name}`;
}

/** The path of an imported file of this repository. Undefined for other packages. */
function resolve(file: string, target: string): string | undefined {
  if (target.startsWith('.')) return normalize(join(dirname(file), target));
  if (target.startsWith('#')) return `${workspaceOf(file)}/src/${target.slice(1)}`;
  if (!target.startsWith('@gwanje/')) return undefined;
  const [, name, ...rest] = target.split('/');
  const path = `packages/${name}/src/${rest.join('/')}`;
  return known.has(`${path}.tsx`) ? `${path}.tsx` : `${path}.ts`;
}

function checkArrow(file: string, target: string, resolved: string): void {
  const workspace = workspaceOf(file);
  const isTest = TEST_FILE.test(file);
  if (target.startsWith('@gwanje/')) {
    const allowed = [...(MAY_IMPORT[workspace] ?? []), ...(isTest ? FOR_TESTS : [])];
    if (!allowed.includes(target.split('/')[1] ?? ''))
      wrong.push(`${file}: ${workspace} may not import ${target}`);
  } else if (workspaceOf(resolved) !== workspace) {
    const allowed = MAY_REACH[workspace] && [...MAY_REACH[workspace], ...(isTest ? MAY_REACH_IN_TESTS : [])];
    if (!allowed?.includes(workspaceOf(resolved)))
      wrong.push(`${file}: ${workspace} may not import ${target}`);
  } else checkLayer(workspace, file, resolved);
}

/** The subjects of each folder with source files. */
function subjectsOfFolders(): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>();
  for (const file of files) {
    const parts = file.split('/');
    for (let depth = parts[0] === 'apps' || parts[0] === 'packages' ? 3 : 1; depth < parts.length; depth++) {
      const folder = parts.slice(0, depth).join('/');
      const subject = (parts[depth] ?? '').replace(
        /(\.(messages|en|ko|db|dom|process|test|property))*\.tsx?$/,
        '',
      );
      folders.set(folder, (folders.get(folder) ?? new Set()).add(subject));
    }
  }
  return folders;
}

/** For each folder: which of its subfolders import which. */
function importsBetweenFolders(): Map<string, Map<string, string[]>> {
  const byParent = new Map<string, Map<string, string[]>>();
  for (const [file, targets] of graph) {
    if (TEST_FILE.test(file)) continue;
    for (const target of targets) {
      const [from, to] = [file.split('/'), target.split('/')];
      const depth = from.findIndex((part, index) => part !== to[index]);
      const [folder, other] = [from[depth] ?? '', to[depth] ?? ''];
      // Files beside the folders connect them; the workspaces have their own rules above.
      if (depth < 3 || depth === from.length - 1 || depth === to.length - 1) continue;
      const parent = from.slice(0, depth).join('/');
      const imports = byParent.get(parent) ?? new Map<string, string[]>();
      byParent.set(parent, imports.set(folder, [...(imports.get(folder) ?? []), other]));
    }
  }
  return byParent;
}

/** The groups of nodes that reach each other (Tarjan's strongly connected components). */
function cyclesOf(arrows: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  /** Returns the lowest order that the node reaches on the stack. */
  function visit(node: string): number {
    const own = order.size;
    order.set(node, own);
    stack.push(node);
    let lowest = own;
    for (const next of arrows.get(node) ?? []) {
      const seen = order.get(next);
      if (seen === undefined) lowest = Math.min(lowest, visit(next));
      else if (stack.includes(next)) lowest = Math.min(lowest, seen);
    }
    if (lowest === own) {
      const cycle = stack.splice(stack.indexOf(node));
      if (cycle.length > 1) cycles.push(cycle);
    }
    return lowest;
  }
  for (const node of arrows.keys()) if (!order.has(node)) visit(node);
  return cycles;
}

function checkLayer(workspace: string, file: string, resolved: string): void {
  const [folder = '', feature = ''] = file.split('/').slice(3);
  const [targetFolder = '', targetFeature = ''] = resolved.split('/').slice(3);
  const layers = LAYERS[workspace] ?? [];
  const [from, to] = [layerOf(layers, folder), layerOf(layers, targetFolder)];
  if (from === -1 || to === -1 || (workspace === 'apps/server' && TEST_FILE.test(file))) return;
  if (to > from) wrong.push(`${file}: ${folder} may not import ${targetFolder} (${resolved})`);
  if (folder !== targetFolder || feature === targetFeature) return;
  if (folder === 'features')
    wrong.push(`${file}: feature ${feature} may not import feature ${targetFeature}`);
  if (folder === 'alarms' && layerOf(ALARM_LAYERS, targetFeature) > layerOf(ALARM_LAYERS, feature))
    wrong.push(`${file}: alarms/${feature} may not import alarms/${targetFeature}`);
}

function layerOf(layers: readonly (readonly string[])[], folder: string): number {
  return layers.findIndex((layer) => layer.includes(folder));
}
