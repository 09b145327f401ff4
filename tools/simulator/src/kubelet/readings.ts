import { hashText, unit } from '../core/random.ts';
import type { ContainerTemplate, PodRecord } from '../kinds/object/records.ts';
import {
  type ContainerCounters,
  type ContainerGauges,
  countersOf,
  gaugesOf,
  type LoadProfile,
  loadProfile,
} from '../metrics/container-load.ts';
import type { Cluster } from '../world/cluster.ts';

export interface ContainerReading {
  readonly index: number;
  readonly template: ContainerTemplate;
  readonly startedSec: number;
  readonly run: number;
  readonly counters: ContainerCounters;
  readonly gauges: ContainerGauges;
  readonly processes: number;
}

export interface PodReading {
  readonly pod: PodRecord;
  readonly containers: readonly ContainerReading[];
}

/** The values of all running pods that a node's kubelet would measure at an instant. */
export function readPods(cluster: Cluster, nodeName: string, atSec: number): PodReading[] {
  return cluster.indexes
    .podsOn(nodeName)
    .filter((pod) => pod.phase === 'Running' && pod.podIp !== '' && pod.startedSec <= atSec)
    .map((pod) => ({ pod, containers: readContainers(cluster, pod, atSec) }));
}

function readContainers({ seed, loads }: Cluster, pod: PodRecord, atSec: number): ContainerReading[] {
  const profiles = profilesOf(seed, pod);
  return pod.containers.flatMap(({ state, startedSec, restarts }, index) => {
    const template = pod.template.containers[index];
    const profile = profiles[index];
    if (state !== 'running' || !template || !profile || startedSec > atSec) return [];
    const changes = loads.of(pod.id, index);
    return {
      index,
      template,
      startedSec,
      run: restarts,
      counters: countersOf(profile, changes, startedSec, atSec),
      gauges: gaugesOf(profile, changes, template.resources.limitBytes, startedSec, atSec),
      processes: profile.processes,
    };
  });
}

const knownProfiles = new WeakMap<PodRecord, LoadProfile[]>();

/** Profiles depend only on constant values, so they are cached for records that are read repeatedly. */
function profilesOf(seed: number, pod: PodRecord): LoadProfile[] {
  let profiles = knownProfiles.get(pod);
  if (!profiles) {
    profiles = pod.template.containers.map((template, index) => loadProfile(seed, pod.id, index, template));
    knownProfiles.set(pod, profiles);
  }
  return profiles;
}

/** A type and not an interface: it is a JSON object. */
export type FileSystem = {
  readonly capacityBytes: number;
  readonly availableBytes: number;
  readonly usedBytes: number;
  readonly inodes: number;
  readonly inodesUsed: number;
};

/** The usage of a claim's file system. */
export function readClaim(cluster: Cluster, claimKey: string, atSec: number): FileSystem | undefined {
  const claim = cluster.store.persistentvolumeclaims.get(claimKey);
  if (claim?.phase !== 'Bound') return undefined;
  const own = hashText(cluster.seed, claimKey);
  // A file system reserves a part of the device.
  const capacityBytes = 4096 * Math.floor((claim.bytes * 0.984) / 4096);
  const filling = cluster.faults.fillingClaims.get(claimKey);
  const base = capacityBytes * (0.15 + 0.45 * unit(own, 1));
  const growth = capacityBytes * 0.06 * (((atSec + own) % 604_800) / 604_800);
  const filled = filling ? filling.bytesPerSec * Math.max(0, atSec - filling.fromSec) : 0;
  const usedBytes = 4096 * Math.floor(Math.min(capacityBytes * 0.998, base + growth + filled) / 4096);
  const inodes = Math.floor(claim.bytes / 16_384);
  const inodesUsed = Math.floor(11 + inodes * 0.3 * (usedBytes / capacityBytes));
  return { capacityBytes, availableBytes: capacityBytes - usedBytes, usedBytes, inodes, inodesUsed };
}
