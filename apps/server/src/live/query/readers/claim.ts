import { alwaysSampled, noSamples } from '../../columns/sample-times.ts';
import { NO_SLOT } from '../../columns/table.ts';
import type { World } from '../../views/world.ts';
import {
  choices,
  clusterReaders,
  idOf,
  ids,
  lifeReaders,
  monReaders,
  numberOf,
  numbers,
  percent,
  percentOf,
  type Readers,
  texts,
} from '../readers.ts';

/** Of the file system where it is measured: it is smaller than the disk. */
export function claimUsedPct({ claim }: World, slot: number): number {
  const measured = claim.metrics.capacityBytes.at(slot);
  const capacity = Number.isNaN(measured) ? claim.state.capacityBytes.at(slot) : measured;
  return percent(claim.metrics.usedBytes.at(slot), capacity);
}

export function claimReaders(world: World): Readers<'claim'> {
  const { volume, claim } = world;
  const { state, metrics } = claim;
  return {
    pvcId: ids(claim.ids),
    ...clusterReaders(world, claim),
    name: texts(state.name),
    namespace: texts(state.namespace),
    // Nobody measures a claim that no pod uses: it is watched as long as its cluster is heard.
    ...monReaders(claim, noSamples),
    phase: choices(state.phase),
    storageClass: texts(state.storageClass),
    accessModes: texts(state.accessModes),
    requestedBytes: numbers(state.requestedBytes),
    capacityBytes: numbers(state.capacityBytes),
    usedBytes: numbers(metrics.usedBytes),
    availableBytes: numbers(metrics.availableBytes),
    usedPct: numberOf((slot) => claimUsedPct(world, slot)),
    inodesUsedPct: percentOf(metrics.inodesUsed, metrics.inodes),
    daysUntilFull: numbers(claim.daysUntilFull),
    volumeId: idOf((slot, { links }) => volume.ids.get(links.volumeOfClaim[slot] ?? NO_SLOT)),
    volumeName: texts(state.volumeName),
    ...lifeReaders(claim, alwaysSampled(claim.dataAtMs)),
  };
}
