import { mix, unit } from '../core/random.ts';
import type { PodRecord } from '../kinds/object/records.ts';
import { type Shape, shapeOf } from './activity.ts';
import { networkErrorsBetween } from './container-load.ts';
import { type ContainerLoads, workBetween } from './load-changes.ts';

export interface NetworkCounters {
  readonly rxBytes: number;
  readonly txBytes: number;
  readonly rxErrors: number;
  readonly txErrors: number;
}

interface NetworkProfile {
  readonly shape: Shape;
  readonly rxBytesPerSec: number;
  readonly txBytesPerSec: number;
}

const knownProfiles = new WeakMap<PodRecord, NetworkProfile>();

function networkProfile(seed: number, pod: PodRecord): NetworkProfile {
  let profile = knownProfiles.get(pod);
  if (!profile) {
    profile = makeProfile(seed, pod.id);
    knownProfiles.set(pod, profile);
  }
  return profile;
}

function makeProfile(seed: number, podId: number): NetworkProfile {
  // The first container's shape, so that traffic and work rise and fall together.
  const own = mix(seed ^ 0x51ab, podId * 8);
  return {
    shape: shapeOf(own),
    rxBytesPerSec: 300 + 400_000 * unit(own, 21) ** 4,
    txBytesPerSec: 300 + 600_000 * unit(own, 22) ** 4,
  };
}

/** Counted since the start of the pod's sandbox. A container restart does not reset it. */
export function podNetwork(
  seed: number,
  pod: PodRecord,
  book: ContainerLoads,
  atSec: number,
): NetworkCounters {
  const profile = networkProfile(seed, pod);
  const changes = book.of(pod.id, 0);
  const work = workBetween(profile.shape, changes, pod.startedSec, atSec, (change) => change.networkFactor);
  const errors = networkErrorsBetween(changes, pod.startedSec, atSec);
  return {
    rxBytes: Math.floor(profile.rxBytesPerSec * work),
    txBytes: Math.floor(profile.txBytesPerSec * work),
    rxErrors: errors,
    txErrors: Math.floor(errors / 3),
  };
}
