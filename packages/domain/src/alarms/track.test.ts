import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { isOpen, mayConfirm } from './lifecycle.ts';
import {
  confirmTrack,
  type Effect,
  endTrack,
  FLAP_MS,
  nextTrack,
  type Observation,
  QUIET_MS,
  type Track,
} from './track.ts';
import type { Verdict } from './verdict.ts';

const MINUTE_MS = 60_000;

/** One item of one object, driven by hand: `told` is what its alarms were told. */
class Driven {
  track: Track | undefined;
  nowMs = 1_000_000;
  readonly told: string[] = [];
  #ids = 0;

  look(verdict: Verdict, over: Partial<Observation> = {}): this {
    const look = { verdict, holdMs: 0, isMeasured: true, nowMs: this.nowMs, ...over };
    return this.#take(nextTrack(this.track, look, () => ++this.#ids));
  }

  after(ms: number): this {
    this.nowMs += ms;
    return this;
  }

  confirm(level: 2 | 3 | 4): this {
    this.track = confirmTrack(this.track, level, this.nowMs);
    return this;
  }

  end(): this {
    return this.#take(endTrack(this.track, 'targetDeleted'));
  }

  restart(): this {
    this.track = this.track && JSON.parse(JSON.stringify(this.track));
    return this;
  }

  #take({ track, effect }: { track: Track | undefined; effect?: Effect }): this {
    this.track = track;
    if (effect) this.told.push(`${effect.kind} ${effect.alarmId}`);
    return this;
  }
}

describe('an alarm', () => {
  const hold = { holdMs: 3 * MINUTE_MS };

  it('waits for its hold time, across a restart', () => {
    const one = new Driven()
      .look('warning', hold)
      .after(2 * MINUTE_MS)
      .look('warning', hold)
      .restart();
    expect(one.told).toEqual([]);
    expect(one.after(MINUTE_MS).look('warning', hold).told).toEqual(['raise 1']);
  });

  it('waits anew where what is wrong went away in between', () => {
    const one = new Driven()
      .look('warning', hold)
      .after(2 * MINUTE_MS)
      .look('ok', hold);
    expect(one.after(MINUTE_MS).look('warning', hold).told).toEqual([]);
  });

  it('goes on waiting through silence, but two measurements far apart prove nothing', () => {
    const measured = new Driven()
      .look('warning', hold)
      .look('noData', hold)
      .after(20 * MINUTE_MS);
    expect(measured.look('warning', hold).told).toEqual([]);
    const stated = new Driven().look('warning', { ...hold, isMeasured: false }).after(20 * MINUTE_MS);
    expect(stated.look('warning', { ...hold, isMeasured: false }).told).toEqual(['raise 1']);
  });

  it('rises from warning to critical in place, once its hold time has passed at that level too', () => {
    const one = new Driven()
      .look('warning', hold)
      .after(3 * MINUTE_MS)
      .look('critical', hold);
    expect(one.told).toEqual(['raise 1']);
    one
      .after(3 * MINUTE_MS)
      .look('critical', hold)
      .look('warning', hold)
      .look('critical', hold);
    expect(one.told).toEqual(['raise 1', 'worsen 1']);
  });

  it('does not recover by silence or between the thresholds', () => {
    const one = new Driven()
      .look('critical')
      .after(99 * MINUTE_MS)
      .look('noData')
      .look('between');
    expect(one.told).toEqual(['raise 1']);
    expect(one.look('ok').told).toEqual(['raise 1', 'recover 1']);
  });

  it.each([
    [FLAP_MS, ['raise 1', 'recover 1', 'reoccur 1']],
    [FLAP_MS + 1, ['raise 1', 'recover 1', 'raise 2']],
  ])('that breaks again %i ms after it recovered', (afterMs, told) => {
    expect(new Driven().look('warning').look('ok').after(afterMs).look('warning').told).toEqual(told);
  });

  it('is the same as long as somebody is at it, and asks anew where it came back later', () => {
    const one = new Driven().look('warning').confirm(2).look('ok').after(MINUTE_MS).look('warning');
    expect(one.track).toMatchObject({ alarmId: 1, confirmLevel: 2, recoveredMs: null });
    one
      .look('ok')
      .after(FLAP_MS + 1)
      .look('warning');
    expect(one.track).toMatchObject({ alarmId: 1, confirmLevel: 1 });
    expect(one.told).toEqual(['raise 1', 'recover 1', 'reoccur 1', 'recover 1', 'reoccur 1']);
  });

  it('closed while it is still wrong keeps quiet until it has recovered once', () => {
    const one = new Driven()
      .look('warning')
      .confirm(4)
      .after(QUIET_MS - 1)
      .look('critical')
      .look('noData');
    expect(one.told).toEqual(['raise 1']);
    expect(one.look('ok').look('warning').told).toEqual(['raise 1', 'raise 2']);
  });

  it('closed while it is still wrong is told again after a day', () => {
    const one = new Driven().look('warning').confirm(4).after(QUIET_MS).look('warning');
    expect(one.told).toEqual(['raise 1', 'raise 2']);
  });

  it('closed after it recovered is not quiet', () => {
    expect(new Driven().look('warning').look('ok').confirm(4).look('warning').told).toEqual([
      'raise 1',
      'recover 1',
      'raise 2',
    ]);
    expect(new Driven().look('warning').confirm(3).look('ok').confirm(4).look('warning').told).toEqual([
      'raise 1',
      'recover 1',
      'raise 2',
    ]);
  });

  it('of a target that is gone is closed, and was not recovered', () => {
    expect(new Driven().look('warning').confirm(2).end().told).toEqual(['raise 1', 'close 1']);
    expect(new Driven().look('warning').look('ok').end().told).toEqual(['raise 1', 'recover 1']);
  });
});

type Act =
  | { readonly kind: 'look'; readonly verdict: Verdict; readonly isMeasured: boolean }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'confirm'; readonly level: 2 | 3 | 4 }
  | { readonly kind: 'restart' | 'end' };

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    kind: fc.constant('look' as const),
    verdict: fc.constantFrom('noData', 'ok', 'between', 'warning', 'critical'),
    isMeasured: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('pass' as const),
    ms: fc.oneof(fc.nat(20 * MINUTE_MS), fc.constant(FLAP_MS), fc.constant(QUIET_MS)),
  }),
  fc.record({ kind: fc.constant('confirm' as const), level: fc.constantFrom(2, 3, 4) }),
  fc.record({ kind: fc.constantFrom('restart', 'end') }),
);

/** The alarms as the tables would have them, which the tracks know nothing of. */
class Ledger {
  readonly levels = new Map<number, 0 | 1 | 2 | 3 | 4>();

  get open(): number[] {
    return [...this.levels].filter(([, level]) => isOpen(level)).map(([id]) => id);
  }

  take(effect: Effect, verdict: Verdict | null): void {
    const { alarmId } = effect;
    const level = this.levels.get(alarmId);
    switch (effect.kind) {
      case 'raise':
        expect(level).toBeUndefined();
        this.levels.set(alarmId, 1);
        return;
      case 'recover':
        // Never without data that says so.
        expect(verdict).toBe('ok');
        expect(level === 1 || level === 2 || level === 3).toBe(true);
        if (level === 1) this.levels.set(alarmId, 0);
        return;
      case 'reoccur':
        expect(verdict === 'warning' || verdict === 'critical').toBe(true);
        expect(level === 0 || level === 2 || level === 3).toBe(true);
        if (effect.isReopened) this.levels.set(alarmId, 1);
        return;
      case 'worsen':
        expect(level === 1 || level === 2 || level === 3).toBe(true);
        return;
      case 'close':
        expect(level === 1 || level === 2 || level === 3).toBe(true);
        this.levels.set(alarmId, 4);
    }
  }
}

test('whatever happens, an item of an object has one open alarm at most, and none recovers without data', () => {
  fc.assert(
    fc.property(
      fc.array(act, { maxLength: 80 }),
      fc.constantFrom(0, MINUTE_MS, 6 * MINUTE_MS),
      (acts, holdMs) => {
        const ledger = new Ledger();
        let track: Track | undefined;
        let nowMs = 1_000_000;
        let ids = 0;
        for (const one of acts) {
          if (one.kind === 'pass') nowMs += one.ms;
          else if (one.kind === 'restart') track = track && JSON.parse(JSON.stringify(track));
          else if (one.kind === 'confirm') {
            const id = track && 'alarmId' in track ? track.alarmId : undefined;
            const level = id === undefined ? undefined : ledger.levels.get(id);
            if (id === undefined || level === undefined || !mayConfirm(level, one.level)) continue;
            ledger.levels.set(id, one.level);
            track = confirmTrack(track, one.level, nowMs);
          } else {
            const verdict = one.kind === 'look' ? one.verdict : null;
            const step =
              one.kind === 'look'
                ? nextTrack(
                    track,
                    { verdict: one.verdict, isMeasured: one.isMeasured, holdMs, nowMs },
                    () => ++ids,
                  )
                : endTrack(track, 'targetDeleted');
            track = step.track;
            if (step.effect) ledger.take(step.effect, verdict);
          }
          expect(ledger.open.length).toBeLessThanOrEqual(1);
          // Tracks and tables agree on what is open.
          expect(track?.kind === 'open' ? [track.alarmId] : []).toEqual(ledger.open);
          if (track?.kind === 'open') expect(ledger.levels.get(track.alarmId)).toBe(track.confirmLevel);
        }
      },
    ),
    { numRuns: 2000 },
  );
});
