import type { FeatureManifest, RouteDeclaration } from '#shared/feature-manifest.ts';
import type { PlainKey } from '#shared/i18n/i18n.ts';

type Options = Omit<RouteDeclaration, 'path' | 'name' | 'titleKey' | 'load'>;
type AboutKey = Extract<PlainKey, `upcoming.${string}`>;
type TitleName = Extract<PlainKey, `routes.${string}`> extends `routes.${infer Name}` ? Name : never;

/** A page whose data does not exist yet. Whoever brings the page takes its line from here into a feature of its own. */
function soon(path: string, name: TitleName, aboutKey: AboutKey, options: Options = {}): RouteDeclaration {
  const titleKey = `routes.${name}` as const;
  return {
    ...options,
    isUpcoming: true,
    path,
    name,
    titleKey,
    load: async () => {
      const { UpcomingPage } = await import('./upcoming-page.tsx');
      return { Page: UpcomingPage.bind(undefined, { titleKey, aboutKey }) };
    },
  };
}

const ofCluster = { needs: ['hostId'] } as const;

export const upcoming: FeatureManifest = {
  name: 'upcoming',
  routes: [
    soon('/alarm-list', 'alarmList', 'upcoming.alarms', {
      menu: { section: 'page', icon: 'mdi-bell-outline' },
    }),
    soon('/realtime-detection', 'realtimeDetection', 'upcoming.realtime', { refreshes: true, isBare: true }),

    { path: '/setting/mon', name: 'settingMon', redirectTo: '/setting/mon/cluster-list' },
    soon('/setting/mon/cluster-list', 'settingMonClusterList', 'upcoming.monSettings', {
      menu: { section: 'settingsMonitoring', icon: 'mdi-kubernetes' },
    }),
    soon('/setting/mon/node-list', 'settingMonNodeList', 'upcoming.monSettings', {
      menu: { section: 'settingsMonitoring', icon: 'mdi-server' },
    }),
    soon('/setting/mon/pod-list', 'settingMonPodList', 'upcoming.monSettings', {
      menu: { section: 'settingsMonitoring', icon: 'mdi-cube-outline' },
    }),
    soon('/setting/mon/volume-list', 'settingMonVolumeList', 'upcoming.monSettings', {
      menu: { section: 'settingsMonitoring', icon: 'mdi-database-outline' },
    }),
    soon('/setting/mon/pvc-list', 'settingMonPvcList', 'upcoming.monSettings', {
      menu: { section: 'settingsMonitoring', icon: 'mdi-database-marker-outline' },
    }),
    soon('/setting/mon/event-alarm-list', 'settingMonEventAlarmList', 'upcoming.monSettings', {
      menu: { section: 'settingsAlarm', icon: 'mdi-calendar-alert' },
    }),

    soon('/setting/host/cluster-create', 'settingHostClusterCreate', 'upcoming.clusterCreate', {
      menu: { section: 'settingsMonitoring', icon: 'mdi-plus-box-outline' },
    }),
    {
      path: '/setting/host/agent-install',
      name: 'settingHostAgentInstall',
      redirectTo: '/setting/host/agent-install/aks',
    },
    ...(['Aks', 'Eks', 'Gke', 'Onprem'] as const).map((kind) => ({
      ...soon(
        `/setting/host/agent-install/${kind.toLowerCase()}`,
        'settingHostAgentInstall',
        'upcoming.agentInstall',
        ofCluster,
      ),
      name: `settingHostAgentInstall${kind}`,
    })),

    soon('/setting/alarm-template', 'settingAlarmTemplate', 'upcoming.alarmTemplate', {
      menu: { section: 'settingsAlarm', icon: 'mdi-file-document-multiple-outline' },
    }),
  ],
};
