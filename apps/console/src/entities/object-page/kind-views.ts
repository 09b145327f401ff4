import { kinds } from '@gwanje/kinds/registry';
import { containerStateAppearance, podStatusAppearance } from '#components/list/columns/state-appearance.ts';
import type { ContainerInfo, InfoOf, PodInfo } from '#entities/inventory/info-queries.ts';
import { namedAddress, pageAddress } from '#entities/inventory/object-address.ts';
import { workloadTypeName } from '#entities/inventory/workload-list.ts';
import { logPath } from '#entities/logs/log-address.ts';
import type { KindOfView } from './object-view.ts';

/* The path, the states and the tabs of the kinds whose log is a page of another feature. */

const logTab = 'monitoring.tabs.log';

function namespaceCrumb({ hostId, namespace }: { readonly hostId: number; readonly namespace: string }) {
  return { id: 'namespace', label: namespace, href: namedAddress('namespace', hostId, { name: namespace }) };
}

export const podView = {
  key: 'pod',
  moreTabs: [{ path: logPath('pod'), labelKey: logTab }],
  state: ({ status }, texts) => podStatusAppearance(status, texts),
  crumbs: (info) => [
    ...(info.nodeName === null
      ? []
      : [
          {
            id: 'node',
            label: info.nodeName,
            href: info.nodeId === null ? null : pageAddress('node', info.hostId, info.nodeId),
          },
        ]),
    namespaceCrumb(info),
  ],
  isWaiting: ({ phase }) => phase === 'Pending' || phase === 'Running',
} satisfies KindOfView<PodInfo>;

export const containerView = {
  key: 'container',
  moreTabs: [{ path: logPath('container'), labelKey: logTab }],
  state: ({ state }, texts) => containerStateAppearance(state, texts),
  crumbs: (info) => [
    namespaceCrumb(info),
    { id: 'pod', label: info.podName, href: pageAddress('pod', info.hostId, info.podId) },
  ],
  isWaiting: ({ state }) => state === 'running',
} satisfies KindOfView<ContainerInfo>;

export const workloadView = {
  key: 'workload',
  moreTabs: [{ path: logPath('workload'), labelKey: logTab }],
  state: ({ type }) => ({ label: workloadTypeName(type), icon: kinds.workload.icon, colour: 'accent' }),
  moreStates: ({ isSuspended, rolloutPhase, jobOutcome }, { t }) => [
    ...(isSuspended
      ? [{ label: t('workloads.isSuspended'), icon: 'mdi-pause-circle-outline', colour: 'grey' } as const]
      : []),
    ...(rolloutPhase === 'progressing'
      ? [{ label: t('workloads.outcome.running'), icon: 'mdi-progress-clock', colour: 'accent' } as const]
      : []),
    ...(rolloutPhase === 'paused'
      ? [{ label: t('workloads.paused'), icon: 'mdi-pause-circle-outline', colour: 'grey' } as const]
      : []),
    ...(rolloutPhase === 'stuck'
      ? [{ label: t('workloads.outcome.stuck'), icon: 'mdi-alert-octagon', colour: 'red' } as const]
      : []),
    ...(jobOutcome === 'failed'
      ? [{ label: t('workloads.runOutcome.failed'), icon: 'mdi-alert-octagon', colour: 'red' } as const]
      : []),
  ],
  crumbs: (info) => [namespaceCrumb(info)],
} satisfies KindOfView<InfoOf<'workload'>>;
