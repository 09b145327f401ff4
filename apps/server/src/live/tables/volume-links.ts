import { NO_TEXT } from '../columns/string-table.ts';
import type { LiveTables } from './live-tables.ts';

/** Which claim is bound to which volume, by slot. */
export interface VolumeLinks {
  readonly claimOfVolume: ReadonlyMap<number, number>;
  readonly volumeOfClaim: ReadonlyMap<number, number>;
}

interface Known {
  readonly links: VolumeLinks;
  readonly volumeVersion: number;
  readonly claimVersion: number;
}

const known = new WeakMap<LiveTables, Map<number, Known>>();

/** The links of one cluster. They are found again only after a volume or claim of the cluster has changed. */
export function linkVolumes(tables: LiveTables, cluster: number): VolumeLinks {
  const byCluster = known.get(tables) ?? new Map<number, Known>();
  known.set(tables, byCluster);
  const volumeVersion = tables.volume.versionOf(cluster);
  const claimVersion = tables.claim.versionOf(cluster);
  const before = byCluster.get(cluster);
  if (before?.volumeVersion === volumeVersion && before.claimVersion === claimVersion) return before.links;
  const links = linked(tables, cluster);
  byCluster.set(cluster, { links, volumeVersion, claimVersion });
  return links;
}

function linked({ volume, claim }: LiveTables, cluster: number): VolumeLinks {
  const claimOfVolume = new Map<number, number>();
  const volumeOfClaim = new Map<number, number>();
  const volumes = new Map<number, number>();
  for (const slot of volume.slots(cluster)) volumes.set(volume.state.name.at(slot), slot);
  for (const slot of claim.slots(cluster)) {
    const nameRef = claim.state.volumeName.at(slot);
    if (nameRef === NO_TEXT) continue;
    const volumeSlot = volumes.get(nameRef);
    if (volumeSlot === undefined) continue;
    volumeOfClaim.set(slot, volumeSlot);
    // A released volume still names its deleted claim. A new claim of that name is bound to another volume.
    const isItsClaim =
      volume.state.claimName.at(volumeSlot) === claim.state.name.at(slot) &&
      volume.state.claimNamespace.at(volumeSlot) === claim.state.namespace.at(slot);
    if (isItsClaim) claimOfVolume.set(volumeSlot, slot);
  }
  return { claimOfVolume, volumeOfClaim };
}
