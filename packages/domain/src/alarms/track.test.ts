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
const LATE_MS = FLAP_MS + 1;

/** Drives one item of one object, and records the effects on its alarms. */
class Driven {
  track: Track | undefined;
  nowMs = 1_000_000;
  readonly effects: string[] = [];
  #ids = 0;

  observe(verdict: Verdict, over: Partial<Observation> = {}): this {
    const observe = { verdict, holdMs: 0, isMeasured: true, nowMs: this.nowMs, ...over };
    return this.#take(nextTrack(this.track, observe, () => ++this.#ids));
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
    if (effect) this.effects.push(`${effect.kind} ${effect.alarmId}`);
    return this;
  }
}

describe('an alarm', () => {
  const hold = { holdMs: 3 * MINUTE_MS };

  it('waits for its hold time, across a restart', () => {
    const one = new Driven()
      .observe('warning', hold)
      .after(2 * MINUTE_MS)
      .observe('warning', hold)
      .restart();
    expect(one.effects).toEqual([]);
    expect(one.after(MINUTE_MS).observe('warning', hold).effects).toEqual(['raise 1']);
  });

  it('restarts the hold after a break', () => {
    const one = new Driven()
      .observe('warning', hold)
      .after(2 * MINUTE_MS)
      .observe('ok', hold);
    expect(one.after(MINUTE_MS).observe('warning', hold).effects).toEqual([]);
  });

  it('continues a hold through silence, but not over a long gap between measurements', () => {
    const measured = new Driven()
      .observe('warning', hold)
      .observe('noData', hold)
      .after(20 * MINUTE_MS);
    expect(measured.observe('warning', hold).effects).toEqual([]);
    const stated = new Driven().observe('warning', { ...hold, isMeasured: false }).after(20 * MINUTE_MS);
    expect(stated.observe('warning', { ...hold, isMeasured: false }).effects).toEqual(['raise 1']);
  });

  it('changes from warning to critical once its hold time has passed at that level too', () => {
    const one = new Driven().observe('warning', hold).after(hold.holdMs).observe('critical', hold);
    expect(one.effects).toEqual(['raise 1']);
    one.after(hold.holdMs).observe('critical', hold).observe('warning', hold).observe('critical', hold);
    expect(one.effects).toEqual(['raise 1', 'worsen 1']);
  });

  it('does not recover without data or within the recovery margin', () => {
    const one = new Driven().observe('critical').after(6_000_000).observe('noData').observe('between');
    expect(one.effects).toEqual(['raise 1']);
    expect(one.observe('ok').effects).toEqual(['raise 1', 'recover 1']);
  });

  it.each([
    [FLAP_MS, ['raise 1', 'recover 1', 'reoccur 1']],
    [LATE_MS, ['raise 1', 'recover 1', 'raise 2']],
  ])('that breaches again %i ms after it recovered', (afterMs, effects) => {
    const recovered = new Driven().observe('warning').observe('ok');
    expect(recovered.after(afterMs).observe('warning').effects).toEqual(effects);
  });

  it('stays the same alarm while a user handles it, and reopens when it breaches again later', () => {
    const one = new Driven().observe('warning').confirm(2).observe('ok').after(MINUTE_MS).observe('warning');
    expect(one.track).toMatchObject({ alarmId: 1, confirmLevel: 2, recoveredMs: null });
    one.observe('ok').after(LATE_MS).observe('warning');
    expect(one.track).toMatchObject({ alarmId: 1, confirmLevel: 1 });
    expect(one.effects).toEqual(['raise 1', 'recover 1', 'reoccur 1', 'recover 1', 'reoccur 1']);
  });

  it('that was closed while breaching is not raised again until the value has recovered once', () => {
    const one = new Driven()
      .observe('warning')
      .confirm(4)
      .after(QUIET_MS - 1)
      .observe('critical')
      .observe('noData');
    expect(one.effects).toEqual(['raise 1']);
    expect(one.observe('ok').observe('warning').effects).toEqual(['raise 1', 'raise 2']);
  });

  it('that was closed while breaching is raised again after a day', () => {
    const one = new Driven().observe('warning').confirm(4).after(QUIET_MS).observe('warning');
    expect(one.effects).toEqual(['raise 1', 'raise 2']);
  });

  it('that was closed after its recovery is raised again at the next breach', () => {
    for (const one of [new Driven().observe('warning'), new Driven().observe('warning').confirm(3)]) {
      const { effects } = one.observe('ok').confirm(4).observe('warning');
      expect(effects).toEqual(['raise 1', 'recover 1', 'raise 2']);
    }
  });

  it('is closed without a recovery when its object is deleted', () => {
    expect(new Driven().observe('warning').confirm(2).end().effects).toEqual(['raise 1', 'close 1']);
    expect(new Driven().observe('warning').observe('ok').end().effects).toEqual(['raise 1', 'recover 1']);
  });
});

type Act =
  | { readonly kind: 'observe'; readonly verdict: Verdict; readonly isMeasured: boolean }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'confirm'; readonly level: 2 | 3 | 4 }
  | { readonly kind: 'restart' | 'end' };

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    kind: fc.constant('observe' as const),
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

/** The alarms as the tables would store them. The tracks do not read it. */
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
        // An alarm recovers only with data that shows it.
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

test('an item of an object has at most one open alarm and never recovers without data', () => {
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
            const seen = one.kind === 'observe' ? { ...one, holdMs, nowMs } : null;
            const verdict = seen?.verdict ?? null;
            const step = seen ? nextTrack(track, seen, () => ++ids) : endTrack(track, 'targetDeleted');
            track = step.track;
            if (step.effect) ledger.take(step.effect, verdict);
          }
          expect(ledger.open.length).toBeLessThanOrEqual(1);
          // Tracks and tables have the same open alarms.
          expect(track?.kind === 'open' ? [track.alarmId] : []).toEqual(ledger.open);
          if (track?.kind === 'open') expect(ledger.levels.get(track.alarmId)).toBe(track.confirmLevel);
        }
      },
    ),
    { numRuns: 2000 },
  );
});
