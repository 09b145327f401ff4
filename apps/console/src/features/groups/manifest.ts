import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';

export const groups: FeatureManifest = {
  name: 'groups',
  messages: () => import('./group-messages.ts'),
  routes: [
    { path: '/setting/group', name: 'settingGroup', redirectTo: '/setting/group/meta-list' },
    {
      path: '/setting/group/meta-list',
      name: 'settingGroupMetaList',
      menu: { section: 'settingsAccess', icon: 'mdi-folder-multiple-outline' },
      load: async () => ({ Page: (await import('./meta/meta-list-page.tsx')).MetaListPage }),
    },
    {
      path: '/setting/group/sub-list',
      name: 'settingGroupSubList',
      accepts: ['metaGroupId'],
      menu: { section: 'settingsAccess', icon: 'mdi-folder-outline' },
      load: async () => ({ Page: (await import('./sub/sub-list-page.tsx')).SubListPage }),
    },
    {
      path: '/setting/group/sub',
      name: 'settingGroupSub',
      needs: ['subGroupId'],
      load: async () => ({ Page: (await import('./sub/sub-group-page.tsx')).SubGroupPage }),
    },
  ],
};
