import type { AlarmSetting } from '@gwanje/contract/alarms/alarm-items';
import { SHORT_S } from '@gwanje/contract/alarms/backtest';
import type { ItemTraits } from './item.ts';
import { endTrack, nextTrack, type Track } from './track.ts';
import { type AlarmLevel, firstThreshold, verdictOf } from './verdict.ts';

/** One time that an alarm would have been raised or reopened. */
export interface Episode {
  readonly level: AlarmLevel;
  readonly fromMs: number;
  readonly value: number;
  toMs: number | null;
  /** False: it ended because its object was deleted. */
  isRecovered: boolean;
  /** The longest time beyond the threshold without a break. A longer hold would have prevented the alarm. */
  beyondMs: number;
}

/** Replays one item of one object with the engine's own transitions. */
export class ItemBacktest {
  readonly episodes: Episode[] = [];
  readonly #item: ItemTraits;
  readonly #setting: AlarmSetting;
  readonly #threshold: number;
  #track: Track | undefined;
  #current: Episode | null = null;

  constructor(item: ItemTraits, setting: AlarmSetting) {
    this.#item = item;
    this.#setting = setting;
    this.#threshold = firstThreshold(setting, item.worse);
  }

  /** When the hold in progress ends; Infinity: there is none. */
  get holdEndsMs(): number {
    const track = this.#track;
    if (!track || track.kind === 'quiet' || track.breach === null) return Number.POSITIVE_INFINITY;
    if (track.kind === 'open' && track.recoveredMs === null) return Number.POSITIVE_INFINITY;
    return (track.breach.warningMs ?? track.breach.seenMs) + this.#setting.holdS * 1000;
  }

  observe(value: number, nowMs: number): void {
    const { worse } = this.#item;
    const isBreach = worse === 'above' ? value >= this.#threshold : value <= this.#threshold;
    if (this.#track === undefined && !isBreach) return;
    const verdict = verdictOf(value, this.#setting, worse);
    const { track, effect } = nextTrack(
      this.#track,
      { verdict, holdMs: this.#setting.holdS * 1000, isMeasured: this.#item.basis === 'sample', nowMs },
      () => 1,
    );
    this.#track = track;
    if (effect?.kind === 'raise' || effect?.kind === 'reoccur') {
      const { level } = effect;
      this.#current = { level, fromMs: nowMs, value, toMs: null, isRecovered: false, beyondMs: 0 };
      this.episodes.push(this.#current);
    }
    const current = this.#current;
    if (!current) return;
    if (effect?.kind === 'recover') {
      current.toMs = nowMs;
      current.isRecovered = true;
      this.#current = null;
    } else if (track && track.kind === 'open' && track.breach !== null) {
      const sinceMs = track.breach.warningMs ?? nowMs;
      current.beyondMs = Math.max(current.beyondMs, nowMs - sinceMs);
    }
  }

  /** The object was deleted. */
  end(nowMs: number): void {
    this.#track = endTrack(this.#track, 'targetDeleted').track;
    if (this.#current) this.#current.toMs = nowMs;
    this.#current = null;
  }
}

/** A suggested hold must prevent this share of the short episodes. */
const SHARE_TO_GO = 0.9;
const MAX_HOLD_S = 86_400;

export function figuresOf(episodes: readonly Episode[], holdS: number) {
  const durationsS = episodes.flatMap(({ fromMs, toMs, isRecovered }) =>
    toMs !== null && isRecovered ? [(toMs - fromMs) / 1000] : [],
  );
  const suggestedHoldS = suggestHoldS(episodes, holdS);
  return {
    firedCnt: episodes.length,
    openCnt: episodes.filter(({ toMs }) => toMs === null).length,
    totalS: durationsS.reduce((sum, one) => sum + one, 0),
    medianS: median(durationsS),
    shortCnt: episodes.filter(isShort).length,
    suggestedHoldS,
    suggestedFiredCnt:
      suggestedHoldS === null
        ? null
        : episodes.filter(({ beyondMs }) => beyondMs >= suggestedHoldS * 1000).length,
  };
}

/** The shortest hold that prevents nine of ten short episodes and no long one; null: there is none. */
function suggestHoldS(episodes: readonly Episode[], holdS: number): number | null {
  const short = episodes
    .filter(isShort)
    .map(({ beyondMs }) => beyondMs)
    .sort((a, b) => a - b);
  const last = short[Math.ceil(short.length * SHARE_TO_GO) - 1];
  if (last === undefined) return null;
  const suggestedS = Math.floor(last / 1000) + 1;
  const hidesLonger = episodes.some((one) => !isShort(one) && one.beyondMs < suggestedS * 1000);
  return suggestedS <= holdS || suggestedS > MAX_HOLD_S || hidesLonger ? null : suggestedS;
}

function isShort({ fromMs, toMs, isRecovered }: Episode): boolean {
  return isRecovered && toMs !== null && toMs - fromMs <= SHORT_S * 1000;
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  return upper === undefined || lower === undefined ? null : (upper + lower) / 2;
}
