import '#core/browser/zod-without-eval.ts';
import './app/theme/styles.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { features } from '#app/features.ts';
import { retryClusters } from '#app/guards/session-start.ts';
import { createConsoleRouter } from '#app/router.tsx';
import { watchConnection } from '#app/shell/connection.ts';
import { ProofLayer } from '#app/shell/proof/proof-layer.tsx';
import { mantineTheme } from '#app/theme/mantine-theme.ts';
import { queryClient } from '#core/api/query-client.ts';
import { GlobalDialogs } from '#core/dialogs/global-dialogs.tsx';
import { useClusters } from '#core/groups/cluster-list.ts';
import { startI18n } from '#core/i18n/i18n.ts';
import { refreshFailed } from '#core/refresh/page-refresh.ts';
import { startCore } from '#core/start.ts';
import { createColorSchemeManager } from '#core/theme/theme.ts';

startCore();
const router = createConsoleRouter(features);
watchConnection(queryClient, () => void refreshAll());
const colorSchemeManager = createColorSchemeManager();
await startI18n();

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');
createRoot(container).render(
  <StrictMode>
    <MantineProvider
      theme={mantineTheme}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="light"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <ProofLayer />
        <GlobalDialogs />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);

/** Retries a failed load of the cluster names, which are not in the query cache. */
async function refreshAll(): Promise<void> {
  if (useClusters.getState().failed) {
    await retryClusters();
    await router.invalidate();
  }
  await refreshFailed();
}

// After the first paint: until the fonts are loaded, text is shown in a system font (`font-display: swap`).
void import('./app/theme/text-fonts.ts');
void import('./app/shell/device/start-device.ts').then(({ startDevice }) => startDevice());
