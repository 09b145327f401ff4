import { CauseEvidence } from '@gwanje/kinds/calls/causes';
import { describe, expect, it, test } from 'vitest';
import type { CauseFacts } from './facts.ts';
import { findAll } from './rank.ts';
import { causeRules } from './registry.ts';
import { eventFact, factsOf, minutesBefore, related, rescaled, stateFact } from './testing/facts.ts';

const shop = related('workload', 'shop');
const node = related('node', 'node-1', 'node');
const autoscaler = related(null, 'shop-hpa');
type Row = readonly [what: string, facts: Partial<CauseFacts>, evidence: readonly object[]];

const stateOf = (object = shop, changes: Parameters<typeof stateFact>[2] = [], more = {}) => ({
  states: [stateFact(object, 5, changes, more)],
});
const claim = related('claim', 'data');
const usage = {
  object: related('pod', 'greedy', 'node'),
  atMs: minutesBefore(4),
  metric: 'cpuUsedCores' as const,
  nodeTotal: 8,
};
const filling = { object: claim, atMs: minutesBefore(4), fromPercent: 60 };
const quota = related('quota', 'compute', 'namespace');
const overQuota = 'exceeded quota: compute, requested: pods=1';
const ofEvent = (...args: Parameters<typeof eventFact>) => ({ events: [eventFact(...args)] });
const upgraded = stateOf(related('workload', 'agent', 'cluster'), [
  ['images', 'r.example/gwanje-agent:1.0', 'r.example/gwanje-agent:1.1'],
]);
const edited = [
  { container: 'api', field: 'env.MODE', from: 'a', to: 'b' },
  { container: 'api', field: 'memLimitBytes', from: '1', to: '2' },
  { container: 'api', field: 'image', from: 'a:1', to: 'a:2' },
];

/** Facts, and the evidence that the rule of this key finds in them. */
const table: { readonly [Rule in keyof typeof causeRules]: readonly Row[] } = {
  imageChanged: [
    [
      'of a workload names only the images that differ',
      stateOf(shop, [['images', 'api:1,proxy:1', 'api:2,proxy:1']]),
      [{ changeList: [{ container: null, field: 'image', from: 'api:1', to: 'api:2' }] }],
    ],
    [
      'of a container names it',
      stateOf(related('pod', 'shop-1', 'self'), [['main.image', 'a:1', 'a:2']]),
      [{ changeList: [{ container: 'main', field: 'image', from: 'a:1', to: 'a:2' }] }],
    ],
    [
      'names an image that was added',
      stateOf(shop, [['images', 'a:1', 'a:1,b:1']]),
      [{ changeList: [{ from: null, to: 'b:1' }] }],
    ],
    ['ignores other fields', stateOf(shop, [['desiredCnt', '1', '2']]), []],
  ],
  configurationChanged: [
    [
      'is a field without a rule of its own',
      { manifests: [{ object: shop, atMs: minutesBefore(3), changeList: edited }] },
      [{ changeList: [{ field: 'env.MODE' }] }],
    ],
    ['is the schedule of a cron job', stateOf(shop, [['schedule', '* * * * *', '0 * * * *']]), [{}]],
    ['is no phase of a pod', stateOf(related('pod', 'p'), [['phase', 'Pending', 'Running']]), []],
  ],
  requestsChanged: [
    [
      'of a container, and not again as the sum of its pod',
      stateOf(related('pod', 'shop-1', 'self'), [
        ['memLimitBytes', '2000', '1000'],
        ['main.memLimitBytes', '2000', '1000'],
      ]),
      [{ changeList: [{ container: 'main', field: 'memLimitBytes', from: '2000', to: '1000' }] }],
    ],
    ['ignores other fields', stateOf(related('pod', 'p'), [['main.restartCnt', '1', '2']]), []],
  ],
  replicasChanged: [
    ['has both counts', stateOf(shop, [['desiredCnt', '3', '0']]), [{ from: 3, to: 0 }]],
    ['is not of a daemon set', stateOf(shop, [['desiredCnt', '3', '4']], { record: 'daemonSet' }), []],
  ],
  rolloutBegun: [
    ['a new revision', stateOf(shop, [['revision', '4', '5']]), [{ updatedCnt: 0, desiredCnt: 3 }]],
    ['a new revision by its name', stateOf(shop, [['revisionName', 'shop-a', 'shop-b']]), [{}]],
    ['the first known revision is no beginning', stateOf(shop, [['revision', null, '5']]), []],
    ['deleted pods are no rollout', stateOf(shop, [['updatedCnt', '3', '1']]), []],
  ],
  autoscalerScaled: [
    [
      'names the workload that got the size of the event',
      {
        ...stateOf(shop, [['desiredCnt', '3', '8']]),
        events: [rescaled(autoscaler, 5, '8; reason: cpu resource utilization above target')],
      },
      [{ autoscaler: 'shop-hpa', from: 3, to: 8 }],
    ],
    ['needs the event', stateOf(shop, [['desiredCnt', '3', '8']]), []],
  ],
  workloadCreated: [
    ['of a new workload', stateOf(shop, [['created', null, 'shop']], { createdMs: minutesBefore(5) }), [{}]],
    ['not of one that the first listing reports', stateOf(shop, [['created', null, 'shop']]), []],
    [
      'not of the jobs of a cron job',
      stateOf(shop, [['created', null, 'shop']], { createdMs: minutesBefore(5), isOwned: true }),
      [],
    ],
  ],
  workloadDeleted: [
    ['of a workload', stateOf(shop, [['deleted', 'shop', null]]), [{ workloadType: 'deployment' }]],
    ['not of a job', stateOf(shop, [['deleted', 'shop', null]], { record: 'job' }), []],
  ],
  nodeCordoned: [
    ['of a node', stateOf(node, [['isSchedulable', 'true', 'false']]), [{}]],
    ['not when it is open again', stateOf(node, [['isSchedulable', 'false', 'true']]), []],
  ],
  nodeRebooted: [
    ['from the event of the kubelet', ofEvent(node, 5, { objectKind: 'Node', reason: 'Rebooted' }), [{}]],
    ['not from other events', ofEvent(node, 5, { objectKind: 'Node', reason: 'Starting' }), []],
  ],
  nodeNew: [
    ['of a new node', stateOf(node, [['created', null, 'node-1']], { createdMs: minutesBefore(6) }), [{}]],
    ['not of a node that the first listing reports', stateOf(node, [['created', null, 'node-1']]), []],
  ],
  nodeRemoved: [['of a deleted node', stateOf(node, [['deleted', 'node-1', null]]), [{}]]],
  nodePressure: [
    ['of a node', stateOf(node, [['condition', 'Ready', 'DiskPressure']]), [{ condition: 'DiskPressure' }]],
    ['not when it is not ready', stateOf(node, [['condition', 'Ready', 'NotReady']]), []],
  ],
  nodeNotReady: [
    ['of a node', stateOf(node, [['condition', 'Ready', 'NotReady']]), [{ condition: 'NotReady' }]],
    ['not a second time', stateOf(node, [['condition', 'NotReady', 'Unknown']]), []],
  ],
  neighbourRose: [
    ['large against the node', { usages: [{ ...usage, from: 1, to: 3 }] }, [{ from: 1, to: 3 }]],
    ['not when it is small against the node', { usages: [{ ...usage, from: 0.1, to: 0.5 }] }, []],
    ['not when it grew by less than half', { usages: [{ ...usage, from: 4, to: 5 }] }, []],
  ],
  claimFilled: [
    ['when it is nearly full', { claims: [{ ...filling, toPercent: 97 }] }, [{ toPercent: 97 }]],
    ['not before', { claims: [{ ...filling, toPercent: 70 }] }, []],
  ],
  volumeFailed: [
    ['of a claim', stateOf(claim, [['phase', 'Bound', 'Lost']]), [{ from: 'Bound', to: 'Lost' }]],
    ['of a volume', stateOf(related('volume', 'pv'), [['phase', 'Bound', 'Failed']]), [{ to: 'Failed' }]],
    ['not of a claim that is bound', stateOf(claim, [['phase', 'Pending', 'Bound']]), []],
  ],
  quotaHit: [
    ['from its use', stateOf(quota, [['usedPercent', '80', '100']]), [{ usedPercent: 100 }]],
    [
      'from a refused pod',
      ofEvent(shop, 5, {
        reason: 'FailedCreate',
        message: `pods "a" is forbidden: ${overQuota}, used: pods=10, limited: pods=10`,
      }),
      [{ resource: 'pods' }],
    ],
    ['not below the limit', stateOf(quota, [['usedPercent', '80', '95']]), []],
  ],
  eventBurst: [
    ['of many warnings', ofEvent(shop, 3, { cnt: 12 }), [{ reason: 'FailedMount', cnt: 12, usualCnt: 0 }]],
    [
      'not when there were as many before',
      { events: [eventFact(shop, 3, { cnt: 12 }), eventFact(shop, 20, { cnt: 9 })] },
      [],
    ],
    [
      'of pods that a webhook refuses',
      ofEvent(shop, 3, { cnt: 9, reason: 'FailedCreate', message: 'denied the request' }),
      [{ reason: 'FailedCreate', cnt: 9 }],
    ],
    ['not of killed containers', ofEvent(node, 3, { cnt: 9, reason: 'OOMKilling' }), []],
    ['not of pods that a quota refuses', ofEvent(shop, 3, { cnt: 9, message: overQuota }), []],
    [
      'elsewhere in the cluster only of several objects',
      {
        events: ['a', 'b', 'c'].map((name) =>
          eventFact(related('claim', name, 'cluster'), 3, { reason: 'ProvisioningFailed', cnt: 4 }),
        ),
      },
      [{ reason: 'ProvisioningFailed', cnt: 12 }],
    ],
    ['not of one object elsewhere', ofEvent(related('claim', 'scratch', 'cluster'), 3, { cnt: 12 }), []],
    ['not of what a failing pod always reports', ofEvent(shop, 3, { cnt: 12, reason: 'BackOff' }), []],
  ],
  kubeletVersionChanged: [
    ['of a node', stateOf(node, [['kubeletVersion', 'v1.33', 'v1.34']]), [{ from: 'v1.33', to: 'v1.34' }]],
  ],
  agentVersionChanged: [
    ['of the workload of the agents', upgraded, [{ from: '1.0', to: '1.1', agentCnt: 3 }]],
    [
      'from the batches, and not again from the image',
      { ...upgraded, agents: [{ object: shop, atMs: usage.atMs, from: '1.0', to: '1.1', agentCnt: 2 }] },
      [{ from: '1.0', to: '1.1', agentCnt: 2 }],
    ],
    ['not of other workloads', stateOf(shop, [['images', 'agent:1', 'agent:2']]), []],
  ],
};

describe.each(Object.entries(table))('the rule %s', (rule, rows) => {
  it.each(rows)('%s', (_what, facts, evidence) => {
    const found = findAll(factsOf(facts)).filter((finding) => finding.evidence.rule === rule);
    expect(found.map((finding) => finding.evidence)).toMatchObject(evidence);
    for (const finding of found) expect(CauseEvidence.parse(finding.evidence)).toEqual(finding.evidence);
  });
});

test('the registry has each rule under its own key', () => {
  expect(Object.entries(causeRules).map(([key, { rule }]) => [key, rule])).toEqual(
    CauseEvidence.options.map(({ shape }) => [shape.rule.value, shape.rule.value]),
  );
});

test.each([
  ['node.notReady', 'self', 0],
  ['node.notReady', 'node', 1],
  ['pod.crashLoop', 'self', 1],
] as const)('%s with a change of relation %s is not its own cause', (itemKey, relation, cnt) => {
  const own = related('node', 'node-1', relation);
  expect(findAll(factsOf(stateOf(own, [['condition', 'Ready', 'NotReady']]), itemKey))).toHaveLength(cnt);
});
