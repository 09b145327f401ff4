import { noSamples } from '../../columns/sample-times.ts';
import { NO_SLOT } from '../../columns/table.ts';
import type { Moment } from '../../views/moment.ts';
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
  type Readers,
  texts,
  timeOf,
} from '../readers.ts';
import { claimUsedPct } from './claim.ts';

/** Nobody measures volumes: what is used of one is what its claim says. */
export function volumeReaders(world: World): Readers<'volume'> {
  const { volume, claim } = world;
  const { state } = volume;
  const claimOf = (slot: number, { links }: Moment) => links.claimOfVolume[slot] ?? NO_SLOT;
  return {
    volumeId: ids(volume.ids),
    ...clusterReaders(world, volume),
    name: texts(state.name),
    ...monReaders(volume, noSamples),
    phase: choices(state.phase),
    reason: texts(state.reason),
    storageClass: texts(state.storageClass),
    accessModes: texts(state.accessModes),
    reclaimPolicy: texts(state.reclaimPolicy),
    driver: texts(state.driver),
    capacityBytes: numbers(state.capacityBytes),
    usedBytes: numberOf((slot, moment) => claim.metrics.usedBytes.at(claimOf(slot, moment))),
    usedPct: numberOf((slot, moment) => claimUsedPct(world, claimOf(slot, moment))),
    pvcId: idOf((slot, moment) => claim.ids.get(claimOf(slot, moment))),
    claimNamespace: texts(state.claimNamespace),
    claimName: texts(state.claimName),
    ...lifeReaders(volume, noSamples),
    dataAt: timeOf((slot, moment) => claim.dataAtMs.at(claimOf(slot, moment))),
  };
}
