import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** The folders and files that belong only to workloads. */
const OWN =
  /^(packages\/kinds\/src\/workload\/|packages\/domain\/src\/alarms\/items\/workload-items\.ts|apps\/agent\/src\/inventory\/workload\.ts|apps\/console\/src\/entities\/inventory\/workload-list\.ts|apps\/console\/src\/features\/workloads\/|tools\/)/;
const NOT_SOURCE = /(\.test\.tsx?$|\/testing\/|-messages\.(ko|en)\.ts$|\/node_modules\/)/;

/** Adding a kind touches these, as docs/adding-things.md says. */
const REGISTRIES = [
  'apps/agent/src/inventory/kinds.ts',
  'apps/console/src/app/features.ts',
  'packages/kinds/src/kind-calls.ts',
  'packages/kinds/src/registry.ts',
];
/** An alarm item of the kind adds lines here. */
const ALARM_ITEM = ['packages/contract/src/alarms/alarm-items.ts', 'packages/domain/src/alarms/registry.ts'];
/** Other kinds, the dashboard's grouping, the search and the alarms of cron jobs are about workloads too. */
const USERS = [
  'apps/console/src/entities/inventory/namespace-list.ts',
  'apps/console/src/features/namespaces/namespace-page.tsx',
  'apps/console/src/features/pods/pod-page.tsx',
  'apps/server/src/live/tables/object-counts.ts',
  'apps/server/src/live/query/computed-columns.ts',
  'apps/server/src/live/views/dashboard-groups.ts',
  'apps/server/src/live/views/job-outcomes.ts',
  'packages/contract/src/dashboard/dashboard-options.ts',
  'packages/domain/src/mappings/labels.ts',
  'packages/kinds/src/calls/search.ts',
  'packages/kinds/src/namespace/index.ts',
];

test('only registries and users of workloads name them outside of their own folders', () => {
  const files = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !OWN.test(file) && !NOT_SOURCE.test(file),
  );
  const naming = files.filter((file) =>
    /\bworkload|Workload/.test(codeOf(readFileSync(join(root, file), 'utf8'))),
  );
  expect(naming.sort()).toEqual([...REGISTRIES, ...ALARM_ITEM, ...USERS].sort());
});

function codeOf(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}
