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
  'tools/simulator': ['contract', 'kinds', 'domain', 'backend'],
  'apps/agent': ['contract', 'kinds', 'domain', 'backend'],
  'apps/console': ['contract', 'kinds', 'domain', 'ui'],
  e2e: ['contract', 'kinds', 'domain', 'testkit'],
};
const FOR_TESTS = ['testkit'];
const TEST_FILE = /(\.test\.tsx?$|\/testing\/|^e2e\/)/;

/** Layers of the console, lowest first: a layer imports itself and the layers before it. */
const CONSOLE_ROOMS = ['core', 'components', 'entities', 'features', 'app'];

/**
 * Layers of the server, lowest first: a folder imports itself, the folders in the same line and those in the
 * lines before. Files outside these folders (app, main, routes, services) connect them.
 */
const SERVER_ROOMS = [
  ['access'],
  ['platform'],
  ['objects', 'live', 'history', 'pipeline'],
  ['alarms'],
  ['features'],
  ['cli', 'demo'],
];

/** Layers inside `alarms`, by the same rule: the engine does not know the notification channels. */
const ALARM_ROOMS = [['settings'], ['engine'], ['notifications', 'backtest'], ['api']];

interface Import {
  readonly file: string;
  readonly target: string;
}

const wrong: string[] = [];
const files = globSync(
  ['packages/*/src/**/*.{ts,tsx}', 'apps/*/src/**/*.{ts,tsx}', 'tools/simulator/src/**/*.ts', 'e2e/**/*.ts'],
  {
    cwd: root,
    exclude: ['**/node_modules/**'],
  },
);
for (const file of files) {
  for (const target of importsOf(file)) check({ file, target });
}
for (const line of wrong) console.error(line);
if (wrong.length > 0) process.exit(1);
console.log(`${files.length} files, no wrong arrow`);

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const { module } = parseSync(file, text);
  const constant = module.staticImports.map((entry) => entry.moduleRequest.value);
  const reexported = module.staticExports.flatMap((entry) =>
    entry.entries.flatMap((e) => e.moduleRequest?.value ?? []),
  );
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    text.slice(start, end).replace(/^['"`]|['"`]$/g, ''),
  );
  return [...new Set([...constant, ...reexported, ...dynamic])];
}

function workspaceOf(file: string): string {
  const parts = file.split('/');
  return parts[0] === 'e2e' ? 'e2e' : `${parts[0]}/${parts[1]}`;
}

function check({ file, target }: Import): void {
  const workspace = workspaceOf(file);
  if (target.startsWith('@gwanje/')) {
    const name = target.split('/')[1] ?? '';
    const allowed = [...(MAY_IMPORT[workspace] ?? []), ...(TEST_FILE.test(file) ? FOR_TESTS : [])];
    if (!allowed.includes(name)) wrong.push(`${file}: ${workspace} may not import ${target}`);
    return;
  }
  const resolved = resolveLocal(file, target);
  if (!resolved) return;
  // The browser tests run the same stack as `npm start`.
  if (workspace === 'e2e' && (resolved.startsWith('scripts/') || resolved.startsWith('tools/'))) return;
  if (workspaceOf(resolved) !== workspace)
    wrong.push(`${file}: relative import leaves ${workspace}: ${target}`);
  else if (workspace === 'apps/console') checkConsoleRoom(file, resolved);
  else if (workspace === 'apps/server') checkServerRoom(file, resolved);
}

function resolveLocal(file: string, target: string): string | undefined {
  if (target.startsWith('.')) return normalize(join(dirname(file), target));
  if (target.startsWith('#')) return `${workspaceOf(file)}/src/${target.slice(1)}`;
  return undefined;
}

function checkConsoleRoom(file: string, resolved: string): void {
  const [room, feature] = file.split('/').slice(3);
  const [targetRoom, targetFeature] = resolved.split('/').slice(3);
  const from = CONSOLE_ROOMS.indexOf(room ?? '');
  const to = CONSOLE_ROOMS.indexOf(targetRoom ?? '');
  if (from === -1 || to === -1) return;
  if (to > from) wrong.push(`${file}: ${room} may not import ${targetRoom} (${resolved})`);
  if (room === 'features' && targetRoom === 'features' && feature !== targetFeature) {
    wrong.push(`${file}: feature ${feature} may not import feature ${targetFeature}`);
  }
}

function checkServerRoom(file: string, resolved: string): void {
  const [room = '', feature] = file.split('/').slice(3);
  const [targetRoom = '', targetFeature] = resolved.split('/').slice(3);
  const from = SERVER_ROOMS.findIndex((line) => line.includes(room));
  const to = SERVER_ROOMS.findIndex((line) => line.includes(targetRoom));
  if (from === -1 || to === -1 || TEST_FILE.test(file)) return;
  if (to > from) wrong.push(`${file}: ${room} may not import ${targetRoom} (${resolved})`);
  if (room === 'alarms' && targetRoom === 'alarms') {
    const indexOf = (name = '') => ALARM_ROOMS.findIndex((line) => line.includes(name));
    if (indexOf(targetFeature) > indexOf(feature))
      wrong.push(`${file}: alarms/${feature} may not import alarms/${targetFeature}`);
  }
  if (room === 'features' && targetRoom === 'features' && feature !== targetFeature) {
    wrong.push(`${file}: feature ${feature} may not import feature ${targetFeature}`);
  }
}
