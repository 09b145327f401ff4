import type { InventoryRecord } from '@gwanje/kinds/state/states';
import { describe, expect, it } from 'vitest';
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

function quota(uid: string, used: string) {
  return { metadata: metadata(uid), status: { hard: { pods: '10' }, used: { pods: used } } };
}

const REPLICA_SET = { metadata: metadata('rs', DEPLOYMENT) };

function start() {
  const sent: string[] = [];
  const owners = new Map<string, string | undefined>();
  const quotas = new Map<string, string[] | null>();
  function say(mark: string, record: InventoryRecord): void {
    sent.push(`${mark} ${record.uid}`);
    if (record.kind === 'pod') owners.set(record.uid, record.owner?.kind);
    if (record.kind === 'namespace')
      quotas.set(
        record.uid,
        record.quotas?.map((one) => `${one.quotaName} ${one.resource} ${one.used}/${one.hard}`) ?? null,
      );
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
  return { collector, sent, owners, quotas, unreadable };
}

describe('the collector', () => {
  it('sends an object again only when a sent field has changed, and its removal once', async () => {
    const { collector, sent } = start();
    const sink = collector.sinkOf('pod');
    sink.beginListing();
    await sink.listed([pod('a')]);
    await sink.endListing();
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
    sink.beginListing();
    await sink.listed([{ metadata: metadata('a') }]);
    await sink.endListing();
    expect(sent.filter((line) => line.startsWith('nodes'))).toEqual(['nodes a']);
  });

  it('forgets the owner of a replica set that only an interrupted listing contained', async () => {
    const { collector, owners } = start();
    const sink = collector.sinkOf('replicaSet');
    sink.beginListing();
    await sink.listed([REPLICA_SET]);
    sink.beginListing();
    await sink.endListing();
    collector.sinkOf('pod').upsert(pod('a'));
    expect(owners.get('a')).toBe('ReplicaSet');
  });

  it('needs another listing of the pods when too many wait for their owners', async () => {
    const { collector } = start();
    const pods = collector.sinkOf('pod');
    const sets = collector.sinkOf('replicaSet');
    const listSets = async () => {
      sets.beginListing();
      await sets.listed([REPLICA_SET]);
      await sets.endListing();
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
    expect(sent.filter((line) => line.startsWith('pod'))).toEqual([
      'pod[0]',
      'pod[1]',
      'pod[2]',
      'pod[3]',
      'pod[4.]',
    ]);
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

  it('sends a namespace with its quotas, and again when a quota changes', async () => {
    const { collector, sent, quotas } = start();
    const namespaces = collector.sinkOf('namespace');
    const quotaSink = collector.quotaSink();
    namespaces.beginListing();
    await namespaces.listed([{ metadata: { ...metadata('n'), name: 'ns' } }]);
    await namespaces.endListing();
    expect(quotas.get('n')).toBeNull();
    quotaSink.beginListing();
    await quotaSink.listed([quota('q', '4')]);
    await quotaSink.endListing();
    expect(quotas.get('n')).toEqual(['q pods 4/10']);
    quotaSink.upsert(quota('q', '4'));
    quotaSink.upsert(quota('q', '5'));
    expect(quotas.get('n')).toEqual(['q pods 5/10']);
    quotaSink.remove(quota('q', '5'));
    expect(quotas.get('n')).toEqual([]);
    expect(sent.filter((line) => line.endsWith(' n'))).toEqual(['= n', '+ n', '+ n', '+ n']);
  });

  it('reports a quota it cannot read and goes on', async () => {
    const { collector, quotas, unreadable } = start();
    collector.sinkOf('namespace').upsert({ metadata: { ...metadata('n'), name: 'ns' } });
    const sink = collector.quotaSink();
    sink.beginListing();
    await sink.listed([{ metadata: {} }, quota('q', '4')]);
    await sink.endListing();
    expect(unreadable).toEqual(['resourceQuota']);
    expect(quotas.get('n')).toEqual(['q pods 4/10']);
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
