import { capitalised } from '@gwanje/kinds/definition/kind';
import type { FeatureManifest, RouteDeclaration } from '#core/navigation/feature-manifest.ts';
import { installPath, installPlatforms } from './install/install-commands.ts';

export const clusters: FeatureManifest = {
  name: 'clusters',
  messages: () => import('./cluster-messages.ts'),
  routes: [
    {
      path: '/setting/host/cluster-create',
      name: 'settingHostClusterCreate',
      accepts: ['metaGroupId', 'subGroupId'],
      menu: { section: 'settingsMonitoring', icon: 'mdi-plus-box-outline' },
      load: async () => ({ Page: (await import('./cluster-create-page.tsx')).ClusterCreatePage }),
    },
    {
      path: '/setting/host/agent-install',
      name: 'settingHostAgentInstall',
      titleKey: 'routes.settingHostAgentInstall',
      needs: ['hostId'],
      prefersManaged: true,
      redirectTo: async (search) => (await import('./install/platform-path.ts')).findPlatformPath(search),
    },
    ...installPlatforms.map(
      (platform): RouteDeclaration => ({
        path: installPath(platform),
        name: `settingHostAgentInstall${capitalised(platform)}`,
        titleKey: 'routes.settingHostAgentInstall',
        needs: ['hostId'],
        prefersManaged: true,
        load: async () => {
          const { InstallPage } = await import('./install/agent-install-page.tsx');
          return { Page: InstallPage.bind(undefined, { platform }) };
        },
      }),
    ),
  ],
};
