import type { Ack, ManifestPart } from '@gwanje/kinds/batch';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ManifestTracker } from './manifest-tracker.ts';

const HOUR_MS = 3_600_000;
const pod = (spec: string) => ({ metadata: { name: 'web' }, spec });

/** A server that stores what it gets, and an agent that restarts and loses batches. */
class Installation {
  /** The newest manifest of each object at the server. */
  readonly stored = new Map<string, string>();
  readonly versions: string[] = [];
  readonly cluster = new Map<string, string>();
  nowMs = 0;
  seq = 0;
  tracker = this.#start();

  #start(): ManifestTracker {
    const tracker = new ManifestTracker({ now: () => new Date(this.nowMs), nowMs: () => this.nowMs });
    tracker.acknowledged({ seq: this.seq, manifests: { checkedCnt: 0, wantedUids: [] } });
    return tracker;
  }

  restart(): void {
    this.tracker = this.#start();
    this.list();
  }

  list(): void {
    for (const [uid, spec] of this.cluster) this.tracker.listed('pod', uid, pod(spec));
    this.tracker.listingEnded('pod');
  }

  change(uid: string, spec: string): void {
    this.cluster.set(uid, spec);
    this.tracker.changed('pod', uid, pod(spec));
  }

  delete(uid: string): void {
    this.cluster.delete(uid);
    this.tracker.forget('pod', uid);
  }

  /** One second: the agent sends a batch, and reads what the server needs. */
  step(fate: 'stored' | 'lost' | 'resent' = 'stored'): void {
    this.nowMs += 1000;
    if (!this.tracker.isWaiting) {
      const part = this.tracker.take();
      if (part) {
        this.seq += 1;
        this.tracker.sent(this.seq, part);
        if (fate !== 'lost') this.#acknowledge(part, fate);
      }
    }
    // A heartbeat.
    this.seq += 1;
    this.tracker.acknowledged({ seq: this.seq, manifests: { checkedCnt: 0, wantedUids: [] } });
    for (const kind of this.tracker.wantedKinds) {
      for (const [uid, spec] of this.cluster) this.tracker.fetched(kind, uid, pod(spec));
      this.tracker.fetchEnded(kind);
    }
  }

  #acknowledge({ upserts, checks }: ManifestPart, fate: 'stored' | 'resent'): void {
    const wantedUids: string[] = [];
    for (const { uid, hash } of checks) if (this.stored.get(uid) !== hash) wantedUids.push(uid);
    for (const { uid, hash, json } of upserts) {
      if (this.stored.get(uid) !== hash) this.versions.push(`${uid} ${JSON.parse(json).spec}`);
      this.stored.set(uid, hash);
    }
    // A batch that was stored before is acknowledged without answers.
    const answered = { checkedCnt: checks.length, wantedUids };
    const manifests: Ack['manifests'] = fate === 'resent' ? { checkedCnt: 0, wantedUids: [] } : answered;
    this.tracker.acknowledged({ seq: this.seq, manifests });
  }

  settle(): void {
    this.nowMs += HOUR_MS;
    for (let second = 0; second < 200; second++) this.step();
  }

  /** The objects whose newest manifest the server lacks. */
  get lacking(): string[] {
    const expected = new ManifestTracker({ now: () => new Date(0), nowMs: () => 0 });
    for (const [uid, spec] of this.cluster) expected.listed('pod', uid, pod(spec));
    expected.listingEnded('pod');
    const checks = expected.take()?.checks ?? [];
    return checks.filter(({ uid, hash }) => this.stored.get(uid) !== hash).map(({ uid }) => uid);
  }
}

describe('the manifests of an agent', () => {
  it('are sent when they change, once they have settled, and not when nothing has changed', () => {
    const one = new Installation();
    one.change('a', 'x');
    one.change('a', 'y');
    expect(one.tracker.take()).toBeUndefined();
    for (let second = 0; second < 5; second++) one.step();
    one.change('a', 'y');
    for (let second = 0; second < 5; second++) one.step();
    expect(one.versions).toEqual(['a y']);
  });

  it('that change all the time are sent once a minute', () => {
    const one = new Installation();
    for (let second = 0; second < 180; second++) {
      one.change('a', `${second}`);
      one.step();
    }
    expect(one.versions).toHaveLength(3);
  });

  it('are not sent again after a restart: only digests are', () => {
    const one = new Installation();
    for (const uid of ['a', 'b']) one.change(uid, 'x');
    one.settle();
    one.restart();
    expect(one.tracker.take()).toMatchObject({ upserts: [], checks: [{ uid: 'a' }, { uid: 'b' }] });
  });

  it('of replica sets are left out', () => {
    const one = new Installation();
    one.tracker.changed('replicaSet', 'a', {});
    one.nowMs += HOUR_MS;
    expect(one.tracker.take()).toBeUndefined();
  });

  it('wait within a limit, and those that are dropped are found again', () => {
    const one = new Installation();
    const spec = 'x'.repeat(1000);
    for (let no = 0; no < 6000; no++) one.change(`uid-${no}`, spec);
    for (let second = 0; second < 60; second++) one.step();
    expect(one.lacking).toEqual([]);
  });

  it('are complete at the server in the end, whatever is lost, resent, restarted or restored', () => {
    const Uid = fc.constantFrom('a', 'b', 'c');
    const Step = fc.oneof(
      fc.record({ what: fc.constant('change' as const), uid: Uid, spec: fc.constantFrom('x', 'y', 'z') }),
      fc.record({ what: fc.constant('delete' as const), uid: Uid }),
      fc.record({ what: fc.constantFrom('stored', 'lost', 'resent', 'restart', 'list') }),
      fc.record({ what: fc.constant('restore' as const) }),
    );
    fc.assert(
      fc.property(fc.array(Step, { maxLength: 40 }), (steps) => {
        const one = new Installation();
        for (const step of steps) {
          if ('spec' in step) one.change(step.uid, step.spec);
          else if ('uid' in step) one.delete(step.uid);
          else if (step.what === 'restart') one.restart();
          else if (step.what === 'list') one.list();
          else if (step.what === 'restore') one.stored.clear();
          else if (step.what === 'stored' || step.what === 'lost' || step.what === 'resent')
            one.step(step.what);
        }
        one.settle();
        expect(one.lacking).toEqual([]);
      }),
    );
  });
});
