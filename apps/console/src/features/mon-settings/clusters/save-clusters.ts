import { type Cluster, renameCluster, updateClusters } from '@gwanje/contract/clusters/clusters';
import type { BodyIn } from '@gwanje/contract/definition/endpoint';
import { AlarmTemplateId, type HostId, MetaGroupId, SubGroupId } from '@gwanje/contract/definition/fields';
import { call } from '#core/api/client.ts';
import { inRequests } from '#core/api/in-requests.ts';

export interface ClusterDraft {
  readonly name: string;
  readonly metaGroupId: number;
  readonly subGroupId: number | null;
  readonly alarmTemplateId: number;
  readonly isMonitored: boolean;
}

type Present = Pick<
  Cluster,
  'hostId' | 'name' | 'metaGroupId' | 'subGroupId' | 'alarmTemplateId' | 'isMonitored'
>;
type ClusterChange = BodyIn<typeof updateClusters>[number];

export function draftOf({
  name,
  metaGroupId,
  subGroupId,
  alarmTemplateId,
  isMonitored,
}: Present): ClusterDraft {
  return { name, metaGroupId, subGroupId, alarmTemplateId, isMonitored };
}

/** Only the fields that differ; null if none does. */
export function clusterChange(cluster: Present, draft: ClusterDraft): ClusterChange | null {
  const name = draft.name.trim();
  const isMoved = draft.subGroupId !== null && draft.subGroupId !== cluster.subGroupId;
  const change = {
    ...(name !== cluster.name && { name }),
    ...(isMoved && {
      metaGroupId: MetaGroupId.parse(draft.metaGroupId),
      subGroupId: SubGroupId.parse(draft.subGroupId),
    }),
    ...(draft.alarmTemplateId !== cluster.alarmTemplateId && {
      alarmTemplateId: AlarmTemplateId.parse(draft.alarmTemplateId),
    }),
    ...(draft.isMonitored !== cluster.isMonitored && { isMonitored: draft.isMonitored }),
  };
  return Object.keys(change).length === 0 ? null : { hostId: cluster.hostId, ...change };
}

/** A change of only the name has a separate endpoint. */
export async function saveCluster(change: ClusterChange): Promise<void> {
  const { hostId, name, ...others } = change;
  if (name !== undefined && Object.keys(others).length === 0)
    await call(renameCluster, { body: { hostId, name } });
  else await call(updateClusters, { body: [change] });
}

/** Applies the same change to many clusters. */
export async function saveClusters(
  hostIds: readonly HostId[],
  change: Omit<ClusterChange, 'hostId'>,
): Promise<void> {
  await inRequests(hostIds, (some) =>
    call(updateClusters, { body: some.map((hostId) => ({ hostId, ...change })) }),
  );
}
