import { capitalised } from '@gwanje/kinds/definition/kind';
import { kinds } from '@gwanje/kinds/registry';
import type { FeatureManifest, RouteDeclaration } from '#core/navigation/feature-manifest.ts';
import { logKinds, logPath } from '#entities/logs/log-address.ts';

export const logs: FeatureManifest = {
  name: 'logs',
  messages: () => import('./log-messages.ts'),
  routes: logKinds.map(
    (kind): RouteDeclaration => ({
      path: logPath(kind),
      name: `mon${capitalised(kind)}Log` as const,
      needs: ['hostId', kinds[kind].idName],
      load: async () => {
        const { LogPage } = await import('./log-page.tsx');
        return { Page: LogPage.bind(undefined, { kind }) };
      },
    }),
  ),
};
