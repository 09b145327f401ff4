import type { InventoryRecord } from '@gwanje/kinds/state/states';
import { describe, expect, it } from 'vitest';
import type { Sink } from '../kubernetes/follow.ts';
import { InventoryCollector } from './collector.ts';

const CREATED = '2026-11-15T00:00:00Z';

function metadata(uid: string, owner?: { kind: string; name: string; uid: string }) {
  const ownerReferences = owner ? [{ ...owner, controller: true }] : [];
  return { uid, name: uid, namespace: 'ns', creationTimestamp: CREATED, ownerReferences };
}

const SET = { kind: 'ReplicaSet', name: 'web-1', uid: 'rs' };
const DEPLOYMENT = { kind: 'Deployment', name: 'web', uid: 'dep' };

function pod(uid: string, phase = 'Running') {
  return { metadata: metadata(uid, SET), spec: { containers: [] }, status: { phase } };
}

function limitRange(uid: string, max: string) {
  return { metadata: metadata(uid), spec: { limits: [{ type: 'Container', max: { cpu: max } }] } };
}

function service(uid: string) {
  return { metadata: metadata(uid), spec: { clusterIP: '10.0.0.1', ports: [] } };
}

function slice(uid: string, ofService: string, ...endpoints: [address: string, isReady: boolean][]) {
  return {
    metadata: { ...metadata(uid), labels: { 'kubernetes.io/service-name': ofService } },
    endpoints: endpoints.map(([address, ready]) => ({ addresses: [address], conditions: { ready } })),
  };
}

const REPLICA_SET = { metadata: metadata('rs', DEPLOYMENT) };

function start() {
  const sent: string[] = [];
  const owners = new Map<string, string | undefined>();
  const limits = new Map<string, string[] | null>();
  const endpoints = new Map<string, string | null>();
  const covered = new Map<string, string[]>();
  function say(mark: string, record: InventoryRecord): void {
    sent.push(`${mark} ${record.uid}`);
    if (record.kind === 'pod') owners.set(record.uid, record.owner?.kind);
    if (record.kind === 'namespace') {
      const texts = record.limits?.map((one) => `${one.limitRangeName} ${one.resource} ${one.max}`);
      limits.set(record.uid, texts ?? null);
    }
    if (record.kind === 'service') {
      const { endpoints: found } = record;
      endpoints.set(record.uid, found && `${found.readyCnt}/${found.totalCnt}`);
    }
    if (record.kind === 'disruptionBudget') {
      const names = record.workloads.map(({ kind, name }) => `${kind}/${name}`);
      covered.set(record.uid, names);
    }
  }
  const unreadable: string[] = [];
  const collector = new InventoryCollector({
    out: {
      async addListed(kind, _listingId, chunk, isLast, records) {
        sent.push(`${kind}[${chunk}${isLast ? '.' : ''}]`);
        for (const record of records) say('=', record);
      },
      upsert: (record) => say('+', record),
      remove: (_kind, uid) => sent.push(`- ${uid}`),
    },
    now: () => new Date(CREATED),
    onUnreadable: (kind) => unreadable.push(kind),
    onRequestDone: () => {},
    onListed: () => {},
    onNodes: (nodes) => sent.push(`nodes ${[...nodes.keys()].join(' ')}`),
  });
  return { collector, sent, owners, limits, endpoints, covered, unreadable };
}

async function list(sink: Sink, ...items: readonly unknown[]): Promise<void> {
  sink.beginListing();
  await sink.listed(items);
  await sink.endListing();
}

describe('the collector', () => {
  it('sends an object again only when a sent field has changed, and its removal once', async () => {
    const { collector, sent } = start();
    const sink = collector.sinkOf('pod');
    await list(sink, pod('a'));
    sink.upsert(pod('a'));
    sink.upsert(pod('a', 'Failed'));
    sink.upsert(pod('a', 'Failed'));
    sink.remove(pod('a'));
    sink.remove(pod('a'));
    expect(sent).toEqual(['pod[0]', '= a', 'pod[1.]', '+ a', '- a']);
  });

  it('forgets a node that only an interrupted listing contained', async () => {
    const { collector, sent } = start();
    const sink = collector.sinkOf('node');
    for (const uids of [['a', 'b'], ['c']]) {
      sink.beginListing();
      await sink.listed(uids.map((uid) => ({ metadata: metadata(uid) })));
    }
    await list(sink, { metadata: metadata('a') });
    expect(sent.filter((line) => line.startsWith('nodes'))).toEqual(['nodes a']);
  });

  it('forgets the owner of a replica set that only an interrupted listing contained', async () => {
    const { collector, owners } = start();
    const sink = collector.sinkOf('replicaSet');
    sink.beginListing();
    await sink.listed([REPLICA_SET]);
    await list(sink);
    collector.sinkOf('pod').upsert(pod('a'));
    expect(owners.get('a')).toBe('ReplicaSet');
  });

  it('needs another listing of the pods when too many wait for their owners', async () => {
    const { collector } = start();
    const pods = collector.sinkOf('pod');
    const sets = collector.sinkOf('replicaSet');
    const listSets = async () => {
      await list(sets, REPLICA_SET);
      return collector.mustListPodsAgain('replicaSet');
    };
    for (let no = 0; no < 5000; no += 1) pods.upsert(pod(`a${no}`));
    expect(collector.mustListPodsAgain('replicaSet')).toBe(false);
    pods.upsert(pod('one-too-many'));
    expect(collector.mustListPodsAgain('pod')).toBe(false);
    expect(await listSets()).toBe(true);
    expect(await listSets()).toBe(false);
  });

  it('splits listed objects that are too large for a batch into consecutive chunks', async () => {
    const { collector, sent } = start();
    const sink = collector.sinkOf('pod');
    sink.beginListing();
    const containers = Array.from({ length: 199 }, (_, at) => ({ name: `c${at}`, image: 'i' }));
    await sink.listed(Array.from({ length: 25 }, (_, no) => ({ ...pod(`a${no}`), spec: { containers } })));
    await sink.listed(Array.from({ length: 2001 }, (_, no) => pod(`b${no}`)));
    await sink.endListing();
    const chunks = sent.filter((line) => line.startsWith('pod'));
    expect(chunks).toEqual(['pod[0]', 'pod[1]', 'pod[2]', 'pod[3]', 'pod[4.]']);
    expect(sent.filter((line) => line.startsWith('= '))).toHaveLength(2026);
    expect(sent.indexOf('= a0')).toBeLessThan(sent.indexOf('pod[1]'));
    expect(sent.indexOf('= a24')).toBeGreaterThan(sent.indexOf('pod[1]'));
  });

  it('sends a pod again when the owner of its replica set becomes known', () => {
    const { collector, sent, owners } = start();
    collector.sinkOf('pod').upsert(pod('a'));
    expect(owners.get('a')).toBe('ReplicaSet');
    collector.sinkOf('replicaSet').upsert(REPLICA_SET);
    expect(owners.get('a')).toBe('Deployment');
    expect(sent.filter((line) => line === '+ a')).toHaveLength(2);
  });

  it('does not send a deleted pod when its owner becomes known', () => {
    const { collector, sent } = start();
    collector.sinkOf('pod').upsert(pod('a'));
    collector.sinkOf('pod').remove(pod('a'));
    collector.sinkOf('replicaSet').upsert(REPLICA_SET);
    expect(sent).toEqual(['+ a', '- a', '+ rs']);
  });

  it('keeps the owner of a pod that outlives its replica set', () => {
    const { collector, owners } = start();
    collector.sinkOf('replicaSet').upsert(REPLICA_SET);
    collector.sinkOf('pod').upsert(pod('a'));
    collector.sinkOf('replicaSet').remove(REPLICA_SET);
    collector.sinkOf('pod').upsert(pod('a', 'Failed'));
    expect(owners.get('a')).toBe('Deployment');
  });

  it('sends a namespace with its limits, and again when a limit range changes', async () => {
    const { collector, sent, limits } = start();
    const namespaces = collector.sinkOf('namespace');
    const ranges = collector.partSink('limitRange');
    await list(namespaces, { metadata: { ...metadata('n'), name: 'ns' } });
    expect(limits.get('n')).toBeNull();
    await list(ranges, limitRange('l', '4'));
    collector.sendChangedParents();
    expect(limits.get('n')).toEqual(['l cpu 4']);
    ranges.upsert(limitRange('l', '4'));
    collector.sendChangedParents();
    ranges.upsert(limitRange('l', '5'));
    collector.sendChangedParents();
    expect(limits.get('n')).toEqual(['l cpu 5']);
    ranges.remove(limitRange('l', '5'));
    collector.sendChangedParents();
    expect(limits.get('n')).toEqual([]);
    expect(sent.filter((line) => line.endsWith(' n'))).toEqual(['= n', '+ n', '+ n', '+ n']);
  });

  it('reports a limit range it cannot read and goes on', async () => {
    const { collector, limits, unreadable } = start();
    collector.sinkOf('namespace').upsert({ metadata: { ...metadata('n'), name: 'ns' } });
    const ranges = collector.partSink('limitRange');
    await list(ranges, { metadata: {} }, limitRange('l', '4'));
    collector.sendChangedParents();
    expect(unreadable).toEqual(['limitRange']);
    expect(limits.get('n')).toEqual(['l cpu 4']);
  });

  it('counts the endpoints of a service over its slices, and sends many changes of them once', async () => {
    const { collector, sent, endpoints } = start();
    const services = collector.sinkOf('service');
    const slices = collector.partSink('endpointSlice');
    services.upsert(service('web'));
    expect(endpoints.get('web')).toBeNull();
    await list(slices, slice('a', 'web', ['10.1.0.1', true], ['10.1.0.2', false]));
    // Another set of ports of the same pod.
    slices.upsert(slice('b', 'web', ['10.1.0.2', true], ['10.1.0.3', false]));
    slices.upsert(slice('c', 'other', ['10.1.0.9', true]));
    slices.upsert(slice('a', 'web', ['10.1.0.1', true], ['10.1.0.2', true]));
    collector.sendChangedParents();
    collector.sendChangedParents();
    expect(endpoints.get('web')).toBe('2/3');
    expect(sent).toEqual(['+ web', '+ web']);
    // The slice belongs to another service from now on.
    slices.upsert(slice('b', 'other', ['10.1.0.3', true]));
    collector.sendChangedParents();
    expect(endpoints.get('web')).toBe('2/2');
  });

  it('sends a budget with the workloads whose pods it selects', () => {
    const { collector, covered } = start();
    const workload = (uid: string, app: string) => ({
      metadata: metadata(uid),
      spec: { template: { metadata: { labels: { app } }, spec: { containers: [] } } },
    });
    collector.sinkOf('deployment').upsert(workload('web', 'web'));
    const expression = { key: 'app', operator: 'In', values: ['web', 'db'] };
    const spec = { maxUnavailable: 1, selector: { matchExpressions: [expression] } };
    collector.sinkOf('disruptionBudget').upsert({ metadata: metadata('budget'), spec });
    expect(covered.get('budget')).toEqual(['Deployment/web']);
    collector.sinkOf('statefulSet').upsert(workload('db', 'db'));
    collector.sinkOf('deployment').upsert(workload('web', 'api'));
    collector.sendChangedParents();
    expect(covered.get('budget')).toEqual(['StatefulSet/db']);
    collector.sinkOf('statefulSet').remove(workload('db', 'db'));
    collector.sendChangedParents();
    expect(covered.get('budget')).toEqual([]);
  });

  it('sends a budget with the pods without an owner that it selects, while they exist and have not ended', () => {
    const { collector, covered } = start();
    const owner = { kind: 'ReplicaSet', name: 'web-1', uid: 'web-1', controller: true };
    const podOf = (name: string, phase: string, ...ownerReferences: readonly object[]) => ({
      metadata: { ...metadata(name), labels: { app: 'web' }, ownerReferences },
      spec: { containers: [] },
      status: { phase },
    });
    const pods = collector.sinkOf('pod');
    pods.upsert(podOf('alone', 'Running'));
    pods.upsert(podOf('owned', 'Running', owner));
    pods.upsert(podOf('ended', 'Running'));
    const spec = { minAvailable: 1, selector: { matchLabels: { app: 'web' } } };
    collector.sinkOf('disruptionBudget').upsert({ metadata: metadata('budget'), spec });
    expect(covered.get('budget')).toEqual(['Pod/alone', 'Pod/ended']);
    const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [] } };
    collector.sinkOf('statefulSet').upsert({ metadata: metadata('db'), spec: { template } });
    pods.upsert(podOf('ended', 'Succeeded'));
    collector.sendChangedParents();
    expect(covered.get('budget')).toEqual(['StatefulSet/db', 'Pod/alone']);
    pods.remove(podOf('alone', 'Running'));
    collector.sendChangedParents();
    expect(covered.get('budget')).toEqual(['StatefulSet/db']);
  });

  it('counts the objects it cannot read and sends the others', async () => {
    const { collector, sent, unreadable } = start();
    const sink = collector.sinkOf('pod');
    sink.beginListing();
    await sink.listed([{ metadata: {} }, pod('a'), null, { ...pod('b'), metadata: metadata('') }]);
    sink.upsert('nonsense');
    expect(sent).toEqual(['pod[0]', '= a']);
    expect(unreadable).toEqual(['pod', 'pod', 'pod', 'pod']);
  });
});
