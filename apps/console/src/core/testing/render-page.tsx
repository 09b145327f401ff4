import { HeadlessMantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { onTestFinished, vi } from 'vitest';
import { setCallHooks } from '#core/api/client.ts';
import { queryClient } from '#core/api/query-client.ts';
import { useDialogs } from '#core/dialogs/dialog-store.ts';
import { GlobalDialogs } from '#core/dialogs/global-dialogs.tsx';
import { initialiseSession, useSession } from '#core/session/session-store.ts';
import { type FakeNetwork, fakeNetwork } from './fake-network.ts';
import { stubScreen } from './screen.ts';
import { testUser } from './users.ts';

/** A fake network and a signed-in representative admin. Both end with the test. */
export function signedIn(): FakeNetwork {
  setCallHooks({
    subGroupIds: async () => [],
    onRefused: () => undefined,
    confirmResend: async () => false,
    isReadOnlySession: () => false,
    isRestrictedUser: () => false,
    proveIdentity: async () => false,
    isLeaving: () => false,
  });
  useSession.setState({ user: testUser({ role: 1, isKeyUser: 'Y' }) });
  window.scrollTo = () => undefined;
  stubScreen();
  onTestFinished(() => {
    cleanup();
    queryClient.clear();
    useDialogs.setState({ queue: [] });
    initialiseSession();
    vi.unstubAllGlobals();
  });
  return fakeNetwork();
}

/** Renders a page at an address, with the dialogs that it opens. Returns a function that reads the current address. */
export function renderPage(Page: () => ReactNode, address: string): () => string {
  const rootRoute = createRootRoute();
  const everyPath = createRoute({ getParentRoute: () => rootRoute, path: '$', component: Page });
  const router = createRouter({
    routeTree: rootRoute.addChildren([everyPath]),
    history: createMemoryHistory({ initialEntries: [address] }),
    // As in the console, the values of an address are text.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const given = Object.entries(search).filter(([, value]) => value !== undefined);
      return given.length === 0
        ? ''
        : `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}`;
    },
  });
  render(
    <QueryClientProvider client={queryClient}>
      <HeadlessMantineProvider env="test">
        <RouterProvider router={router} />
        <GlobalDialogs />
      </HeadlessMantineProvider>
    </QueryClientProvider>,
  );
  return () => router.state.location.href;
}
