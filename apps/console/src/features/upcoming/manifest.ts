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

export const upcoming: FeatureManifest = {
  name: 'upcoming',
  routes: [
    soon('/setting/mon/event-alarm-list', 'settingMonEventAlarmList', 'upcoming.monSettings', {
      menu: { section: 'settingsAlarm', icon: 'mdi-calendar-alert' },
    }),

    soon('/setting/alarm-template', 'settingAlarmTemplate', 'upcoming.alarmTemplate', {
      menu: { section: 'settingsAlarm', icon: 'mdi-file-document-multiple-outline' },
    }),
  ],
};
