import type { AlarmTarget } from '@gwanje/contract/alarm-items';
import type { PlainKey } from '#core/i18n/i18n.ts';
import type { FeatureManifest, IdName, RouteDeclaration } from '#core/navigation/feature-manifest.ts';

function itemPage(
  target: AlarmTarget,
  name: string,
  titleKey: PlainKey,
  needs: readonly IdName[],
): RouteDeclaration {
  return {
    path: `/setting/alarm/${target}-item`,
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
  routes: [
    { path: '/setting/alarm', name: 'settingAlarm', redirectTo: '/setting/alarm/cluster-item' },
    itemPage('cluster', 'settingAlarmClusterItem', 'routes.settingAlarmClusterItem', ['hostId']),
    itemPage('node', 'settingAlarmNodeItem', 'routes.settingAlarmNodeItem', ['hostId', 'nodeId']),
    itemPage('pod', 'settingAlarmPodItem', 'routes.settingAlarmPodItem', ['hostId', 'podId']),
    itemPage('volume', 'settingAlarmVolumeItem', 'routes.settingAlarmVolumeItem', ['hostId', 'volumeId']),
    itemPage('claim', 'settingAlarmPvcItem', 'routes.settingAlarmPvcItem', ['hostId', 'pvcId']),
  ],
};
