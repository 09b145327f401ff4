import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';

export const alarmTemplates: FeatureManifest = {
  name: 'alarm-templates',
  messages: () => import('./alarm-template-messages.ts'),
  routes: [
    {
      path: '/setting/alarm-template',
      name: 'settingAlarmTemplate',
      accepts: ['alarmTemplateId'],
      menu: { section: 'settingsAlarm', icon: 'mdi-file-document-multiple-outline' },
      load: async () => ({ Page: (await import('./template-page.tsx')).TemplatePage }),
    },
  ],
};
