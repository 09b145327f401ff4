import { alarmTargets } from '@gwanje/contract/alarms/alarm-items';
import { capitalised } from '@gwanje/kinds/definition/kind';
import { kinds } from '@gwanje/kinds/registry';
import { kindSegment } from '#core/i18n/kind-titles.ts';
import type { FeatureManifest, RouteDeclaration } from '#core/navigation/feature-manifest.ts';

export const alarmSettings: FeatureManifest = {
  name: 'alarm-settings',
  messages: () => import('./alarm-setting-messages.ts'),
  routes: [
    { path: '/setting/alarm', name: 'settingAlarm', redirectTo: '/setting/alarm/cluster-item' },
    ...alarmTargets.map((target): RouteDeclaration => {
      const segment = kindSegment(target);
      const name = `settingAlarm${capitalised(segment)}Item` as const;
      return {
        path: `/setting/alarm/${segment}-item`,
        name,
        ...(target === 'cluster' && { prefersManaged: true }),
        needs: target === 'cluster' ? ['hostId'] : ['hostId', kinds[target].idName],
        load: async () => {
          const { AlarmSettingPage } = await import('./alarm-setting-page.tsx');
          return { Page: AlarmSettingPage.bind(undefined, { target, titleKey: `routes.${name}` }) };
        },
      };
    }),
  ],
};
