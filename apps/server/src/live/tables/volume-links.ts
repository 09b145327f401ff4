import { NO_TEXT } from '../columns/string-table.ts';
import { NO_SLOT } from '../columns/table.ts';
import type { LiveTables } from './live-tables.ts';

/** Which claim is bound to which volume, by slot. */
export interface VolumeLinks {
  readonly claimOfVolume: Int32Array;
  readonly volumeOfClaim: Int32Array;
}

interface Known {
  readonly links: VolumeLinks;
  readonly version: string;
}

const known = new WeakMap<LiveTables, Known>();

export function linkVolumes(tables: LiveTables): VolumeLinks {
  const version = `${tables.volume.version}/${tables.claim.version}`;
  const before = known.get(tables);
  if (before !== undefined && before.version === version) return before.links;
  const links = linked(tables);
  known.set(tables, { links, version });
  return links;
}

function linked({ volume, claim }: LiveTables): VolumeLinks {
  const claimOfVolume = new Int32Array(volume.end).fill(NO_SLOT);
  const volumeOfClaim = new Int32Array(claim.end).fill(NO_SLOT);
  const volumes = new Map<string, number>();
  for (let slot = 0; slot < volume.end; slot++) {
    if (volume.ids.get(slot) !== 0)
      volumes.set(`${volume.cluster.get(slot)}/${volume.state.name.at(slot)}`, slot);
  }
  for (let slot = 0; slot < claim.end; slot++) {
    const nameRef = claim.state.volumeName.at(slot);
    if (nameRef === NO_TEXT) continue;
    const volumeSlot = volumes.get(`${claim.cluster.get(slot)}/${nameRef}`);
    if (volumeSlot === undefined) continue;
    volumeOfClaim[slot] = volumeSlot;
    // A released volume still names its deleted claim. A new claim of that name is bound to another volume.
    const isItsClaim =
      volume.state.claimName.at(volumeSlot) === claim.state.name.at(slot) &&
      volume.state.claimNamespace.at(volumeSlot) === claim.state.namespace.at(slot);
    if (isItsClaim) claimOfVolume[volumeSlot] = slot;
  }
  return { claimOfVolume, volumeOfClaim };
}
