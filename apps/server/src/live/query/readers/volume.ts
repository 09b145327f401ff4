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
export function volumeReaders(world: World): Readers<'pv'> {
  const { pv, pvc } = world;
  const { state } = pv;
  const claim = (slot: number, { links }: Moment) => links.claimOfVolume[slot] ?? NO_SLOT;
  return {
    volumeId: ids(pv.ids),
    ...clusterReaders(world, pv),
    name: texts(state.name),
    ...monReaders(pv, noSamples),
    phase: choices(state.phase),
    reason: texts(state.reason),
    storageClass: texts(state.storageClass),
    accessModes: texts(state.accessModes),
    reclaimPolicy: texts(state.reclaimPolicy),
    driver: texts(state.driver),
    capacityBytes: numbers(state.capacityBytes),
    usedBytes: numberOf((slot, moment) => pvc.metrics.usedBytes.at(claim(slot, moment))),
    usedPct: numberOf((slot, moment) => claimUsedPct(world, claim(slot, moment))),
    pvcId: idOf((slot, moment) => pvc.ids.get(claim(slot, moment))),
    claimNamespace: texts(state.claimNamespace),
    claimName: texts(state.claimName),
    ...lifeReaders(pv, noSamples),
    dataAt: timeOf((slot, moment) => pvc.dataAtMs.at(claim(slot, moment))),
  };
}
