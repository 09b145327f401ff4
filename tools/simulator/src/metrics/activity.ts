import { mix, unit } from '../core/random.ts';

/**
 * The activity of a subject over time, 1 on average: a daily wave and noise, as a function of seed and time
 * alone. Its integral has a closed form, so that a counter at any instant costs the same and agrees with
 * every other reading.
 */
export interface Shape {
  readonly seed: number;
  readonly dailySwing: number;
  readonly peakSec: number;
  readonly noise: number;
  /** The start of the last integral, cached: repeated readings of a counter have the same start. */
  readonly began: { sec: number; swing: number };
}

const DAY_SEC = 86_400;
const TURN = 2 * Math.PI;
/** Noise on several scales. Each cell has one full wave of random height, so that its sum is zero. */
const CELLS: readonly { readonly lengthSec: number; readonly weight: number }[] = [
  { lengthSec: 48, weight: 0.5 },
  { lengthSec: 410, weight: 0.3 },
  { lengthSec: 2900, weight: 0.2 },
];
/** 15:00 in Korea, when shops and offices are busiest. */
const PEAK_SEC = 6 * 3600;

export function shapeOf(seed: number): Shape {
  return {
    seed,
    dailySwing: 0.15 + 0.35 * unit(seed, 1),
    peakSec: PEAK_SEC + (unit(seed, 2) - 0.5) * 4 * 3600,
    noise: 0.1 + 0.25 * unit(seed, 3),
    began: { sec: Number.NaN, swing: 0 },
  };
}

/** Between 0.1 and 1.9. */
export function activityAt(shape: Shape, sec: number): number {
  let value = 1 + shape.dailySwing * Math.cos((TURN * (sec - shape.peakSec)) / DAY_SEC);
  for (const { lengthSec, weight } of CELLS) {
    const cell = Math.floor(sec / lengthSec);
    const within = sec / lengthSec - cell;
    value += shape.noise * weight * heightOf(shape.seed, cell, lengthSec) * Math.sin(TURN * within);
  }
  return value;
}

/** The integral of the activity from one second to another. */
export function activityBetween(shape: Shape, fromSec: number, toSec: number): number {
  const { began } = shape;
  if (began.sec !== fromSec) {
    began.sec = fromSec;
    began.swing = swingUntil(shape, fromSec);
  }
  return toSec - fromSec + swingUntil(shape, toSec) - began.swing;
}

function swingUntil(shape: Shape, sec: number): number {
  let sum = ((shape.dailySwing * DAY_SEC) / TURN) * Math.sin((TURN * (sec - shape.peakSec)) / DAY_SEC);
  for (const { lengthSec, weight } of CELLS) {
    const cell = Math.floor(sec / lengthSec);
    const within = sec / lengthSec - cell;
    const wave = (lengthSec / TURN) * (1 - Math.cos(TURN * within));
    sum += shape.noise * weight * heightOf(shape.seed, cell, lengthSec) * wave;
  }
  return sum;
}

function heightOf(seed: number, cell: number, lengthSec: number): number {
  return (mix(seed ^ lengthSec, cell) / 0x1_0000_0000) * 2 - 1;
}
