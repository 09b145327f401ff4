import type { AlarmItemKey, AlarmSetting, AlarmTarget } from '@gwanje/contract/alarms/alarm-items';
import { type Episode, ItemBacktest } from '@gwanje/domain/alarms/backtest';
import type { AlarmItem } from '@gwanje/domain/alarms/item';
import type { FactsOf } from '@gwanje/kinds/state/facts';
import type { PastMeasurements } from './past-measurements.ts';

/** An item with its setting for one object. */
export interface SetItem<Target extends AlarmTarget> {
  readonly item: AlarmItem<Target>;
  readonly setting: AlarmSetting;
}

/** The state changes of an object. */
export interface Subject<Target extends AlarmTarget> {
  readonly changeTimes: readonly number[];
  /** Applies a change. False: the object does not exist from then on. */
  apply(index: number): boolean;
  /** Null: the object does not exist. */
  factsAt(nowMs: number): FactsOf[Target] | null;
}

/** Replays one object over the time of the backtest, window by window. */
export class Replay<Target extends AlarmTarget> {
  readonly #subject: Subject<Target>;
  readonly measurements: PastMeasurements;
  readonly #stepMs: number;
  readonly #hasContact: (atMs: number) => boolean;
  readonly #backtests: readonly (SetItem<Target> & { readonly backtest: ItemBacktest })[];
  #nextChange = 0;
  #gridMs: number;
  #holdEndsMs = Number.POSITIVE_INFINITY;

  constructor(
    subject: Subject<Target>,
    items: readonly SetItem<Target>[],
    measurements: PastMeasurements,
    grid: {
      readonly fromMs: number;
      readonly stepMs: number;
      readonly hasContact: (atMs: number) => boolean;
    },
  ) {
    this.#subject = subject;
    this.#backtests = items.map((set) => ({ ...set, backtest: new ItemBacktest(set.item, set.setting) }));
    this.measurements = measurements;
    this.#stepMs = grid.stepMs;
    this.#hasContact = grid.hasContact;
    this.#gridMs = grid.fromMs + grid.stepMs;
  }

  /** Evaluates at every stored measurement, at every state change, and when a hold ends. */
  run(untilMs: number): void {
    const { changeTimes } = this.#subject;
    for (;;) {
      const changeMs = changeTimes[this.#nextChange] ?? Number.POSITIVE_INFINITY;
      const nowMs = Math.min(this.#gridMs, changeMs, this.#holdEndsMs);
      if (nowMs > untilMs) return;
      if (nowMs >= this.#gridMs) this.#gridMs += this.#stepMs;
      this.measurements.advance(nowMs);
      while ((changeTimes[this.#nextChange] ?? Number.POSITIVE_INFINITY) <= nowMs) this.#update(nowMs);
      this.#observe(nowMs);
    }
  }

  *episodes(): Iterable<readonly [AlarmItemKey, Episode]> {
    for (const { item, backtest } of this.#backtests)
      for (const episode of backtest.episodes) yield [item.key, episode];
  }

  #update(nowMs: number): void {
    const isAlive = this.#subject.apply(this.#nextChange++);
    if (!isAlive) for (const { backtest } of this.#backtests) backtest.end(nowMs);
  }

  #observe(nowMs: number): void {
    const facts = this.#subject.factsAt(nowMs);
    this.#holdEndsMs = Number.POSITIVE_INFINITY;
    if (facts === null) return;
    const hasContact = this.#hasContact(nowMs);
    for (const { item, setting, backtest } of this.#backtests) {
      const isDataMissing = item.basis !== 'silence' && !hasContact;
      backtest.observe(isDataMissing ? Number.NaN : item.evaluate(facts, setting), nowMs);
      const { holdEndsMs } = backtest;
      if (holdEndsMs > nowMs && holdEndsMs < this.#holdEndsMs) this.#holdEndsMs = holdEndsMs;
    }
  }
}
