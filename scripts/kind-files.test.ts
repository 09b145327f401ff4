import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** The folders and files that belong only to workloads. */
const OWN =
  /^(packages\/kinds\/src\/workload\/|packages\/domain\/src\/alarms\/items\/workload-items\.ts|apps\/agent\/src\/inventory\/workload\/|apps\/server\/src\/features\/workloads\/|apps\/console\/src\/entities\/inventory\/workload-list\.ts|apps\/console\/src\/features\/workloads\/|tools\/)/;
const NOT_SOURCE = /(\.test\.tsx?$|\/testing\/|-messages\.(ko|en)\.ts$|\/node_modules\/)/;

/** What changed before an alarm: the rules are about rollouts, images and replicas, so they name workloads. */
const CAUSES =
  /^(packages\/domain\/src\/causes\/|packages\/kinds\/src\/calls\/causes\.ts|apps\/(server|console)\/src\/(features|entities)\/causes\/)/;

/** Autoscalers and disruption budgets are about workloads: their own files name them. */
const ABOUT_WORKLOADS =
  /^(packages\/kinds\/src\/disruption-budget\/|packages\/domain\/src\/alarms\/items\/disruption-budget-items\.ts|apps\/agent\/src\/inventory\/(collector|namespaces\/disruption-budget)\.ts|apps\/console\/src\/entities\/policies\/(autoscaler|disruption-budget)-list\.ts|apps\/console\/src\/features\/(autoscalers|disruption-budgets)\/|apps\/server\/src\/live\/views\/blocked-drains\.ts)/;

/** Reports list the workloads that use and waste most. */
const REPORTS =
  /^(packages\/(contract|domain)\/src\/reports\/|apps\/(server|console)\/src\/features\/reports\/)/;

/** A handover names the workloads and nodes that changed. */
const HANDOVERS =
  /^(packages\/contract\/src\/duty\/handovers\.ts|apps\/(server|console)\/src\/features\/handover\/)/;

/** Adding a kind touches these, as docs/adding-things.md says. */
const REGISTRIES = [
  'apps/agent/src/inventory/kinds.ts',
  'apps/console/src/app/features.ts',
  'packages/kinds/src/kind-calls.ts',
  'packages/kinds/src/registry.ts',
];
/** An alarm item of the kind adds lines here. */
const ALARM_ITEM = ['packages/contract/src/alarms/alarm-items.ts', 'packages/domain/src/alarms/registry.ts'];
/** Other kinds, the dashboard's grouping, the tree beside the pages of a cluster, the search, the alarms of cron jobs, the grouping and the details of alarms, the logs of a workload's pods and the calls for rollouts are about workloads too. */
const USERS = [
  'apps/console/src/entities/alarms/alarm-address.ts',
  'apps/console/src/entities/dashboard/model/card.ts',
  'apps/console/src/entities/dashboard/object-card.tsx',
  'apps/console/src/entities/inventory/namespace-list.ts',
  'apps/console/src/entities/logs/log-address.ts',
  'apps/console/src/entities/object-page/kind-views.ts',
  'apps/console/src/features/alarms/detail/alarm-facts.tsx',
  'apps/console/src/features/logs/log-page.tsx',
  'apps/console/src/features/logs/log-targets.ts',
  'apps/console/src/features/namespaces/namespace-page.tsx',
  'apps/console/src/features/monitoring/chooser/chooser-rows.ts',
  'apps/console/src/features/monitoring/chooser/chooser-tree.ts',
  'apps/console/src/features/monitoring/chooser/chooser.tsx',
  'apps/console/src/features/monitoring/chooser/use-names.ts',
  'apps/console/src/features/pods/pod-page.tsx',
  'apps/server/src/features/inventory/details.ts',
  'apps/server/src/live/tables/ids-by-name.ts',
  'apps/server/src/routes.ts',
  'apps/server/src/live/tables/object-counts.ts',
  'apps/server/src/live/query/computed-columns.ts',
  'apps/server/src/live/views/alarm-facts.ts',
  'apps/server/src/live/views/alarm-snapshot.ts',
  'apps/server/src/live/views/dashboard-groups.ts',
  'apps/server/src/live/views/job-outcomes.ts',
  'apps/server/src/live/views/object-names.ts',
  'apps/server/src/live/views/pod-amounts.ts',
  'packages/contract/src/dashboard/dashboard-options.ts',
  'packages/domain/src/alarms/folding.ts',
  'packages/domain/src/mappings/labels.ts',
  'packages/kinds/src/calls/search.ts',
  'packages/kinds/src/endpoints.ts',
  'packages/kinds/src/namespace/index.ts',
  'packages/kinds/src/pod/calls.ts',
  'packages/kinds/src/state/facts.ts',
];

test('only registries and users of workloads name them outside of their own folders', () => {
  const files = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) =>
      ![OWN, CAUSES, ABOUT_WORKLOADS, REPORTS, HANDOVERS, NOT_SOURCE].some((pattern) => pattern.test(file)),
  );
  const naming = files.filter((file) =>
    /\bworkload|Workload/.test(codeOf(readFileSync(join(root, file), 'utf8'))),
  );
  expect(naming.sort()).toEqual([...REGISTRIES, ...ALARM_ITEM, ...USERS].sort());
});

function codeOf(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}
