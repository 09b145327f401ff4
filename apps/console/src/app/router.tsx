import {
  type AnyRoute,
  createLazyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { showAlert, showConfirm } from '#core/dialogs/dialog-store.ts';
import { findOutsideSelection } from '#core/groups/cluster-list.ts';
import { t } from '#core/i18n/i18n.ts';
import { loadChunk } from '#core/navigation/chunk-reload.ts';
import {
  type FeatureManifest,
  isRedirect,
  type LayoutDeclaration,
  type RedirectDeclaration,
  type RouteDeclaration,
} from '#core/navigation/feature-manifest.ts';
import { setNavigation } from '#core/navigation/navigation.ts';
import { onEnterMain } from '#core/session/dashboard-conditions-store.ts';
import { useSession } from '#core/session/session-store.ts';
import {
  type NavigationVerdict,
  type SearchText,
  staysAfterInvalidAddress,
  type Target,
} from './guards/address.ts';
import { lookUp } from './guards/look-up.ts';
import { decideNavigation, decideOnWallboard } from './guards/navigation.ts';
import { offerGroup } from './guards/offer-group.ts';
import { ensureSession, knownClusters } from './guards/session-start.ts';
import {
  ErrorPage,
  MaintenancePage,
  PageFailed,
  PagePending,
  StartFailed,
  StartPending,
} from './pages/page-states.tsx';
import { routeDataOf } from './route-data.ts';
import { parseSearchText, stringifySearchText } from './search-text.ts';
import { AppShell } from './shell/app-shell.tsx';

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}

const maintenance = { path: '/maintenance', name: 'maintenance' } as const;
const home: RedirectDeclaration = { path: '/', name: 'dashboard', redirectTo: '/main' };

export function createConsoleRouter(features: readonly FeatureManifest[]) {
  const rootRoute = createRootRouteWithContext<{ features: readonly FeatureManifest[] }>()({
    component: AppShell,
    errorComponent: StartFailed,
    pendingComponent: StartPending,
    notFoundComponent: ErrorPage,
    beforeLoad: async ({ location, preload, matches }) => {
      // Preloading a link must not alert, redirect or call the server.
      if (preload) return;
      const data = routeDataOf(matches);
      if (data.isOpen) return;
      const target = {
        path: location.pathname,
        search: parseSearchText(location.searchStr),
        route: data,
      };
      if (!(await ensureSession())) await never();
      const verdict = await decideAndOffer(target);
      if (verdict.kind === 'open') {
        if (data.name === 'main') onEnterMain(resolvedName());
        return;
      }
      if (verdict.kind === 'denied') await showConfirm({ text: t('dialogs.noAccess'), textCancel: null });
      if (verdict.kind === 'invalidAddress') void showAlert({ text: t('dialogs.invalidAddress') });
      if (verdict.kind === 'redirect')
        throw redirect({ to: verdict.path, search: verdict.search, replace: true });
      const stayed = router.state.resolvedLocation;
      if (isCancelled(verdict) && stayed && staysAfterInvalidAddress(stayed.pathname))
        throw redirect({ to: stayed.pathname, search: parseSearchText(stayed.searchStr), replace: true });
      throw redirect({ to: '/', search: {}, replace: true });
    },
  });

  const declared = [home, ...features.flatMap(routesWithMessages)];
  const layouts = features.flatMap(({ layout }) => (layout ? [layout] : []));
  const layoutOf = ({ path }: { readonly path: string }) =>
    layouts.find(({ under }) => path === under || path.startsWith(`${under}/`));
  const router = createRouter({
    routeTree: rootRoute.addChildren([
      ...layouts.map((layout) => {
        const route = layoutRoute(layout);
        return route.addChildren(
          declared.filter((one) => layoutOf(one) === layout).map((one) => routeOf(one, route)),
        );
      }),
      ...declared.filter((one) => !layoutOf(one)).map((one) => routeOf(one, rootRoute)),
      createRoute({
        getParentRoute: () => rootRoute,
        path: maintenance.path,
        component: MaintenancePage,
        staticData: { route: maintenance },
      }),
    ]),
    context: { features },
    parseSearch: parseSearchText,
    stringifySearch: stringifySearchText,
    defaultPreload: 'intent',
    defaultPreloadDelay: 80,
    defaultPendingMs: 150,
    defaultPendingMinMs: 200,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageFailed,
    scrollRestoration: true,
  });

  function layoutRoute({ under, load }: LayoutDeclaration): AnyRoute {
    const id = `layout:${under}`;
    return createRoute({ getParentRoute: () => rootRoute, id }).lazy(async () => {
      const { Layout } = await loadChunk(load);
      return createLazyRoute(id)({
        component: () => (
          <Layout>
            <Outlet />
          </Layout>
        ),
      });
    });
  }

  function routeOf(route: RedirectDeclaration | RouteDeclaration, parent: AnyRoute): AnyRoute {
    return isRedirect(route) ? redirectRoute(route, parent) : pageRoute(route, parent);
  }

  function redirectRoute(route: RedirectDeclaration, parent: AnyRoute): AnyRoute {
    const { path, redirectTo } = route;
    return createRoute({
      getParentRoute: () => parent,
      path,
      staticData: { route: { ...route, titleKey: route.titleKey ?? 'routes.main' } },
      beforeLoad: async ({ location, preload }) => {
        const search = parseSearchText(location.searchStr);
        if (typeof redirectTo === 'string') throw redirect({ to: redirectTo, search, replace: true });
        // The function calls the server.
        if (preload) return;
        throw redirect({ to: await loadChunk(() => redirectTo(search)), search, replace: true });
      },
    });
  }

  function pageRoute(route: RouteDeclaration, parent: AnyRoute): AnyRoute {
    return createRoute({
      getParentRoute: () => parent,
      path: route.path,
      staticData: { route },
    }).lazy(async () => {
      // The dashboard has no inputs, so it loads without their styles.
      const styles = route.path === '/main' ? undefined : loadChunk(() => import('./theme/page-styles.ts'));
      const [{ Page }] = await Promise.all([loadChunk(route.load), styles]);
      return createLazyRoute(route.path)({ component: Page });
    });
  }

  function decide(target: Target): Promise<NavigationVerdict> {
    const { user, wallboard } = useSession.getState();
    if (wallboard) return Promise.resolve(decideOnWallboard(target, resolvedSearch()));
    // After the session is lost no address is checked any more.
    if (!user) return never();
    return decideNavigation(target, resolvedPath(), user, {
      clusters: knownClusters,
      lookUp,
      findOutsideSelection,
    });
  }

  /** Offers to select the group of a cluster outside the selection. */
  async function decideAndOffer(target: Target): Promise<NavigationVerdict> {
    const verdict = await decide(target);
    return verdict.kind === 'outsideSelection' && (await offerGroup(verdict.cluster))
      ? decide(target)
      : verdict;
  }

  /** Null before the first page. */
  function resolvedPath(): string | null {
    return router.state.resolvedLocation?.pathname ?? null;
  }

  function resolvedSearch(): SearchText {
    return parseSearchText(router.state.resolvedLocation?.searchStr ?? '');
  }

  function resolvedName(): string | null {
    const path = resolvedPath();
    return path === null ? null : routeDataOf(router.matchRoutes(path, {})).name;
  }

  /*
   * An invalid address leaves the previous page and its address in place: it is refused before the browser's history has
   * it. Everything else is decided when the route loads, where a redirect can replace the entry.
   */
  let latest = 0;
  router.history.block({
    enableBeforeUnload: false,
    blockerFn: async ({ nextLocation }) => {
      if (resolvedPath() === null || !useSession.getState().user) return false;
      const mine = ++latest;
      const search = parseSearchText(nextLocation.search);
      const route = routeDataOf(router.matchRoutes(nextLocation.pathname, search));
      const verdict = await decideAndOffer({ path: nextLocation.pathname, search, route });
      // The user opened another page meanwhile; the slower navigation must not replace it.
      if (mine !== latest) return true;
      if (!isCancelled(verdict) || !staysAfterInvalidAddress(resolvedPath())) return false;
      if (verdict.kind === 'invalidAddress') void showAlert({ text: t('dialogs.invalidAddress') });
      return true;
    },
  });

  // Called after events such as a lost group: no unsaved form may block this navigation.
  setNavigation({ toAddress: (href) => router.navigate({ href, ignoreBlocker: true }) });
  return router;
}

/** The previous page stays: the address is invalid, or the user did not select the group of its cluster. */
function isCancelled({ kind }: NavigationVerdict): boolean {
  return kind === 'invalidAddress' || kind === 'outsideSelection';
}

/** Renders an empty page while the browser goes to another site. */
function never(): Promise<never> {
  return new Promise(() => undefined);
}

/** Loads a page together with the messages of its feature. */
function routesWithMessages({ routes, messages }: FeatureManifest): FeatureManifest['routes'] {
  if (!messages) return routes;
  return routes.map((route) =>
    isRedirect(route)
      ? route
      : { ...route, load: async () => (await Promise.all([route.load(), messages()]))[0] },
  );
}
