import type { AlarmItemKey, AlarmSetting, AlarmTarget } from '@gwanje/contract/alarm-items';
import type { FactsOf } from '@gwanje/domain/alarms/facts';
import type { AlarmItem } from '@gwanje/domain/alarms/item';
import { type Episode, ItemRehearsal } from '@gwanje/domain/alarms/rehearsal';
import type { PastFigures } from './past-figures.ts';

/** An item, and how it is set for one object. */
export interface SetItem<Target extends AlarmTarget> {
  readonly item: AlarmItem<Target>;
  readonly setting: AlarmSetting;
}

/** What changes of an object at a time; null facts: it is not there. */
export interface Subject<Target extends AlarmTarget> {
  readonly turnTimes: readonly number[];
  turn(index: number): (FactsOf[Target] & { nowMs: number }) | null;
}

/** One object on its way through the time that is rehearsed, stretch by stretch. */
export class Replay<Target extends AlarmTarget> {
  readonly #subject: Subject<Target>;
  readonly #items: readonly SetItem<Target>[];
  readonly #figures: PastFigures;
  readonly #stepMs: number;
  readonly #isHeard: (atMs: number) => boolean;
  readonly #rehearsals: (ItemRehearsal | undefined)[] = [];
  #facts: (FactsOf[Target] & { nowMs: number }) | null = null;
  #turn = 0;
  #gridMs: number;
  #holdEndsMs = Number.POSITIVE_INFINITY;

  constructor(
    subject: Subject<Target>,
    items: readonly SetItem<Target>[],
    figures: PastFigures,
    grid: { readonly fromMs: number; readonly stepMs: number; readonly isHeard: (atMs: number) => boolean },
  ) {
    this.#subject = subject;
    this.#items = items;
    this.#figures = figures;
    this.#stepMs = grid.stepMs;
    this.#isHeard = grid.isHeard;
    this.#gridMs = grid.fromMs + grid.stepMs;
  }

  get figures(): PastFigures {
    return this.#figures;
  }

  /** Looks whenever something was measured, has changed, or a hold ends. */
  run(untilMs: number): void {
    const { turnTimes } = this.#subject;
    for (;;) {
      const turnMs = turnTimes[this.#turn] ?? Number.POSITIVE_INFINITY;
      const nowMs = Math.min(this.#gridMs, turnMs, this.#holdEndsMs);
      if (nowMs > untilMs) return;
      if (nowMs >= this.#gridMs) this.#gridMs += this.#stepMs;
      this.#figures.advance(nowMs);
      while ((turnTimes[this.#turn] ?? Number.POSITIVE_INFINITY) <= nowMs) this.#become(nowMs);
      this.#look(nowMs);
    }
  }

  *episodes(): Iterable<readonly [AlarmItemKey, Episode]> {
    for (const [index, rehearsal] of this.#rehearsals.entries()) {
      const key = this.#items[index]?.item.key;
      for (const episode of rehearsal?.episodes ?? []) if (key) yield [key, episode];
    }
  }

  #become(nowMs: number): void {
    this.#facts = this.#subject.turn(this.#turn++);
    if (this.#facts === null) for (const rehearsal of this.#rehearsals) rehearsal?.end(nowMs);
  }

  #look(nowMs: number): void {
    const facts = this.#facts;
    this.#holdEndsMs = Number.POSITIVE_INFINITY;
    if (facts === null) return;
    facts.nowMs = nowMs;
    const isHeard = this.#isHeard(nowMs);
    for (let index = 0; index < this.#items.length; index++) {
      const set = this.#items[index];
      if (!set) continue;
      const { item, setting } = set;
      const isBlind = item.basis !== 'silence' && !isHeard;
      const value = isBlind ? Number.NaN : item.evaluate(facts, setting);
      let rehearsal = this.#rehearsals[index];
      if (!rehearsal) {
        if (!isBeyond(value, item, setting)) continue;
        rehearsal = new ItemRehearsal(item, setting);
        this.#rehearsals[index] = rehearsal;
      }
      rehearsal.look(value, nowMs);
      const { holdEndsMs } = rehearsal;
      if (holdEndsMs > nowMs && holdEndsMs < this.#holdEndsMs) this.#holdEndsMs = holdEndsMs;
    }
  }
}

function isBeyond<Target extends AlarmTarget>(
  value: number,
  { worse }: AlarmItem<Target>,
  { warning, critical }: AlarmSetting,
): boolean {
  const first = warning ?? critical;
  if (first === null) return false;
  return worse === 'above' ? value >= first : value <= first;
}
