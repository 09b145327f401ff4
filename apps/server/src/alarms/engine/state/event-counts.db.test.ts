import { expect, it } from 'vitest';
import { eventRecord, iso } from '../../../pipeline/testing/batches.ts';
import { describePipeline } from '../../../pipeline/testing/describe-pipeline.ts';
import type { EventAlarm } from '../../settings/setting-cache.ts';
import { EventCounts } from './event-counts.ts';

const MINUTE_MS = 60_000;

describePipeline('event counts', (stage) => {
  const ruleOf = (over: Partial<EventAlarm> = {}): EventAlarm => ({
    eventAlarmId: 1,
    hostId: stage.hostId,
    name: 'back-off',
    isOn: true,
    isNotified: true,
    type: null,
    reason: 'BackOff',
    objectKind: null,
    namespace: null,
    messageText: null,
    warning: 10,
    critical: null,
    windowMin: 10,
    ...over,
  });

  /** Reports the same event again, with its new total count. */
  async function reportEvent(count: number, firstMs: number): Promise<void> {
    const event = eventRecord('e1', stage.nowMs, { count, firstAt: iso(firstMs) });
    await stage.accept(stage.agent.next(stage.nowMs, { events: [event] }));
  }

  async function count(counts: EventCounts, rule: EventAlarm, contactMs = stage.nowMs): Promise<number> {
    await counts.read(stage.db, stage.hostId, [rule], { nowMs: stage.nowMs, contactMs });
    return [...counts.of(rule, stage.nowMs)].reduce((sum, { cnt }) => sum + cnt, 0);
  }

  it('include every occurrence of an event in the window, and only the last of an older event', async () => {
    await reportEvent(40, stage.nowMs - 50 * MINUTE_MS);
    expect(await count(new EventCounts(), ruleOf())).toBe(1);
    expect(await count(new EventCounts(), ruleOf({ windowMin: 60 }))).toBe(40);
  });

  it('continue from the last read', async () => {
    const counts = new EventCounts();
    const firstMs = stage.nowMs - 50 * MINUTE_MS;
    await reportEvent(32, firstMs);
    expect(await count(counts, ruleOf())).toBe(1);
    stage.later(MINUTE_MS);
    await reportEvent(40, firstMs);
    expect(await count(counts, ruleOf())).toBe(9);
    stage.later(10 * MINUTE_MS);
    expect(await count(counts, ruleOf())).toBe(0);
  });

  it('stay when thresholds change, and restart when the conditions change', async () => {
    const counts = new EventCounts();
    const firstMs = stage.nowMs;
    await reportEvent(8, firstMs);
    expect(await count(counts, ruleOf())).toBe(8);
    stage.later(12 * MINUTE_MS);
    await reportEvent(9, firstMs);
    expect(await count(counts, ruleOf({ warning: 3, name: 'other', isOn: false }))).toBe(1);
    expect(await count(counts, ruleOf({ windowMin: 20 }))).toBe(9);
    expect(await count(counts, ruleOf({ reason: 'FailedMount' }))).toBe(0);
    expect(await count(counts, ruleOf())).toBe(1);
  });

  it('do not count occurrences during a silence as recent', async () => {
    const counts = new EventCounts();
    const firstMs = stage.nowMs;
    await reportEvent(1, firstMs);
    expect(await count(counts, ruleOf())).toBe(1);
    const lastEventMs = stage.nowMs;
    stage.later(40 * MINUTE_MS);
    expect(await count(counts, ruleOf(), lastEventMs)).toBe(0);
    await reportEvent(41, firstMs);
    expect(await count(counts, ruleOf())).toBe(1);
  });

  it('count a burst after a long pause once', async () => {
    const counts = new EventCounts();
    const firstMs = stage.nowMs;
    await reportEvent(1, firstMs);
    await count(counts, ruleOf());
    stage.later(40 * MINUTE_MS);
    expect(await count(counts, ruleOf())).toBe(0);
    stage.later(MINUTE_MS);
    await reportEvent(13, firstMs);
    expect(await count(counts, ruleOf())).toBe(12);
  });
});
