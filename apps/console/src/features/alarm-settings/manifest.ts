import type { AlarmTarget } from '@gwanje/contract/alarms/alarm-items';
import type { PlainKey } from '#core/i18n/i18n.ts';
import type { FeatureManifest, IdName, RouteDeclaration } from '#core/navigation/feature-manifest.ts';

function itemPage(
  target: AlarmTarget,
  path: string,
  name: string,
  titleKey: PlainKey,
  needs: readonly IdName[],
): RouteDeclaration {
  return {
    path: `/setting/alarm/${path}`,
    name,
    titleKey,
    needs,
    load: async () => {
      const { AlarmSettingPage } = await import('./alarm-setting-page.tsx');
      return { Page: AlarmSettingPage.bind(undefined, { target, titleKey }) };
    },
  };
}

export const alarmSettings: FeatureManifest = {
  name: 'alarm-settings',
  messages: () => import('./alarm-setting-messages.ts'),
  routes: [
    { path: '/setting/alarm', name: 'settingAlarm', redirectTo: '/setting/alarm/cluster-item' },
    itemPage('cluster', 'cluster-item', 'settingAlarmClusterItem', 'routes.settingAlarmClusterItem', [
      'hostId',
    ]),
    itemPage('node', 'node-item', 'settingAlarmNodeItem', 'routes.settingAlarmNodeItem', [
      'hostId',
      'nodeId',
    ]),
    itemPage('pod', 'pod-item', 'settingAlarmPodItem', 'routes.settingAlarmPodItem', ['hostId', 'podId']),
    itemPage('volume', 'volume-item', 'settingAlarmVolumeItem', 'routes.settingAlarmVolumeItem', [
      'hostId',
      'volumeId',
    ]),
    itemPage('claim', 'pvc-item', 'settingAlarmPvcItem', 'routes.settingAlarmPvcItem', ['hostId', 'pvcId']),
    itemPage('workload', 'workload-item', 'settingAlarmWorkloadItem', 'routes.settingAlarmWorkloadItem', [
      'hostId',
      'workloadId',
    ]),
    itemPage('namespace', 'namespace-item', 'settingAlarmNamespaceItem', 'routes.settingAlarmNamespaceItem', [
      'hostId',
      'namespaceId',
    ]),
  ],
};
