import { describe, expect, it } from 'vitest';
import {
  fellSilent,
  MAX_RECORDS_AN_HOUR,
  type NodeFacts,
  type NodeSpan,
  type NodeTrack,
  nodeGone,
  nodeSeen,
  type TrackStep,
  timePassed,
} from './node-history.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOON = Date.parse('2026-03-02T12:00:00Z');

function facts(condition: NodeFacts['condition'], over: Partial<NodeFacts> = {}): NodeFacts {
  const status = condition === 'Ready' ? 'True' : 'False';
  return {
    condition,
    isSchedulable: true,
    kubeletVersion: 'v1.34.1',
    conditions: [{ type: 'Ready', status, reason: null, message: null, changedAt: null }],
    ...over,
  };
}

const READY = facts('Ready');
const NOT_READY = facts('NotReady');

/** The rows of the table after some steps, and the resulting track. Minutes count from noon. */
class History {
  track: NodeTrack | undefined;
  readonly #spans = new Map<number, NodeSpan>();

  step(next: (track: NodeTrack) => TrackStep): this {
    if (!this.track) throw new Error('no track');
    return this.take(next(this.track));
  }

  take({ track, changed }: TrackStep): this {
    this.track = track;
    for (const span of changed) this.#spans.set(span.fromMs, span);
    return this;
  }

  get lines(): string[] {
    const minute = (ms: number | null) => (ms === null ? '…' : `${(ms - NOON) / MINUTE}`);
    return [...this.#spans.values()].map(({ fromMs, toMs, facts: { condition }, flapCnt }) =>
      `${minute(fromMs)}-${minute(toMs)} ${condition} ${flapCnt || ''}`.trim(),
    );
  }
}

function seenAt(minute: number, what = READY): History {
  return new History().take(nodeSeen(undefined, what, NOON + minute * MINUTE));
}

function at(minute: number): number {
  return NOON + minute * MINUTE;
}

describe('the history of a node', () => {
  it('begins when the node is first reported', () => {
    expect(seenAt(20).lines).toEqual(['20-… Ready']);
  });

  it('begins a new record at the hour', () => {
    const history = seenAt(50).step((track) => timePassed(track, at(59), at(60)));
    expect(history.lines).toEqual(['50-60 Ready', '60-… Ready']);
  });

  it('begins a new record at every hour of late data', () => {
    const history = seenAt(50).step((track) => nodeSeen(track, NOT_READY, at(190)));
    expect(history.lines).toEqual([
      '50-60 Ready',
      '60-120 Ready',
      '120-180 Ready',
      '180-190 Ready',
      '190-… NotReady',
    ]);
  });

  it.each([
    ['the Ready condition', NOT_READY],
    ['its schedulable flag', facts('Ready', { isSchedulable: false })],
    ['its kubelet version', facts('Ready', { kubeletVersion: 'v1.35.0' })],
    [
      'a condition that is not the worst',
      facts('Ready', {
        conditions: [
          ...READY.conditions,
          { type: 'DiskPressure', status: 'True', reason: null, message: null, changedAt: null },
        ],
      }),
    ],
  ])('begins a new record when %s changes', (_what, changed) => {
    const history = seenAt(10).step((track) => nodeSeen(track, changed, at(15)));
    expect(history.lines).toEqual(['10-15 Ready', `15-… ${changed.condition}`]);
  });

  it('continues its record when only the message of a condition changes', () => {
    const reworded = facts('Ready', {
      conditions: [
        { type: 'Ready', status: 'True', reason: 'Other', message: 'other text', changedAt: null },
      ],
    });
    expect(seenAt(10).step((track) => nodeSeen(track, reworded, at(15))).lines).toEqual(['10-… Ready']);
  });

  it('applies a change dated before its record to that record', () => {
    expect(seenAt(10).step((track) => nodeSeen(track, NOT_READY, at(5))).lines).toEqual(['10-… NotReady']);
  });

  it('has at most 12 records an hour, the last of which counts how often the node flapped', () => {
    const history = seenAt(0);
    for (let minute = 1; minute <= 30; minute++)
      history.step((track) => nodeSeen(track, minute % 2 ? NOT_READY : READY, at(minute)));
    expect(history.lines).toHaveLength(MAX_RECORDS_AN_HOUR);
    expect(history.lines.at(-1)).toBe('11-… Ready 19');
    history.step((track) => timePassed(track, at(59), at(60)));
    history.step((track) => nodeSeen(track, NOT_READY, at(61)));
    expect(history.lines.slice(-3)).toEqual(['11-60 Ready 19', '60-61 Ready', '61-… NotReady']);
  });

  it('ends when the node is deleted and begins again when the node exists again', () => {
    const history = seenAt(10).step((track) => nodeGone(track, at(20)));
    expect(history.track).toBeUndefined();
    history.take(nodeSeen(history.track, READY, at(40)));
    expect(history.lines).toEqual(['10-20 Ready', '40-… Ready']);
  });

  it('ends at the last data when the cluster is silent and begins again with the next data', () => {
    const history = seenAt(10)
      .step((track) => fellSilent(track, at(25)))
      .step((track) => timePassed(track, at(25), at(55)));
    expect(history.lines).toEqual(['10-25 Ready', '55-… Ready']);
  });

  it('has no record for a silence that was noticed after it ended', () => {
    const history = seenAt(10).step((track) => timePassed(track, at(12), NOON + 5 * HOUR));
    expect(history.lines).toEqual(['10-12 Ready', '300-… Ready']);
  });

  it.each([
    ['is reported in another state', (track: NodeTrack) => nodeSeen(track, NOT_READY, at(70))],
    ['is reported unchanged', (track: NodeTrack) => nodeSeen(track, READY, at(70))],
    ['gets no report while time passes', (track: NodeTrack) => timePassed(track, at(69), at(70))],
    ['has a silent cluster', (track: NodeTrack) => fellSilent(track, at(70))],
  ])(
    'has no record per hour since 1970 after a start with a reset clock, when the node %s',
    (_what, next) => {
      const history = new History().take(nodeSeen(undefined, READY, 0)).step(next);
      expect(history.lines.length).toBeLessThanOrEqual(3);
      expect(history.lines.slice(1).join()).toContain('60-');
    },
  );

  it('has a record border at the hour before the silence', () => {
    expect(seenAt(50).step((track) => fellSilent(track, at(65))).lines).toEqual([
      '50-60 Ready',
      '60-65 Ready',
    ]);
  });
});
