import type { containerTypes } from '@gwanje/contract/objects/object-states';
import { listContainers } from '@gwanje/kinds/container/calls';
import { listPods } from '@gwanje/kinds/pod/calls';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#core/api/query.ts';
import { kindChanges } from '#core/refresh/kind-changes.ts';
import type { InfoOf, PodInfo } from '#entities/inventory/info-queries.ts';
import { podsOfWorkload } from '#entities/inventory/workload-list.ts';

/** A container whose log can be opened. */
export interface LogTarget {
  readonly podId: number;
  readonly podName: string;
  readonly containerName: string;
  readonly type: (typeof containerTypes)[number];
  readonly restartCnt: number | null;
}

export interface LogTargets {
  readonly targets: readonly LogTarget[];
  /** Undefined until they are known. */
  readonly query?: { readonly error: Error | null; readonly refetch: () => unknown };
  readonly isPending: boolean;
}

const FRESH_MS = 10_000;
/** Pods of which the newest are read. */
const MAX_PODS = 50;
const MAX_CONTAINERS = 500;

export function targetsOfPod({ podId, name, containerList }: PodInfo): LogTarget[] {
  return containerList.map(({ name: containerName, type, restartCnt }) => ({
    podId,
    podName: name,
    containerName,
    type,
    restartCnt,
  }));
}

/** The containers of the newest pods of a workload; new pods join while the page is open. */
export function useWorkloadTargets(info: InfoOf<'workload'>): LogTargets {
  const pods = useQuery(
    apiQuery(
      listPods,
      {
        params: { pageNo: 1, pageCnt: MAX_PODS },
        body: { filter: podsOfWorkload(info), orderBy: ['-createdAt', 'name'] },
      },
      { staleMs: FRESH_MS, changesWith: kindChanges('pod') },
    ),
  );
  const podIds = pods.data?.list.map(({ podId }) => podId) ?? [];
  const containers = useQuery({
    ...apiQuery(
      listContainers,
      {
        params: { pageNo: 1, pageCnt: MAX_CONTAINERS },
        body: { filter: { hostId: [info.hostId], podId: podIds } },
      },
      { staleMs: FRESH_MS, changesWith: kindChanges('container') },
    ),
    enabled: podIds.length > 0,
  });
  const order = new Map(podIds.map((podId, at) => [podId, at]));
  const targets = (containers.data?.list ?? [])
    .map(({ podId, podName, name, type, restartCnt }) => ({
      podId,
      podName,
      containerName: name,
      type,
      restartCnt,
    }))
    .toSorted((one, other) => (order.get(one.podId) ?? 0) - (order.get(other.podId) ?? 0));
  const failed = [pods, containers].find(({ error }) => error !== null);
  return {
    targets,
    isPending: pods.isPending || (podIds.length > 0 && containers.isPending),
    ...(failed && { query: failed }),
  };
}

/** The names of the containers, those that people look for first. */
export function containerNames(
  targets: readonly LogTarget[],
): readonly Pick<LogTarget, 'containerName' | 'type'>[] {
  const order = ['regular', 'sidecar', 'init', 'ephemeral'];
  const byName = new Map(targets.map(({ containerName, type }) => [containerName, { containerName, type }]));
  return [...byName.values()].toSorted((one, other) => order.indexOf(one.type) - order.indexOf(other.type));
}

/** `*`: all containers. */
export const ALL_CONTAINERS = '*';

/** The first regular container; of previous runs the one that was restarted most. */
export function defaultContainer(targets: readonly LogTarget[], isPrevious: boolean): string | undefined {
  const names = containerNames(targets).map(({ containerName }) => containerName);
  if (!isPrevious) return names[0];
  const restarts = (name: string) =>
    Math.max(...targets.flatMap((one) => (one.containerName === name ? [one.restartCnt ?? 0] : [])));
  return names.toSorted((one, other) => restarts(other) - restarts(one))[0];
}

/** The sources of the chosen container. */
export function chosenTargets(
  targets: readonly LogTarget[],
  containerName: string | null,
  isPrevious: boolean,
): readonly LogTarget[] {
  if (containerName === ALL_CONTAINERS) return targets;
  const wanted = containerName ?? defaultContainer(targets, isPrevious);
  return targets.filter((target) => target.containerName === wanted);
}

export function targetKey({ podId, containerName }: Pick<LogTarget, 'podId' | 'containerName'>): string {
  return `${podId}/${containerName}`;
}
