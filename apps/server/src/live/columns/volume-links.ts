import type { World } from '../views/world.ts';
import { NO_TEXT } from './string-table.ts';
import { NO_SLOT } from './table.ts';

/** Which claim is bound to which volume, by slots. */
export interface VolumeLinks {
  readonly claimOfVolume: Int32Array;
  readonly volumeOfClaim: Int32Array;
}

interface Known {
  readonly links: VolumeLinks;
  readonly version: string;
}

const known = new WeakMap<World, Known>();

export function linkVolumes(world: World): VolumeLinks {
  const version = `${world.pv.version}/${world.pvc.version}`;
  const before = known.get(world);
  if (before !== undefined && before.version === version) return before.links;
  const links = linked(world);
  known.set(world, { links, version });
  return links;
}

function linked({ pv, pvc }: World): VolumeLinks {
  const claimOfVolume = new Int32Array(pv.end).fill(NO_SLOT);
  const volumeOfClaim = new Int32Array(pvc.end).fill(NO_SLOT);
  const volumes = new Map<string, number>();
  for (let slot = 0; slot < pv.end; slot++) {
    if (pv.ids.get(slot) !== 0) volumes.set(`${pv.cluster.get(slot)}/${pv.state.name.at(slot)}`, slot);
  }
  for (let slot = 0; slot < pvc.end; slot++) {
    const nameRef = pvc.state.volumeName.at(slot);
    if (nameRef === NO_TEXT) continue;
    const volume = volumes.get(`${pvc.cluster.get(slot)}/${nameRef}`);
    if (volume === undefined) continue;
    volumeOfClaim[slot] = volume;
    // A released volume still names the claim that is gone; a new claim of that name is bound elsewhere.
    const isItsClaim =
      pv.state.claimName.at(volume) === pvc.state.name.at(slot) &&
      pv.state.claimNamespace.at(volume) === pvc.state.namespace.at(slot);
    if (isItsClaim) claimOfVolume[volume] = slot;
  }
  return { claimOfVolume, volumeOfClaim };
}
