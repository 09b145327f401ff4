import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';

export const users: FeatureManifest = {
  name: 'users',
  messages: () => import('./user-messages.ts'),
  routes: [
    {
      path: '/setting/user',
      name: 'settingUser',
      menu: { section: 'settingsAccess', icon: 'mdi-account-multiple-outline' },
      load: async () => ({ Page: (await import('./list/user-list-page.tsx')).UserListPage }),
    },
    {
      path: '/setting/user/registration',
      name: 'settingUserRegistration',
      menu: { section: 'settingsAccess', icon: 'mdi-account-plus-outline' },
      load: async () => ({ Page: (await import('./registration-page.tsx')).RegistrationPage }),
    },
  ],
};
